import { decodeFormText, type FormFields, mayRepeat } from "../oauth/form-fields.ts";
import { invalidRequest, type OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../result.ts";
import type { Request } from "./request.ts";
import { FORM, isForm } from "./media-type.ts";

/** The form fields of a request's body. An empty body is an empty form, whatever its type. */
export function readForm(
  request: Pick<Request, "headers" | "body">,
): Result<FormFields, OAuthError> {
  const { body } = request;
  if (body !== "" && !isForm(request.headers["content-type"])) {
    return err(
      invalidRequest(`The body must be a form of text fields: send it with Content-Type: ${FORM}.`),
    );
  }
  const form = parseForm(body);
  return form === undefined
    ? err(
        invalidRequest(
          "The form has a percent-escape or character that is not text: encode its values in UTF-8.",
        ),
      )
    : ok(form);
}

/** The parameters of a request's query. Invalid escapes are read literally; undefined only where it contains a NUL. */
export function readQuery(request: Pick<Request, "search" | "query">): FormFields | undefined {
  return parseForm(request.search) ?? parseForm(request.query.toString());
}

/** RFC 6749 §3.1: the parameters of a browser's request, in the query, in a form, or in both. */
export function readParameters(
  request: Pick<Request, "method" | "headers" | "body" | "search" | "query">,
): Result<FormFields, OAuthError> {
  const isPost = request.method === "POST";
  const form = isPost ? readForm(request) : undefined;
  if (form !== undefined && (!form.ok || request.search === "")) return form;

  const rest = isPost ? `&${request.body}` : "";
  const params = parseForm(request.search + rest) ?? parseForm(request.query.toString() + rest);
  return params === undefined
    ? err(invalidRequest("The query has characters that are not allowed in parameters."))
    : ok(params);
}

/** The same parameters as one encoded query. */
export function parametersText({ method, search, body }: Request): string {
  if (method !== "POST" || body === "") return search;
  return search === "" ? body : `${search}&${body}`;
}

/** Parses a form like URLSearchParams, but returns undefined for an invalid escape, which that would replace, and for NUL. */
export function parseForm(body: string): FormFields | undefined {
  if (body.includes("\0") || body.includes("%00")) return undefined; // PostgreSQL cannot store NUL, and no parameter needs it.
  const names: string[] = [];
  const values: string[] = [];
  for (let start = 0; start < body.length;) {
    const found = body.indexOf("&", start);
    const end = found === -1 ? body.length : found;
    const pair = body.slice(start, end); // Sliced first: searching for = beyond the pair would take quadratic time for long forms.
    const equals = pair.indexOf("=");
    const name = decodeFormText(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decodeFormText(pair.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    start = end + 1;

    if (value === "") continue; // RFC 6749 §3.1: a parameter without a value counts as omitted.
    names.push(name);
    values.push(value);
  }
  return formFields(names, values);
}

/** Lists rather than a Map: for a few names, comparing is faster than hashing. */
function formFields(names: readonly string[], values: readonly string[]): FormFields {
  const repeated = names.length > FEW ? repeatedOfMany(names) : repeatedOfFew(names);
  const getAll = (name: string) => values.filter((_, index) => names[index] === name);
  return {
    get(name) {
      const index = names.indexOf(name);
      if (index === -1) return undefined;
      const isList = repeated.length > 0 && mayRepeat(name);
      return isList ? getAll(name).join(" ") : values[index];
    },
    getAll,
    repeated,
    names,
  };
}

const FEW = 32;
const none: readonly string[] = [];

function repeatedOfFew(names: readonly string[]): readonly string[] {
  for (let index = 1; index < names.length; index += 1)
    if (names.indexOf(names[index] ?? "") < index) return repeatedOfMany(names);
  return none;
}

function repeatedOfMany(names: readonly string[]): readonly string[] {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const name of names) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return [...repeated];
}
