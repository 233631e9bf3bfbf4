/** Tokens, introspection, revocation and userinfo: what clients and APIs exchange with the server. */

import * as v from "valibot";
import { grantTypeOptions } from "./grant-types.ts";
import { named, optional, required, type ValueOf } from "./objects.ts";
import { claim, type StandardClaims } from "./standard-claims.ts";
import { integer, jsonObject, list, nonEmpty, timestamp } from "./values.ts";

const string = v.string();

/** RFC 6749 §2.3.1, RFC 7521 §4.2: how a client authenticates in a form. Basic travels in a header instead. */
export const clientCredentials = {
  client_id: optional(string, "The client."),
  client_secret: optional(string, "The client's secret, where it does not travel in a header."),
  client_assertion_type: optional(
    string,
    "`urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.",
  ),
  client_assertion: optional(string, "A JWT that the client signed: RFC 7523 §2.2."),
};

export interface ClientCredentials extends ValueOf<
  v.ObjectSchema<typeof clientCredentials, undefined>
> {}

/** The implicit grant has no request to the token endpoint. */
const grantTypesInWords = grantTypeOptions
  .filter(({ value }) => value !== "implicit")
  .map(({ value }) => `\`${value}\``)
  .join(", ");

export const oauth2TokenRequest = named(
  "OAuth2TokenRequest",
  "A grant to be exchanged for tokens: RFC 6749 §4.1.3, §4.4.2, §6, RFC 7523 §2.1, RFC 8693 §2.1.",
  v.object({
    ...clientCredentials,
    grant_type: required(string, `One of: ${grantTypesInWords}.`),
    code: optional(string, "The code of the authorization response."),
    code_verifier: optional(string, "The secret behind the `code_challenge`: RFC 7636 §4.5."),
    redirect_uri: optional(
      string,
      "The redirect URI of the authorization request, where it had one.",
    ),
    refresh_token: optional(string, "The refresh token to exchange."),
    device_code: optional(string, "The device code of the device authorization: RFC 8628 §3.4."),
    auth_req_id: optional(
      string,
      "The `auth_req_id` of the backchannel authentication: OpenID CIBA Core §10.1.",
    ),
    scope: optional(
      string,
      "The scopes to ask for; on a refresh, no more than was granted. Space-separated.",
    ),
    audience: optional(
      string,
      "With `client_credentials` and `token-exchange`: the audiences the access token is to have. Space-separated.",
    ),
    resource: optional(
      list(string),
      "The APIs the access token is for, each an absolute URI; of a grant, no others than were granted: RFC 8707 §2.2.",
    ),
    assertion: optional(string, "The JWT of a trusted issuer: RFC 7523 §2.1."),
    subject_token: optional(
      string,
      "The token to exchange, or the `sub` of a user: RFC 8693 §2.1.",
    ),
    subject_token_type: optional(
      string,
      "What the `subject_token` is: `urn:ietf:params:oauth:token-type:access_token`, `…:id_token` or `…:jwt`; or `urn:latchkey:params:oauth:token-type:subject`.",
    ),
    actor_token: optional(string, "A token of who is to act for the subject: RFC 8693 §2.1."),
    actor_token_type: optional(string, "What the `actor_token` is; with that only."),
    reason: optional(
      string,
      "Why the user of the `actor_token` acts for the user of the `subject_token`, of at most 200 characters; where that is a `sub`.",
    ),
    requested_token_type: optional(
      string,
      "What is wanted: `urn:ietf:params:oauth:token-type:access_token` by default, `…:jwt` or `…:id-jag`.",
    ),
    authorization_details: optional(
      string,
      "The details the access token is to have, as a JSON list; with a code, a device code or a refresh token, no more than was granted: RFC 9396 §6.",
    ),
  }),
);

export interface OAuth2TokenRequest extends ValueOf<typeof oauth2TokenRequest> {}

export const oauth2TokenResponse = named(
  "OAuth2TokenResponse",
  "RFC 6749 §5.1, and OpenID Connect Core §3.1.3.3 for the ID token.",
  v.object({
    access_token: required(string, "What APIs are called with."),
    token_type: required(
      v.picklist(["bearer", "DPoP", "N_A"]),
      "How it is presented: `DPoP` when it is bound to a key, RFC 9449; `N_A` when it is no access token, RFC 8693 §2.2.1.",
    ),
    expires_in: required(integer, "Seconds until the access token expires."),
    scope: required(string, "The scopes granted. Space-separated; may be empty."),
    refresh_token: optional(string, "What the next tokens are requested with."),
    id_token: optional(string, "Who logged in, signed."),
    issued_token_type: optional(
      string,
      "What `access_token` is, in a token exchange: RFC 8693 §2.2.1.",
    ),
    authorization_details: optional(
      list(jsonObject),
      "What the access token grants in detail: RFC 9396 §7.",
    ),
  }),
);

export interface OAuth2TokenResponse extends ValueOf<typeof oauth2TokenResponse> {}

export const revokeOAuth2TokenRequest = named(
  "RevokeOAuth2TokenRequest",
  "RFC 7009 §2.1.",
  v.object({
    ...clientCredentials,
    token: required(nonEmpty, "The token to revoke."),
    token_type_hint: optional(string, "`access_token` or `refresh_token`; nothing depends on it."),
  }),
);

export interface RevokeOAuth2TokenRequest extends ValueOf<typeof revokeOAuth2TokenRequest> {}

export const flushInactiveOAuth2TokensRequest = named(
  "FlushInactiveOAuth2TokensRequest",
  "Keeps tokens that were issued at `notAfter` or later. The one name in the contract that is not snake_case.",
  v.object({
    notAfter: optional(
      timestamp,
      "Tokens that were issued then or later are kept, in RFC 3339; now when left out.",
    ),
  }),
  { notAfter: "2026-01-01T00:00:00Z" },
);

export interface FlushInactiveOAuth2TokensRequest extends ValueOf<
  typeof flushInactiveOAuth2TokensRequest
> {}

const activeToken = named(
  "ActiveToken",
  "A token that is valid for what was asked.",
  v.object({
    active: required(v.literal(true), "The token is valid."),
    scope: optional(string, "Its scopes. Space-separated."),
    client_id: required(string, "The client it was issued to."),
    sub: required(string, "The user it stands for: the client's own id when there is none."),
    obfuscated_subject: optional(
      string,
      "The subject that the client knows, where that differs from `sub`.",
    ),
    exp: required(integer, "When it expires, in Unix seconds."),
    iat: required(integer, "When it was issued, in Unix seconds."),
    nbf: required(integer, "When it becomes valid, in Unix seconds."),
    username: optional(string, "The name of the user, where that is known."),
    aud: required(list(string), "Its audiences."),
    iss: required(string, "Its issuer: this server."),
    token_type: required(v.picklist(["Bearer", "DPoP"]), "How it is presented."),
    token_use: required(v.picklist(["access_token", "refresh_token"]), "Which of the two it is."),
    ext: optional(jsonObject, "What the consent app put into `session.access_token`."),
    cnf: optional(
      v.object({
        jkt: optional(string, "The thumbprint of the key of DPoP proofs: RFC 9449 §6.1."),
        "x5t#S256": optional(string, "The thumbprint of a client certificate: RFC 8705 §3.1."),
      }),
      "The key that the token is bound to: RFC 7800 §3.1.",
    ),
    act: optional(jsonObject, "Who acts for the user: RFC 8693 §4.1."),
    may_act: optional(jsonObject, "Who may act for the user: RFC 8693 §4.4."),
    authorization_details: optional(list(jsonObject), "What was granted in detail: RFC 9396 §9.1."),
    acr: optional(string, "The authentication level of the user's login: RFC 9470 §6.2."),
    auth_time: optional(integer, "When the user logged in, in Unix seconds: RFC 9470 §6.2."),
  }),
);

export interface ActiveToken extends ValueOf<typeof activeToken> {}

const inactiveToken = named(
  "InactiveToken",
  "Expired, revoked, lacking a scope, or never issued: all look the same.",
  v.object({ active: required(v.literal(false), "The token is not valid.") }),
);

export interface InactiveToken extends ValueOf<typeof inactiveToken> {}

export const introspectOAuth2TokenRequest = named(
  "IntrospectOAuth2TokenRequest",
  "RFC 7662 §2.1. The credentials are for the public listener, where the API authenticates as a client.",
  v.object({
    ...clientCredentials,
    token: required(string, "The token to introspect: an access token or a refresh token."),
    scope: optional(string, "The scopes it must have. Space-separated."),
    token_type_hint: optional(string, "`access_token` or `refresh_token`; nothing depends on it."),
  }),
);

export interface IntrospectOAuth2TokenRequest extends ValueOf<
  typeof introspectOAuth2TokenRequest
> {}

export const oauth2TokenIntrospection = named(
  "OAuth2TokenIntrospection",
  "RFC 7662 §2.2. Nothing is said about a token that is not active.",
  v.union([activeToken, inactiveToken]),
);

export type OAuth2TokenIntrospection = ActiveToken | InactiveToken;

/** Of claims that a consent app added, only the types are certain. */
const releasedClaims = {
  name: claim("name", string),
  given_name: claim("given_name", string),
  family_name: claim("family_name", string),
  middle_name: claim("middle_name", string),
  nickname: claim("nickname", string),
  preferred_username: claim("preferred_username", string),
  profile: claim("profile", string),
  picture: claim("picture", string),
  website: claim("website", string),
  email: claim("email", string),
  email_verified: claim("email_verified", v.boolean()),
  gender: claim("gender", string),
  birthdate: claim("birthdate", string),
  zoneinfo: claim("zoneinfo", string),
  locale: claim("locale", string),
  phone_number: claim("phone_number", string),
  phone_number_verified: claim("phone_number_verified", v.boolean()),
  address: claim("address", jsonObject, ": OpenID Connect Core §5.1.1"),
  updated_at: claim("updated_at", integer),
} satisfies StandardClaims;

export const userinfoResponse = named(
  "UserinfoResponse",
  "The claims of OpenID Connect Core §5.1, and those the consent app added.",
  v.objectWithRest(
    { sub: required(string, "Identifies the user, as this client knows them."), ...releasedClaims },
    v.unknown(),
  ),
);

export interface UserinfoResponse extends ValueOf<typeof userinfoResponse> {}
