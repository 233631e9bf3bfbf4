import type { OAuthError } from "./oauth-error.ts";
import { err, ok, type Result } from "./result.ts";

/** RFC 6749 §3.2: the parameters of a form body. One sent without a value counts as not sent. */
export interface FormFields {
  /** The first value that is not empty. */
  get(name: string): string | undefined;
  /** Every value that is not empty, in the order sent. */
  getAll(name: string): readonly string[];
  /** The first parameter sent more than once, if any; `audience`, which may be, aside. */
  readonly repeated: string | undefined;
}

/** RFC 6749 §3.2: no parameter may come twice, since two readers could then see two requests. */
export function verifyNotRepeated(form: FormFields): Result<void, OAuthError> {
  if (form.repeated === undefined) return ok(undefined);
  return err({
    error: "invalid_request",
    error_description: `The parameter ${form.repeated} may be sent only once.`,
  });
}
