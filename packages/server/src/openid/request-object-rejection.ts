import type { OAuthError } from "../oauth/oauth-error.ts";

/** Why a request object does not count. */
export type RequestObjectRejection =
  | { readonly reason: "given_twice" }
  | { readonly reason: "request_uri_not_registered"; readonly request_uri: string }
  | { readonly reason: "not_fetched"; readonly detail: string }
  | { readonly reason: "malformed" }
  | { readonly reason: "alg_not_registered"; readonly alg: unknown; readonly registered: string }
  | { readonly reason: "typ_not_accepted"; readonly typ: unknown }
  | { readonly reason: "not_verified"; readonly detail: string }
  | { readonly reason: "iss_not_client"; readonly iss: unknown }
  | { readonly reason: "aud_not_us"; readonly aud: unknown }
  | { readonly reason: "expired"; readonly exp: unknown }
  | { readonly reason: "nbf_in_the_future"; readonly nbf: unknown }
  | { readonly reason: "nested"; readonly parameter: string }
  | { readonly reason: "too_large"; readonly detail: string }
  | { readonly reason: "claim_malformed"; readonly claim: string }
  | { readonly reason: "parameter_contradicted"; readonly parameter: string };

/** OpenID Connect Core §3.1.2.6: what the person at the screen is told, without a word of the request. It may not go to the client. */
export function describeRequestObjectRejection(rejection: RequestObjectRejection): OAuthError {
  return { ...tell(rejection), reason: `request_object_${rejection.reason}` };
}

function tell(rejection: RequestObjectRejection): OAuthError {
  switch (rejection.reason) {
    case "given_twice":
      return {
        error: "invalid_request",
        error_description: "A request may carry request or request_uri, but not both.",
      };
    case "request_uri_not_registered":
      return invalidUri("The request_uri is none of the client's. Add it to its request_uris.");
    case "not_fetched":
      return invalidUri("The request_uri could not be fetched.", rejection.detail);
    case "malformed":
      return invalidObject("The request object must be a signed or unsigned JWT.");
    case "alg_not_registered":
      return invalidObject(
        `The client registered the request_object_signing_alg ${rejection.registered}, and the request object has another alg.`,
      );
    case "typ_not_accepted":
      return invalidObject(
        "The typ of the request object must be oauth-authz-req+jwt or JWT, or be left out.",
      );
    case "not_verified":
      return invalidObject(
        "The signature of the request object is not good. Check the client's keys.",
        rejection.detail,
      );
    case "iss_not_client":
      return invalidObject("The iss of the request object must be the client_id.");
    case "aud_not_us":
      return invalidObject("The aud of the request object must be the issuer.");
    case "expired":
      return invalidObject("The request object expired.");
    case "nbf_in_the_future":
      return invalidObject("The request object is not valid yet.");
    case "nested":
      return invalidObject(`The request object may not hold ${rejection.parameter} in turn.`);
    case "too_large":
      return invalidObject(`The request object asks for too much. ${rejection.detail}`);
    case "claim_malformed":
      return invalidObject("A claim of the request object is not text.");
    case "parameter_contradicted":
      return invalidObject(
        `The ${rejection.parameter} of the request object is not that of the request.`,
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
