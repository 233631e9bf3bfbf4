/** RFC 6750, RFC 9449 §7: how a request presents an access token, and the errors about one. */

import { signingAlgorithms } from "./algorithms.ts";
import { type ProofRejection, proofRejections } from "./binding/dpop.ts";
import type { FormFields } from "./form-fields.ts";
import type { OAuthError } from "./oauth-error.ts";
import { defineRejections, describeRejection, type RejectionOf } from "./rejection.ts";
import { err, ok, type Result } from "../result.ts";

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
  | { readonly reason: "proof_rejected"; readonly rejection: ProofRejection }
  | RejectionOf<typeof bearerRejections>;

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
  const isInForm = request.form.getAll("access_token").length > 0;
  return ok({
    token,
    scheme: /^dpop$/i.test(scheme) ? "DPoP" : "Bearer",
    place: header !== undefined ? "header" : isInForm ? "form" : "query",
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
  const demanded = schemes[rejection.reason] ?? scheme;
  const error = errorFor(rejection, scheme);
  const algs = demanded === "DPoP" ? [`algs="${algorithms.join(" ")}"`] : [];
  const parameters = [...challengeFor(rejection, error), ...algs].join(", ");
  return { error, www_authenticate: `${demanded} ${parameters}` };
}

function errorFor(rejection: BearerRejection, scheme: AccessTokenScheme): OAuthError {
  if (rejection.reason === "token_missing") {
    const error_description = `The access token is missing. Send the header Authorization: ${scheme} <token>.`;
    return { error: "request_unauthorized", error_description };
  }
  const { error, error_description } =
    rejection.reason === "proof_rejected"
      ? describeRejection(proofRejections, rejection.rejection)
      : describeRejection(bearerRejections, rejection);
  return { error, error_description };
}

/** §3: a challenge has at least one parameter. §3.1: without credentials no error code is returned. */
function challengeFor(
  { reason }: BearerRejection,
  { error, error_description }: OAuthError,
): readonly string[] {
  if (reason === "token_missing") return ['realm="Latchkey"'];
  // The header may only have the codes of §3.1; the body may have others.
  const code = error === "request_unauthorized" ? "invalid_token" : error;
  return [`error="${code}"`, `error_description="${error_description}"`];
}

/** The scheme by which the token must come, where it is not the one by which it came. */
const schemes: { readonly [Reason in BearerRejection["reason"]]?: AccessTokenScheme } = {
  token_bound_to_key: "DPoP",
  token_not_bound: "Bearer",
  token_key_mismatch: "DPoP",
  token_certificate_mismatch: "Bearer",
  proof_rejected: "DPoP",
  bound_token_in_query: "Bearer",
  token_for_an_api: "Bearer",
};

const bearerRejections = defineRejections("invalid_token", {
  token_sent_twice: {
    error: "invalid_request",
    description:
      "Send the access token only once: in the Authorization header, the form or the query.",
  },
  token_inactive: { description: "The access token is invalid, expired or revoked." },
  token_without_user: {
    error: "request_unauthorized",
    description:
      "The access token was issued to a client itself and has no user. Use one from an authorization code flow.",
  },
  token_bound_to_key: {
    description:
      "The access token is bound to a key. Send it with the scheme DPoP, and with a DPoP proof.",
  },
  token_not_bound: {
    description: "The access token is not bound to a key. Send it with the scheme Bearer.",
  },
  token_key_mismatch: {
    description: "The access token is bound to another key than that of the DPoP proof.",
  },
  token_certificate_mismatch: {
    description: "The access token is bound to a TLS client certificate. Present that certificate.",
  },
  bound_token_in_query: {
    error: "invalid_request",
    description:
      "An access token that is bound to a certificate must be in the Authorization header, not in the query.",
  },
  token_in_url: {
    error: "invalid_request",
    description: ({ profile }: { profile: string }) =>
      `The security profile ${profile} does not allow access tokens in the query. Send the access token in the Authorization header.`,
  },
  token_of_user: {
    error: "insufficient_scope",
    description:
      "The access token was issued for a user. Use one that the client got for itself, with the grant type client_credentials.",
  },
  token_for_other_audience: {
    description: "The access token is for another audience. Use one that was requested without.",
  },
  scope_missing: {
    error: "insufficient_scope",
    description: ({ scope }: { scope: string }) => `The access token lacks the scope ${scope}.`,
  },
  token_for_an_api: {
    error: "insufficient_scope",
    description:
      "The access token is for an API, without the scope openid. Use one that was requested without resource.",
  },
});
