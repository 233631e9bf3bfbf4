/** RFC 6750, RFC 9449 §7: how a request presents an access token, and the errors about one. */

import { signingAlgorithms } from "./algorithms.ts";
import { proofRejections, type ProofRejection } from "./binding/dpop.ts";
import type { FormFields } from "./form-fields.ts";
import type { ErrorCode, OAuthError } from "./oauth-error.ts";
import { describeRejection } from "./rejection.ts";
import { err, ok, type Result } from "./result.ts";

/** The places where a request may have a token. */
export interface BearerRequest {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  readonly query: Pick<URLSearchParams, "getAll">;
  readonly form: FormFields;
}

/** A token as it was presented. In the form or the query it is a bearer token. */
export interface PresentedToken {
  readonly token: string;
  readonly scheme: AccessTokenScheme;
  readonly place: "header" | "form" | "query";
}

/** The scheme of the `Authorization` header. */
export type AccessTokenScheme = "Bearer" | "DPoP";

/** Why a request with an access token is rejected. */
export type BearerRejection =
  | { readonly reason: "token_missing" }
  | { readonly reason: "token_sent_twice" }
  | { readonly reason: "token_inactive" }
  | { readonly reason: "token_without_user" }
  | { readonly reason: "token_for_an_api" }
  | { readonly reason: "token_bound_to_key" }
  | { readonly reason: "token_not_bound" }
  | { readonly reason: "token_key_mismatch" }
  | { readonly reason: "token_certificate_mismatch" }
  | { readonly reason: "proof_rejected"; readonly rejection: ProofRejection }
  | { readonly reason: "bound_token_in_query" }
  | { readonly reason: "token_in_url"; readonly profile: string };

/** RFC 6750 §2.1: the token in an `Authorization` header of the scheme Bearer. */
export function bearerTokenIn(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}

/** The token of a request, sent in exactly one of the ways of §2. */
export function parseAccessToken(request: BearerRequest): Result<PresentedToken, BearerRejection> {
  const [, scheme = "", header] =
    /^(bearer|dpop) +(\S+) *$/i.exec(request.authorization ?? "") ?? [];
  const sent = [
    ...(header === undefined ? [] : [header]),
    ...request.form.getAll("access_token"),
    ...request.query.getAll("access_token"),
  ];
  const [token] = sent;
  if (token === undefined) return err({ reason: "token_missing" });
  if (sent.length > 1) return err({ reason: "token_sent_twice" }); // §2
  const inForm = request.form.getAll("access_token").length > 0;
  return ok({
    token,
    scheme: /^dpop$/i.test(scheme) ? "DPoP" : "Bearer",
    place: header !== undefined ? "header" : inForm ? "form" : "query",
  });
}

/**
 * The error of the response body, and the `WWW-Authenticate` header, for the scheme by which the token came or must come.
 * `algorithms` are those that DPoP proofs may have: RFC 9449 §7.1.
 */
export function describeBearerRejection(
  rejection: BearerRejection,
  scheme: AccessTokenScheme = "Bearer",
  algorithms: readonly string[] = signingAlgorithms,
): {
  readonly error: OAuthError;
  readonly www_authenticate: string;
} {
  const { error, challenge: demanded } = challengeFor(rejection, scheme);
  const algs = demanded.scheme === "DPoP" ? [`algs="${algorithms.join(" ")}"`] : [];
  const parameters = [...demanded.parameters, ...algs].join(", ");
  return { error, www_authenticate: `${demanded.scheme} ${parameters}` };
}

interface DescribedRejection {
  readonly error: OAuthError;
  readonly challenge: {
    readonly scheme: AccessTokenScheme;
    readonly parameters: readonly string[];
  };
}

function challengeFor(rejection: BearerRejection, scheme: AccessTokenScheme): DescribedRejection {
  switch (rejection.reason) {
    case "token_missing":
      return {
        error: {
          error: "request_unauthorized",
          error_description: `The access token is missing. Send the header Authorization: ${scheme} <token>.`,
        },
        // §3: a challenge has at least one parameter. §3.1: without credentials no error code is returned.
        challenge: { scheme, parameters: ['realm="Latchkey"'] },
      };
    case "token_sent_twice":
      return challenge(
        scheme,
        "invalid_request",
        "Send the access token only once: in the Authorization header, the form or the query.",
      );
    case "token_inactive":
      return challenge(scheme, "invalid_token", "The access token is invalid, expired or revoked.");
    case "token_without_user":
      return challenge(
        scheme,
        "invalid_token",
        "The access token was issued to a client itself and has no user. Use one from an authorization code flow.",
        "request_unauthorized",
      );
    case "token_bound_to_key":
      return challenge(
        "DPoP",
        "invalid_token",
        "The access token is bound to a key. Send it with the scheme DPoP, and with a DPoP proof.",
      );
    case "token_not_bound":
      return challenge(
        "Bearer",
        "invalid_token",
        "The access token is not bound to a key. Send it with the scheme Bearer.",
      );
    case "token_key_mismatch":
      return challenge(
        "DPoP",
        "invalid_token",
        "The access token is bound to another key than that of the DPoP proof.",
      );
    case "token_certificate_mismatch":
      return challenge(
        "Bearer",
        "invalid_token",
        "The access token is bound to a TLS client certificate. Present that certificate.",
      );
    case "proof_rejected": {
      const { error, error_description } = describeRejection(proofRejections, rejection.rejection);
      return challenge("DPoP", error, error_description);
    }
    case "bound_token_in_query":
      return challenge(
        "Bearer",
        "invalid_request",
        "An access token that is bound to a certificate must be in the Authorization header, not in the query.",
      );
    case "token_in_url":
      return challenge(
        scheme,
        "invalid_request",
        `The security profile ${rejection.profile} does not allow access tokens in the query. Send the access token in the Authorization header.`,
      );
    case "token_for_an_api":
      return challenge(
        "Bearer",
        "insufficient_scope",
        "The access token is for an API, without the scope openid. Use one that was requested without resource.",
      );
  }
}

/** The header may only have the codes of §3.1; the body may have others. */
function challenge(
  scheme: AccessTokenScheme,
  code: ErrorCode,
  error_description: string,
  error: ErrorCode = code,
): DescribedRejection {
  const parameters = [`error="${code}"`, `error_description="${error_description}"`];
  return { error: { error, error_description }, challenge: { scheme, parameters } };
}
