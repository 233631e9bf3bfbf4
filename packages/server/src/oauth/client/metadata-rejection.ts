import { clientFields, explain, isClientFieldName, type Problem } from "@latchkey/api";
import { certificateNameFields } from "../binding/client-certificate.ts";
import { CIBA_GRANT } from "../grant-type.ts";
import { type ErrorCode, type OAuthError, quote } from "../oauth-error.ts";

/** Why a client cannot be registered as it was described. */
export type ClientMetadataRejection =
  | { readonly reason: "body_not_an_object" }
  | ({ readonly reason: "field_invalid" } & Problem)
  | { readonly reason: "post_logout_redirect_uri_foreign"; readonly uri: string }
  | { readonly reason: "keys_malformed"; readonly detail: string }
  | { readonly reason: "keys_given_twice" }
  | {
      readonly reason: "url_refused";
      readonly field: string;
      readonly uri: string;
      readonly detail: string;
    }
  | { readonly reason: "keys_missing"; readonly method: string }
  | { readonly reason: "certificates_missing" }
  | { readonly reason: "certificate_name_not_one"; readonly given: number }
  | { readonly reason: "bindings_combined" }
  | { readonly reason: "backchannel_client_public" }
  | { readonly reason: "notification_endpoint_missing" }
  | { readonly reason: "pairwise_in_jwt" }
  | { readonly reason: "encryption_disabled" }
  | {
      readonly reason: "encryption_incomplete";
      readonly alg_field: string;
      readonly enc_field: string;
    }
  | { readonly reason: "encryption_key_missing"; readonly alg_field: string; readonly alg: string };

/** The error response to an administrator, with the field at fault and how to correct it. */
export function describeClientMetadataRejection(rejection: ClientMetadataRejection): OAuthError {
  const isMistyped = rejection.reason === "field_invalid" && isTypeOrSize(rejection);
  const error = isMistyped ? "invalid_request" : codeOf(rejection);
  return { error, error_description: sentence(rejection) };
}

/** The same to a client that registers itself: RFC 7591 §3.2.2 has no other code for a value of a wrong type or size. */
export function describeRegistrantRejection(rejection: ClientMetadataRejection): OAuthError {
  return { error: codeOf(rejection), error_description: sentence(rejection) };
}

function codeOf(rejection: ClientMetadataRejection): ErrorCode {
  if (rejection.reason === "body_not_an_object") return "invalid_request";
  const isRedirect = rejection.reason === "field_invalid" && rejection.field === "redirect_uris";
  return isRedirect ? "invalid_redirect_uri" : "invalid_client_metadata";
}

function sentence(rejection: ClientMetadataRejection): string {
  switch (rejection.reason) {
    case "body_not_an_object":
      return "The body must be a JSON object that describes a client.";
    case "field_invalid":
      return explainField(rejection);
    case "post_logout_redirect_uri_foreign":
      return `The post-logout redirect URI ${quote(rejection.uri)} must share scheme, host and port with one of the redirect_uris.`;
    case "keys_malformed":
      return `The jwks cannot be used: ${rejection.detail}`;
    case "url_refused":
      return `The ${rejection.field} ${quote(rejection.uri)} is a URL to which this server sends no requests. ${rejection.detail}`;
    case "keys_given_twice":
      return "The fields jwks and jwks_uri exclude one another. Send the keys, or the URL of them.";
    case "keys_missing":
      return `The token_endpoint_auth_method ${rejection.method} needs the client's public keys. Send jwks or jwks_uri.`;
    case "certificates_missing":
      return "The token_endpoint_auth_method self_signed_tls_client_auth needs the client's certificates. Send jwks with an x5c in a key.";
    case "certificate_name_not_one":
      return `The token_endpoint_auth_method tls_client_auth needs exactly one of ${certificateNameFields.join(", ")}, not ${rejection.given}.`;
    case "bindings_combined":
      return "The fields dpop_bound_access_tokens and tls_client_certificate_bound_access_tokens exclude one another: a token is bound to one key.";
    case "backchannel_client_public":
      return `The token_endpoint_auth_method none does not allow the grant type ${CIBA_GRANT}: the client must authenticate. Give it a secret or keys.`;
    case "notification_endpoint_missing":
      return "The backchannel_client_notification_endpoint is missing, which the backchannel_token_delivery_mode ping requires.";
    case "pairwise_in_jwt":
      return "The subject_type pairwise needs opaque access tokens: the client can read a JWT, so APIs would find the pairwise sub in it, and not the subject itself. Send the access_token_strategy opaque, or another subject_type.";
    case "encryption_disabled":
      return "The field request_object_encryption_alg needs the setting oidc.encryption.enabled of the server.";
    case "encryption_incomplete":
      return `The field ${rejection.enc_field} needs ${rejection.alg_field}. Send both, or neither.`;
    case "encryption_key_missing":
      return `The ${rejection.alg_field} ${quote(rejection.alg)} needs a public key of the client for it, whose use is not sig. Send it in jwks, or send jwks_uri.`;
  }
}

function isTypeOrSize({ aspect }: Problem): boolean {
  return aspect === "type" || aspect === "size";
}

/** Repeats the value, unless it is a secret, or of another type or size. */
function explainField(problem: Problem): string {
  const { field, expected, value, aspect } = problem;
  if (isTypeOrSize(problem) || typeof value !== "string" || isSecret(field)) {
    return explain(problem);
  }
  if (aspect === "choice") return `The ${field} ${quote(value)} is not supported. Use ${expected}.`;
  // The field comes first: the console places the message beside the first field it mentions.
  const subject = isList(field) ? `${field} entry` : field;
  return `The ${subject} ${quote(value)} must be ${expected}.`;
}

function isSecret(name: string): boolean {
  return !isClientFieldName(name) || clientFields[name].visible_to === "setter";
}

function isList(name: string): boolean {
  return isClientFieldName(name) && clientFields[name].kind === "list";
}
