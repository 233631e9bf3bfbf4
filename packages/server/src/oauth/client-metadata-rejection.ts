import { type ErrorCode, type OAuthError, quote } from "./oauth-error.ts";

/** Why a client cannot be registered as it was described. */
export type ClientMetadataRejection =
  | { readonly reason: "body_not_an_object" }
  | { readonly reason: "member_mistyped"; readonly member: string; readonly expected: string }
  | {
      readonly reason: "value_unsupported";
      readonly member: string;
      readonly value: string;
      readonly supported: readonly string[];
    }
  | { readonly reason: "client_id_malformed" }
  | { readonly reason: "client_secret_length"; readonly least: number; readonly most: number }
  | { readonly reason: "scope_malformed"; readonly scope: string }
  | { readonly reason: "origin_malformed"; readonly origin: string }
  | { readonly reason: "uri_malformed"; readonly member: string; readonly uri: string }
  | { readonly reason: "sector_identifier_uri_insecure"; readonly uri: string }
  | { readonly reason: "redirect_uri_malformed"; readonly uri: string }
  | { readonly reason: "post_logout_redirect_uri_foreign"; readonly uri: string }
  | { readonly reason: "keys_malformed"; readonly detail: string }
  | { readonly reason: "keys_given_twice" }
  | { readonly reason: "keys_missing" };

/** RFC 7591 §3.2.2: what the caller is told, with the member at fault and a way to mend it. */
export function describeClientMetadataRejection(rejection: ClientMetadataRejection): OAuthError {
  return { error: codeOf(rejection.reason), error_description: sentence(rejection) };
}

function codeOf(reason: ClientMetadataRejection["reason"]): ErrorCode {
  if (reason === "body_not_an_object" || reason === "member_mistyped") return "invalid_request";
  if (reason === "redirect_uri_malformed") return "invalid_redirect_uri";
  return "invalid_client_metadata";
}

function sentence(rejection: ClientMetadataRejection): string {
  switch (rejection.reason) {
    case "body_not_an_object":
      return "The body must be a JSON object that describes a client.";
    case "member_mistyped":
      return `The member ${rejection.member} must be ${rejection.expected}.`;
    case "redirect_uri_malformed":
      return `The redirect URI ${quote(rejection.uri)} must be absolute, in ASCII, without a fragment, and not a javascript, data or vbscript one.`;
    case "value_unsupported":
      return `The ${rejection.member} ${quote(rejection.value)} is not supported. Use one of: ${rejection.supported.join(", ")}.`;
    case "client_id_malformed":
      return "The client_id must be 1 to 255 printable characters, and neither '.' nor '..', which URLs lose.";
    case "client_secret_length":
      return `The client_secret must have ${rejection.least} to ${rejection.most} characters. Leave it out to have one generated.`;
    case "scope_malformed":
      return "The scope must be words of ASCII letters, digits and punctuation, without quotes or backslashes, with spaces between.";
    case "origin_malformed":
      return `The CORS origin ${quote(rejection.origin)} must look like https://photos.example or https://*.photos.example, without path or query.`;
    case "uri_malformed":
      return `The ${rejection.member} ${quote(rejection.uri)} must be an http or https URL.`;
    case "sector_identifier_uri_insecure":
      return `The sector_identifier_uri ${quote(rejection.uri)} must be an https URL.`;
    case "post_logout_redirect_uri_foreign":
      return `The post-logout redirect URI ${quote(rejection.uri)} must share scheme, host and port with one of the redirect_uris.`;
    case "keys_malformed":
      return `The jwks cannot be used: ${rejection.detail}`;
    case "keys_given_twice":
      return "The members jwks and jwks_uri exclude one another. Send the keys, or the place where they are.";
    case "keys_missing":
      return "The token_endpoint_auth_method private_key_jwt needs the client's public keys. Send jwks or jwks_uri.";
  }
}
