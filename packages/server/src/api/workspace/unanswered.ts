import type { Context } from "../../context/context.ts";
import { randomId } from "../../crypto/random-id.ts";
import type { Unanswered } from "../../http/dispatch.ts";
import { err } from "../../oauth/result.ts";
import { bodyTooLarge, methodNotAllowed, refusals } from "../../workspace/refusals.ts";
import { tell } from "./call.ts";

/** Whether a path belongs to the workspace API, known or not. */
export function isUnderV1(path: string): boolean {
  return path.startsWith("/v1/");
}

/** What integrations hear under `/v1` where nothing answers: the same shapes as everywhere there. */
export function unansweredUnderV1(context: Context): Unanswered {
  return (request, reason, allow = "") => {
    if (!isUnderV1(request.path)) return undefined;
    const error = {
      path: refusals.path_unknown,
      method: methodNotAllowed(methodsOf(allow)),
      size: bodyTooLarge(context.config["serve.limits.body_bytes"]),
    }[reason];
    // A path nobody knows may be anything, a token too.
    const path = reason === "path" ? "unknown" : request.path;
    return tell(err(error), { method: request.method, path }, randomId(), context);
  };
}

/** The methods that do something, without those that only ask. */
function methodsOf(allow: string): string {
  return allow
    .split(", ")
    .filter((method) => method !== "OPTIONS" && method !== "HEAD")
    .join(", ");
}
