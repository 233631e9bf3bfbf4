import type { OAuthError } from "./oauth-error.ts";
import { err, ok, type Result } from "./result.ts";

/** RFC 6749 §3.2: the parameters of a form body. One sent without a value counts as not sent. */
export interface FormFields {
  /** The first value that is not empty; of a parameter that may be repeated, all of them with spaces between. */
  get(name: string): string | undefined;
  /** Every value that is not empty, in the order sent. */
  getAll(name: string): readonly string[];
  /** The parameters sent more than once, whether they may be or not, in the order in which that shows. */
  readonly repeated: readonly string[];
}

/** Parameters that are lists by nature: RFC 8707 §2 repeats `resource`, and the contract `audience`. */
const MAY_REPEAT: ReadonlySet<string> = new Set(["scope", "audience", "resource"]);

/** Every other parameter that this server or an OAuth extension reads: two values would make two different requests. */
const ONCE: ReadonlySet<string> = new Set([
  "access_token",
  "acr_values",
  "claims",
  "client_assertion",
  "client_assertion_type",
  "client_id",
  "client_secret",
  "code",
  "code_challenge",
  "code_challenge_method",
  "code_verifier",
  "display",
  "grant_type",
  "id_token_hint",
  "login_hint",
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
  "response_mode",
  "response_type",
  "state",
  "token",
  "token_type_hint",
  "ui_locales",
  "username",
]);

/** Whether the values of a parameter that comes several times count together. */
export function mayRepeat(name: string): boolean {
  return MAY_REPEAT.has(name);
}

/** RFC 6749 §3.1: a parameter that was sent twice and must not be. Unknown parameters are ignored, however often they come. */
export function repeatedParameter({ repeated }: FormFields): string | undefined {
  return repeated.length === 0 ? undefined : repeated.find((name) => ONCE.has(name));
}

/** RFC 6749 §3.2: no parameter that counts may come twice, since two readers could then see two requests. */
export function verifyNotRepeated(form: FormFields): Result<void, OAuthError> {
  const parameter = repeatedParameter(form);
  if (parameter === undefined) return ok(undefined);
  return err({
    error: "invalid_request",
    error_description: `The parameter ${parameter} may be sent only once.`,
  });
}
