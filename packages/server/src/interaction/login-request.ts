import type { LoginAnswer, LoginQuestion } from "./login-answer.ts";
import type { ProviderError, SentError } from "./provider-error.ts";

/**
 * A login request and the answer of the login provider. `login-transitions.ts` has the transitions.
 *
 *   waiting ──accept──▶ accepted ──use──▶ used
 *      └─────reject───▶ rejected ──use──▶ used
 *
 * Until the browser has returned with it, an answer may be replaced: users submit forms twice.
 */
export type LoginRequest = LoginQuestion &
  (
    | { readonly state: "waiting" }
    | { readonly state: "accepted"; readonly answer: LoginAnswer }
    | { readonly state: "rejected"; readonly refusal: ProviderError }
    | {
        readonly state: "used";
        readonly answer: LoginAnswer | undefined;
        /** The error that the client was sent, if the flow ended at this step. */
        readonly refusal?: SentError;
      }
  );

/** The request to sign in a user of whom nothing is known, in a new session. */
export function newLoginRequest(sid: string): LoginRequest {
  return { state: "waiting", skip: false, subject: "", sid, authenticated_at: undefined };
}

/** The user whom the login provider named; empty while it has named none. */
export function userOf(login: LoginRequest): string {
  const isNamed = login.state === "accepted" || login.state === "used";
  return (isNamed ? login.answer?.subject : undefined) ?? "";
}
