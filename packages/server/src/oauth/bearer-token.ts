/** RFC 6750: how a request presents an access token, and the errors about one. */

import type { FormFields } from "./form-fields.ts";
import type { ErrorCode, OAuthError } from "./oauth-error.ts";
import { err, ok, type Result } from "./result.ts";

/** The places where a request may have a token. */
export interface BearerRequest {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  readonly query: Pick<URLSearchParams, "getAll">;
  readonly form: FormFields;
}

/** Why a request with an access token is rejected. */
export type BearerRejection =
  | { readonly reason: "token_missing" }
  | { readonly reason: "token_sent_twice" }
  | { readonly reason: "token_inactive" }
  | { readonly reason: "token_without_user" };

/** The token of a request, sent in exactly one of the ways of §2. */
export function parseBearerToken(request: BearerRequest): Result<string, BearerRejection> {
  const header = /^bearer +(\S+) *$/i.exec(request.authorization ?? "")?.[1];
  const sent = [
    ...(header === undefined ? [] : [header]),
    ...request.form.getAll("access_token"),
    ...request.query.getAll("access_token"),
  ];
  const [token] = sent;
  if (token === undefined) return err({ reason: "token_missing" });
  return sent.length > 1 ? err({ reason: "token_sent_twice" }) : ok(token); // §2
}

/** The error of the response body, and the `WWW-Authenticate` header. */
export function describeBearerRejection(rejection: BearerRejection): {
  readonly error: OAuthError;
  readonly www_authenticate: string;
} {
  switch (rejection.reason) {
    case "token_missing":
      return {
        error: {
          error: "request_unauthorized",
          error_description:
            "The access token is missing. Send the header Authorization: Bearer <token>.",
        },
        www_authenticate: "Bearer", // §3.1: without credentials no error code is returned
      };
    case "token_sent_twice":
      return challenge(
        "invalid_request",
        "Send the access token only once: in the Authorization header, the form or the query.",
      );
    case "token_inactive":
      return challenge("invalid_token", "The access token is invalid, expired or revoked.");
    case "token_without_user":
      return challenge(
        "invalid_token",
        "The access token was issued to a client itself and has no user. Use one from an authorization code flow.",
        "request_unauthorized",
      );
  }
}

/** The header may only have the codes of §3.1; the body may have others. */
function challenge(code: ErrorCode, error_description: string, error: ErrorCode = code) {
  return {
    error: { error, error_description },
    www_authenticate: `Bearer error="${code}", error_description="${error_description}"`,
  };
}
