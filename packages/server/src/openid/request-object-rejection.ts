/** OpenID Connect Core §6, RFC 9101: why a request object is rejected, and the error response. */

import type { OAuthError } from "../oauth/oauth-error.ts";

/** The reason and its facts. */
export type RequestObjectRejection =
  | { readonly reason: "given_twice" }
  | { readonly reason: "request_uri_not_registered"; readonly request_uri: string }
  | { readonly reason: "not_fetched"; readonly detail: string }
  | { readonly reason: "malformed" }
  | { readonly reason: "missing" }
  | { readonly reason: "not_signed" }
  | { readonly reason: "encryption_disabled" }
  | { readonly reason: "not_decrypted"; readonly detail: string }
  | {
      readonly reason: "encryption_not_registered";
      readonly registered_alg: string;
      readonly registered_enc: string;
    }
  | {
      readonly reason: "alg_not_registered";
      readonly alg: unknown;
      readonly registered: string;
      /** The client's field that it is registered in. */
      readonly field: string;
    }
  | {
      readonly reason: "alg_not_accepted";
      readonly alg: unknown;
      readonly accepted: readonly string[];
    }
  | { readonly reason: "typ_not_accepted"; readonly typ: unknown }
  | { readonly reason: "not_verified"; readonly detail: string }
  | { readonly reason: "iss_not_client"; readonly iss: unknown }
  | { readonly reason: "sub_is_client" }
  | { readonly reason: "aud_not_us"; readonly aud: unknown }
  | { readonly reason: "expired"; readonly exp: unknown }
  | { readonly reason: "nbf_in_the_future"; readonly nbf: unknown }
  | { readonly reason: "lifetime_too_long" }
  | { readonly reason: "nested"; readonly parameter: string }
  | { readonly reason: "too_large"; readonly detail: string }
  | { readonly reason: "fetched_too_often"; readonly retry_after: number }
  | { readonly reason: "claim_missing"; readonly claim: string }
  | { readonly reason: "claim_malformed"; readonly claim: string }
  | { readonly reason: "parameter_contradicted"; readonly parameter: string }
  | { readonly reason: "parameter_beside"; readonly parameter: string };

/** OpenID Connect Core §3.1.2.6: the error, shown to the user and not sent to the client. It quotes nothing of the request. */
export function describeRequestObjectRejection(rejection: RequestObjectRejection): OAuthError {
  return { ...describeReason(rejection), reason: `request_object_${rejection.reason}` };
}

function describeReason(rejection: RequestObjectRejection): OAuthError {
  switch (rejection.reason) {
    case "given_twice":
      return {
        error: "invalid_request",
        error_description: "Send either request or request_uri, not both.",
      };
    case "request_uri_not_registered":
      return invalidUri(
        "The request_uri is not registered for the client. Add it to the client's request_uris.",
      );
    case "not_fetched":
      return invalidUri(
        "The request_uri could not be fetched. Check that this server can reach it.",
        rejection.detail,
      );
    case "malformed":
      return invalidObject(
        "The request object must be a JWT, signed or unsigned, which may be encrypted.",
      );
    case "missing":
      return {
        error: "invalid_request",
        error_description:
          "The authorization request must be a signed request object. Send one as request.",
      };
    case "not_signed":
      return invalidObject("The request object must be signed: the alg none is not accepted.");
    case "encryption_disabled":
      return invalidObject(
        "Encrypted request objects are not enabled on this server. Send the signed JWT itself.",
      );
    case "not_decrypted":
      return invalidObject(
        "The request object cannot be decrypted. Encrypt it to a key of jwks_uri whose use is enc, with its alg, and without compression.",
        rejection.detail,
      );
    case "encryption_not_registered":
      return invalidObject(
        `The request object must be encrypted with ${rejection.registered_alg} and ${rejection.registered_enc}, as the client registered.`,
      );
    case "alg_not_registered":
      return invalidObject(
        `The alg of the request object must be ${rejection.registered}, the ${rejection.field} of the client.`,
      );
    case "alg_not_accepted":
      return invalidObject(
        `The alg of the request object must be one of: ${rejection.accepted.join(", ")}.`,
      );
    case "typ_not_accepted":
      return invalidObject(
        "The typ of the request object must be oauth-authz-req+jwt or JWT, or be left out.",
      );
    case "not_verified":
      return invalidObject(
        "The signature of the request object is invalid. Check the client's jwks or jwks_uri, and that kid names the key.",
        rejection.detail,
      );
    case "iss_not_client":
      return invalidObject("The iss of the request object must be the client_id.");
    case "sub_is_client":
      return invalidObject(
        "The sub of the request object must not be the client_id: that is a client assertion. Leave sub out.",
      );
    case "aud_not_us":
      return invalidObject("The aud of the request object must be the issuer.");
    case "expired":
      return invalidObject("The request object has expired.");
    case "nbf_in_the_future":
      return invalidObject("The request object is not valid yet.");
    case "lifetime_too_long":
      return invalidObject(
        "The request object is valid for too long: its nbf must be at most 60 minutes ago, and its exp at most 60 minutes after it.",
      );
    case "nested":
      return invalidObject(
        `The request object must not contain the parameter ${rejection.parameter}.`,
      );
    case "too_large":
      return invalidObject(`The request object is too large. ${rejection.detail}`);
    case "fetched_too_often":
      return {
        error: "too_many_requests",
        error_description: "Too many request objects were fetched. Try again later.",
        retry_after: rejection.retry_after,
      };
    case "claim_missing":
      return invalidObject(`The claim ${rejection.claim} of the request object is missing.`);
    case "claim_malformed":
      return invalidObject("A claim of the request object cannot be read as a parameter.");
    case "parameter_beside":
      return {
        error: "invalid_request",
        error_description:
          "The request has parameters beside its request object. Send all but those of client authentication in the object.",
        debug: `The parameter is ${rejection.parameter}.`,
      };
    case "parameter_contradicted":
      return invalidObject(
        `The ${rejection.parameter} of the request object differs from the one of the request.`,
      );
  }
}

function invalidUri(error_description: string, debug?: string): OAuthError {
  return { error: "invalid_request_uri", error_description, ...(debug !== undefined && { debug }) };
}

function invalidObject(error_description: string, debug?: string): OAuthError {
  return {
    error: "invalid_request_object",
    error_description,
    ...(debug !== undefined && { debug }),
  };
}
