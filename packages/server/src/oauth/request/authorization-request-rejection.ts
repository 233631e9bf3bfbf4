/** RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6: why an authorization request is rejected, and the error response. */

import { claimsRejections } from "../claims-parameter.ts";
import { quote } from "../oauth-error.ts";
import { openIdParameterRejections } from "./openid-parameters.ts";
import { codeChallengeRejections } from "../pkce.ts";
import { redirectUriRejections } from "../redirect-uri.ts";
import { defineRejections, type RejectionOf } from "../rejection.ts";
import { responseTypeRejections } from "../response-type.ts";
import { scopeRejections } from "../scope.ts";
import { permissionRejections } from "./permissions.ts";

/** The reason and its facts. */
export type AuthorizationRequestRejection = RejectionOf<typeof authorizationRequestRejections>;

const AUTHORIZATION_ERROR = "RFC 6749 §4.1.2.1";

/**
 * Rejections that are shown on a page of this server quote no parameter: an attacker could otherwise put text on that page with a
 * link.
 */
export const authorizationRequestRejections = defineRejections("invalid_request", {
  parameter_repeated: {
    description: ({ parameter }: { parameter: string }) =>
      `Send the parameter ${quote(parameter)} only once.`,
    reference: "RFC 6749 §3.1",
    fix: "Send each parameter once. Check whether a proxy or a library adds it a second time.",
  },
  client_id_missing: {
    description: "The parameter client_id is missing.",
    reference: AUTHORIZATION_ERROR,
    fix: "Send the client_id with the authorization request.",
  },
  client_unknown: {
    error: "invalid_client",
    description: "No client has this client_id. Check the client_id, or register the client.",
    reference: AUTHORIZATION_ERROR,
    fix: "Register the client, or correct the client_id that the application sends.",
  },
  response_mode_unknown: {
    error: "unsupported_response_mode",
    description:
      "The response_mode is not supported. Use query, fragment or form_post, each also with .jwt, or jwt.",
    reference: "OAuth 2.0 Multiple Response Types §2.1",
    fix: "Use query, fragment or form_post, or one of the response_modes_supported of the discovery document.",
  },
  ...redirectUriRejections,
  redirect_uri_of_openid_missing: {
    description: "OpenID Connect requires a redirect_uri. Send one of the client's redirect_uris.",
    reference: "OpenID Connect Core §3.1.2.1",
    fix: "Send the redirect_uri. Without the scope openid it may be left out, if the client has only one.",
  },
  redirect_uri_insecure: {
    description: "The redirect_uri uses http, which does not protect the response. Use https.",
    reference: "RFC 6749 §3.1.2.1",
    fix: "Use https, or list it in dangerous-allow-insecure-redirect-urls while developing.",
  },
  ...scopeRejections,
  ...permissionRejections,
  ...claimsRejections,
  registration_sent: {
    error: "registration_not_supported",
    description: "The parameter registration is not supported. Register the client beforehand.",
  },
  ...responseTypeRejections,
  response_mode_reveals_tokens: {
    error: "unsupported_response_mode",
    description:
      "The response_mode query would put tokens into server logs and browser histories. Use fragment or form_post.",
    reference: "OAuth 2.0 Multiple Response Types §3",
    fix: "Use fragment or form_post.",
  },
  state_too_short: {
    error: "invalid_state",
    description: ({ least }: { least: number }) =>
      `The state must have at least ${least} characters.`,
    fix: "Send a longer state, or lower oauth2.min_parameter_entropy.",
  },
  ...openIdParameterRejections,
  ...codeChallengeRejections,
  response_type_unbound: {
    error: "unsupported_response_type",
    description:
      "The authorization endpoint cannot bind an access token to a key, which is required for this client. Use response_type=code.",
    reference: "RFC 9449 §5",
    fix: "Use response_type=code, so that the token endpoint can bind the tokens to a key.",
  },
  dpop_jkt_malformed: {
    description:
      "The dpop_jkt must be the SHA-256 thumbprint of a public key (RFC 7638), in base64url without padding.",
    reference: "RFC 9449 §10",
    fix: "Send the SHA-256 thumbprint of the public key (RFC 7638).",
  },
  openid_not_granted: {
    error: "unsupported_response_type",
    description: "The response_type includes id_token, but the scope openid was not granted.",
    reference: "OpenID Connect Core §3.1.2.6",
    fix: "Grant the scope openid in the consent app, or remove id_token from the response_type.",
  },
});
