/** RFC 6750: how a token is shown to a resource, and what is said of a bad one. */

import type { FormFields } from "./form-fields.ts";
import type { ErrorCode, OAuthError } from "./oauth-error.ts";
import { err, ok, type Result } from "./result.ts";

/** Where a token may be found. */
export interface BearerRequest {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  readonly query: Pick<URLSearchParams, "getAll">;
  readonly form: FormFields;
}

/** Why a resource is not shown. */
export type BearerRejection =
  | { readonly reason: "token_missing" }
  | { readonly reason: "token_shown_twice" }
  | { readonly reason: "token_inactive" }
  | { readonly reason: "token_without_person" };

/** The token of a request, shown in exactly one of the ways of §2. */
export function readBearerToken(request: BearerRequest): Result<string, BearerRejection> {
  const header = /^bearer +(\S+) *$/i.exec(request.authorization ?? "")?.[1];
  const shown = [
    ...(header === undefined ? [] : [header]),
    ...request.form.getAll("access_token"),
    ...request.query.getAll("access_token"),
  ];
  const [token] = shown;
  if (token === undefined) return err({ reason: "token_missing" });
  return shown.length > 1 ? err({ reason: "token_shown_twice" }) : ok(token); // §2
}

/** What the caller is told, in the body and in the `WWW-Authenticate` header. */
export function describeBearerRejection(rejection: BearerRejection): {
  readonly error: OAuthError;
  readonly www_authenticate: string;
} {
  switch (rejection.reason) {
    case "token_missing":
      return {
        error: {
          error: "request_unauthorized",
          error_description: "An access token is needed: send it as Authorization: Bearer.",
        },
        www_authenticate: "Bearer", // §3.1: who shows nothing is told nothing more
      };
    case "token_shown_twice":
      return challenge("invalid_request", "The access token may be sent in one way only.");
    case "token_inactive":
      return challenge("invalid_token", "The access token is unknown, expired or revoked.");
    case "token_without_person":
      return challenge(
        "invalid_token",
        "The access token stands for a client and for no person.",
        "request_unauthorized",
      );
  }
}

/** The header speaks in the codes of §3.1 alone; the body has more to choose from. */
function challenge(code: ErrorCode, error_description: string, error: ErrorCode = code) {
  return {
    error: { error, error_description },
    www_authenticate: `Bearer error="${code}", error_description="${error_description}"`,
  };
}
