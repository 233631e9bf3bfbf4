/** RFC 6749 §3.1, §3.2, appendix B: the parameters of requests, in a form body or a query. */

import type { OAuthError } from "./oauth-error.ts";
import { err, ok, type Result } from "../result.ts";

/** The parameters of a request. §3.2: one without a value counts as not sent. */
export interface FormFields {
  /** The first non-empty value; of a parameter that may be repeated, all of them with spaces between. */
  get(name: string): string | undefined;
  /** Every non-empty value, in the order sent. */
  getAll(name: string): readonly string[];
  /** The names of parameters that were sent more than once, allowed or not, in the order of their second value. */
  readonly repeated: readonly string[];
  /** The name of each non-empty value, in the order sent. */
  readonly names: readonly string[];
}

/** All values with their names. */
export function entriesOf(form: FormFields): readonly (readonly [string, string])[] {
  const names = [...new Set(form.names)];
  return names.flatMap((name) => form.getAll(name).map((value) => [name, value] as const));
}

/**
 * Parameters that are lists: RFC 8707 §2 allows several of `resource`, this server several of `audience`, and under the profile
 * `compatible` of `scope`.
 */
const REPEATABLE: ReadonlySet<string> = new Set(["scope", "audience", "resource"]);

/** Every other parameter that this server or an OAuth extension reads: two values would be ambiguous. */
const NOT_REPEATABLE: ReadonlySet<string> = new Set([
  "access_token",
  "acr_values",
  "actor_token",
  "actor_token_type",
  "assertion",
  "auth_req_id",
  "authorization_details",
  "binding_message",
  "claims",
  "client_assertion",
  "client_assertion_type",
  "client_id",
  "client_notification_token",
  "client_secret",
  "code",
  "code_challenge",
  "code_challenge_method",
  "code_verifier",
  "device_code",
  "display",
  "dpop_jkt",
  "grant_type",
  "id_token_hint",
  "login_hint",
  "login_hint_token",
  "logout_hint",
  "max_age",
  "nonce",
  "password",
  "post_logout_redirect_uri",
  "prompt",
  "redirect_uri",
  "refresh_token",
  "registration",
  "request",
  "request_uri",
  "requested_expiry",
  "requested_token_type",
  "response_mode",
  "response_type",
  "state",
  "subject_token",
  "subject_token_type",
  "token",
  "token_type_hint",
  "ui_locales",
  "user_code",
  "username",
]);

/** Whether a parameter may be sent several times; its values are then combined. */
export function mayRepeat(name: string): boolean {
  return REPEATABLE.has(name);
}

/** §3.1: a parameter that was sent more than once and must not be. Unknown parameters are ignored. */
export function repeatedParameter({ repeated }: FormFields): string | undefined {
  return repeated.length === 0 ? undefined : repeated.find((name) => NOT_REPEATABLE.has(name));
}

/** §3.1, §3.2: the same of `scope`, where the profile of the client does not let it be repeated. */
export function isScopeRepeated({ repeated }: FormFields): boolean {
  return repeated.length > 0 && repeated.includes("scope");
}

/** §3.2: a repeated parameter is rejected, since a proxy or log might read the other value. */
export function verifyNotRepeated(form: FormFields): Result<void, OAuthError> {
  const parameter = repeatedParameter(form);
  if (parameter === undefined) return ok(undefined);
  return err(sentTwice(parameter));
}

/** The error response. */
export function sentTwice(parameter: string): OAuthError {
  return {
    error: "invalid_request",
    error_description: `Send the parameter ${parameter} only once.`,
  };
}

/** Appendix B: decodes form-encoded text. Undefined for a malformed escape, or bytes that are not UTF-8. */
export function decodeFormText(text: string): string | undefined {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
