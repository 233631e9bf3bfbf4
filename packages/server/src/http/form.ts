import type { FormFields } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import type { Request } from "./endpoint.ts";
import { mediaTypeOf } from "./media-type.ts";

const FORM = "application/x-www-form-urlencoded";

/** The form fields of a request's body. An empty body is an empty form, whatever its type. */
export function readForm(
  request: Pick<Request, "headers" | "body">,
): Result<FormFields, OAuthError> {
  const { body } = request;
  const content_type = request.headers["content-type"];
  if (body !== "" && content_type !== FORM && mediaTypeOf(content_type) !== FORM) {
    return refuse(`The body must be a form: send it with Content-Type: ${FORM}.`);
  }
  const form = parseForm(body);
  return form === undefined
    ? refuse(
        "The form holds a percent-escape or character that is not text: encode its values in UTF-8.",
      )
    : ok(form);
}

/** The parameters of a request's query. Escapes that are not text are read as letters; undefined only where a NUL is in it. */
export function readQuery(request: Pick<Request, "search" | "query">): FormFields | undefined {
  return parseForm(request.search) ?? parseForm(request.query.toString()); // Made when it is looked at.
}

/** Reads a form as URLSearchParams would, but answers undefined for a broken escape, where that would guess, and for NUL. */
export function parseForm(body: string): FormFields | undefined {
  if (body.includes("\0")) return undefined;
  const fields = new Map<string, string[]>();
  let repeated: string | undefined;
  for (let start = 0; start < body.length;) {
    const found = body.indexOf("&", start);
    const end = found === -1 ? body.length : found;
    const pair = body.slice(start, end); // Cut first: a search past the pair would make long forms quadratic.
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    start = end + 1;

    if (value === "") continue; // RFC 6749 §3.1: sent without a value is not sent.
    const values = fields.get(name);
    if (values === undefined) {
      fields.set(name, [value]);
    } else {
      values.push(value);
      if (name !== "audience") repeated ??= name;
    }
  }
  return formFields(fields, repeated);
}

function formFields(
  fields: ReadonlyMap<string, readonly string[]>,
  repeated: string | undefined,
): FormFields {
  return {
    get: (name) => fields.get(name)?.[0],
    getAll: (name) => fields.get(name) ?? [],
    repeated,
  };
}

function decode(text: string): string | undefined {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    const decoded = decodeURIComponent(spaced);
    return decoded.includes("\0") ? undefined : decoded; // PostgreSQL keeps no NUL, and no parameter needs one.
  } catch {
    return undefined;
  }
}

function refuse(error_description: string): Result<never, OAuthError> {
  return err({ error: "invalid_request", error_description });
}
