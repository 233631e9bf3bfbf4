/** How an authorization begins, in a browser or by a pushed request; and logout. */

import * as v from "valibot";
import { clientCredentials } from "./tokens.ts";
import { named, optional, required, type ValueOf } from "./objects.ts";
import { integer, list } from "./values.ts";

const string = v.string();

/** RFC 6749 §4.1.1 and OpenID Connect Core §3.1.2.1: the parameters of the authorization endpoint. */
export const authorizationParameters = {
  response_type: optional(
    string,
    "What the client wants: `code`, `token`, `id_token`, or several of them with spaces between.",
  ),
  client_id: optional(string, "The client."),
  redirect_uri: optional(string, "Where the response goes: one of those the client registered."),
  scope: optional(string, "The scopes the client asks for. Space-separated."),
  state: optional(string, "Returned with the response as it was sent."),
  response_mode: optional(
    string,
    "How the response is sent: `query`, `fragment` or `form_post`; `jwt`, `query.jwt`, `fragment.jwt` or `form_post.jwt` for a signed one.",
  ),
  audience: optional(string, "The audiences the access token is to have. Space-separated."),
  resource: optional(
    list(string),
    "The APIs the access token is for, each an absolute URI: RFC 8707 §2. One parameter each.",
  ),
  code_challenge: optional(
    string,
    "The digest of a `code_verifier` that only the client knows: RFC 7636 §4.3.",
  ),
  code_challenge_method: optional(string, "How the digest was made: `S256`."),
  dpop_jkt: optional(string, "The thumbprint of the key that the code is bound to: RFC 9449 §10."),
  nonce: optional(string, "Returned in the ID token as it was sent."),
  display: optional(string, "How the login page should be displayed; passed on to the login app."),
  prompt: optional(
    string,
    "`none`, or several of `login`, `consent`, `select_account` and, where the server has a sign-up page, `create`, with spaces between.",
  ),
  max_age: optional(integer, "Seconds since the login after which the user must log in again."),
  ui_locales: optional(string, "The languages the user prefers. Space-separated."),
  id_token_hint: optional(string, "An ID token of the user who is expected."),
  login_hint: optional(string, "What the user may type to log in; passed on to the login app."),
  acr_values: optional(
    string,
    "The authentication levels wanted. Space-separated; passed on to the login app.",
  ),
  authorization_details: optional(
    string,
    "What the client asks for in detail, as a JSON list of objects with a `type`: RFC 9396 §2.",
  ),
  claims: optional(
    string,
    "Claims the client asks for one by one, as a JSON object: OpenID Connect Core §5.5.",
  ),
  request: optional(
    string,
    "All parameters as a signed JWT, which may be encrypted: OpenID Connect Core §6.1, RFC 9101.",
  ),
  request_uri: optional(
    string,
    "The URL of such a JWT, OpenID Connect Core §6.2, or the reference to a pushed request, RFC 9126 §2.2.",
  ),
  login_verifier: optional(string, "Proof that the login app has answered."),
  consent_verifier: optional(string, "Proof that the consent app has answered."),
};

export interface AuthorizationRequest extends ValueOf<
  v.ObjectSchema<typeof authorizationParameters, undefined>
> {}

/** OpenID Connect RP-Initiated Logout §2. */
export const endSessionParameters = {
  id_token_hint: optional(string, "An ID token of the user who logs out."),
  client_id: optional(string, "The client."),
  post_logout_redirect_uri: optional(
    string,
    "Where the browser goes afterwards: one of those the client registered.",
  ),
  state: optional(string, "Returned with the browser as it was sent."),
  logout_verifier: optional(string, "Proof that the logout app has answered."),
};

export interface EndSessionRequest extends ValueOf<
  v.ObjectSchema<typeof endSessionParameters, undefined>
> {}

export const navigation = named(
  "Navigation",
  "Where the browser goes: to a `location`, or there by way of a `page` (form_post, front-channel logout). Scripts in a browser see neither, because it hides redirects from them.",
  v.object({
    location: optional(string, "Where the browser is sent."),
    page: optional(string, "A page that takes the browser there."),
  }),
);

export interface Navigation extends ValueOf<typeof navigation> {}

const {
  request_uri: _request_uri,
  login_verifier: _login_verifier,
  consent_verifier: _consent_verifier,
  ...pushedParameters
} = authorizationParameters;

export const pushedAuthorizationRequest = named(
  "PushedAuthorizationRequest",
  "An authorization request that the client sends itself: RFC 9126 §2.1. `request_uri` is not allowed.",
  v.object({ ...clientCredentials, ...pushedParameters }),
);

export interface PushedAuthorizationRequest extends ValueOf<typeof pushedAuthorizationRequest> {}

export const pushedAuthorizationResponse = named(
  "PushedAuthorizationResponse",
  "RFC 9126 §2.2.",
  v.object({
    request_uri: required(
      string,
      "The reference to send to the authorization endpoint with the `client_id`. One authorization can be completed with it.",
    ),
    expires_in: required(integer, "Seconds until the reference expires."),
  }),
);

export interface PushedAuthorizationResponse extends ValueOf<typeof pushedAuthorizationResponse> {}
