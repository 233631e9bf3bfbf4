import { parseJson } from "../limits/json-depth.ts";
import { invalidRequest, type OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../result.ts";
import type { Request } from "./request.ts";
import { mediaTypeOf } from "./media-type.ts";

const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * The JSON value of a request that must have one. A `__proto__` field is plain data here: copy fields by known names, and
 * never assign to names from the request.
 */
export function readJson(request: Pick<Request, "headers" | "body">): Result<unknown, OAuthError> {
  const { body } = request;
  if (isBlank(body)) return err(invalidRequest("The body is empty: send a JSON document."));
  if (!isJson(request.headers["content-type"])) {
    return err(
      invalidRequest("The body must be JSON: send it with Content-Type: application/json."),
    );
  }
  const value = parseJson(body);
  if (value === undefined) return err(invalidRequest("The body is not valid JSON."));
  if (NUL.test(body))
    return err(invalidRequest("The body has a NUL character, which cannot be stored."));
  return ok(value);
}

/** The JSON value of a request that may have one; undefined when the body is empty or null. */
export function readOptionalJson(
  request: Pick<Request, "headers" | "body">,
): Result<unknown, OAuthError> {
  if (isBlank(request.body)) return ok(undefined);
  const body = readJson(request);
  return body.ok && body.value === null ? ok(undefined) : body;
}

function isBlank(body: string): boolean {
  return body === "" || /^[ \t\r\n]*$/.test(body);
}

/** Whether a body of this type is read as JSON. So is one without a type, which simple clients send. */
export function isJson(content_type: string | undefined): boolean {
  const type = mediaTypeOf(content_type);
  return type === undefined || type === "application/json" || type.endsWith("+json");
}
