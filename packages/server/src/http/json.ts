import { parseJson } from "../limits/json-depth.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import type { Request } from "./endpoint.ts";
import { mediaTypeOf } from "./media-type.ts";

const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * The JSON value of a request that must bring one. A `__proto__` member is plain data here: copy
 * members by name and never assign them from the outside by theirs.
 */
export function readJson(request: Pick<Request, "headers" | "body">): Result<unknown, OAuthError> {
  const { body } = request;
  if (isBlank(body)) return refuse("The body is empty: send a JSON document.");
  if (!isJson(request.headers["content-type"])) {
    return refuse("The body must be JSON: send it with Content-Type: application/json.");
  }
  const value = parseJson(body);
  if (value === undefined) return refuse("The body is not valid JSON.");
  if (NUL.test(body)) return refuse("The body holds a NUL character, which cannot be stored.");
  return ok(value);
}

/** The JSON value of a request that may bring one; undefined when the body is empty. */
export function readOptionalJson(
  request: Pick<Request, "headers" | "body">,
): Result<unknown, OAuthError> {
  return isBlank(request.body) ? ok(undefined) : readJson(request);
}

function isBlank(body: string): boolean {
  return body === "" || /^[ \t\r\n]*$/.test(body);
}

/** Whether a body of this type is read as JSON. Programs that name no type mostly mean it. */
export function isJson(content_type: string | undefined): boolean {
  const type = mediaTypeOf(content_type);
  return type === undefined || type === "application/json" || type.endsWith("+json");
}

function refuse(error_description: string): Result<never, OAuthError> {
  return err({ error: "invalid_request", error_description });
}
