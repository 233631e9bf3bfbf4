import type { Context } from "../context.ts";
import { randomId } from "../crypto/random-id.ts";
import type { Unanswered } from "../http/dispatch.ts";
import { err } from "../oauth/result.ts";
import { methodNotAllowed, refusals } from "../workspace/refusals.ts";
import { tell } from "./call.ts";

/** What integrations hear under `/v1` where nothing answers: the same shapes as everywhere there. */
export function unansweredUnderV1(context: Context): Unanswered {
  return (request, reason, allow = "") => {
    if (!request.path.startsWith("/v1/")) return undefined;
    const error = {
      path: refusals.path_unknown,
      method: methodNotAllowed(allow),
      size: refusals.body_too_large,
    }[reason];
    return tell(err(error), request, randomId(), context);
  };
}
