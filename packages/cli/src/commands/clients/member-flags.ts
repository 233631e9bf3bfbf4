import type { OAuth2ClientInput } from "@latchkey/api";

/** How a flag is read. */
export type Kind = "text" | "list" | "words" | "boolean" | "json";

/** A flag that fills a member. */
export interface Flag {
  readonly member: keyof OAuth2ClientInput;
  readonly kind: Kind;
  readonly short?: string;
  readonly default?: string;
  readonly values?: readonly string[];
  readonly separator?: RegExp;
  readonly summary: string;
}

/** Every flag that describes a client, and the member it fills. */
export const described: Readonly<Record<string, Flag>> = {
  secret: {
    member: "client_secret",
    kind: "text",
    summary: "A secret of your own; the server makes one otherwise.",
  },
  name: {
    member: "client_name",
    kind: "text",
    short: "n",
    summary: "What people see on the consent page.",
  },
  callbacks: {
    member: "redirect_uris",
    kind: "list",
    short: "c",
    summary: "Redirect URIs, joined by commas or repeated.",
  },
  "grant-types": {
    member: "grant_types",
    kind: "list",
    short: "g",
    default: "authorization_code",
    values: ["authorization_code", "client_credentials", "implicit", "refresh_token"],
    separator: /\s*,\s*/,
    summary: "The grants it may use.",
  },
  "response-types": {
    member: "response_types",
    kind: "list",
    short: "r",
    default: "code",
    values: ["code", "id_token", "token"],
    separator: /[\s,]+/, // A response type may be several words, such as "code id_token".
    summary: "What it may ask the authorization endpoint for.",
  },
  scope: { member: "scope", kind: "words", short: "a", summary: "The scopes it may ask for." },
  audience: { member: "audience", kind: "list", summary: "The audiences it may ask for." },
  "token-endpoint-auth-method": {
    member: "token_endpoint_auth_method",
    kind: "text",
    default: "client_secret_basic",
    values: ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    summary: "How it proves itself; none for apps that cannot keep a secret.",
  },
  "jwks-uri": { member: "jwks_uri", kind: "text", summary: "Where its public keys are." },
  jwks: { member: "jwks", kind: "json", summary: "Its public keys, as a JSON Web Key Set." },
  "policy-uri": { member: "policy_uri", kind: "text", summary: "Its privacy policy." },
  "tos-uri": { member: "tos_uri", kind: "text", summary: "Its terms of service." },
  "client-uri": { member: "client_uri", kind: "text", summary: "Its home page." },
  "logo-uri": { member: "logo_uri", kind: "text", summary: "Its logo." },
  owner: { member: "owner", kind: "text", summary: "Whose client it is." },
  contacts: { member: "contacts", kind: "list", summary: "Whom to write to about it." },
  "allowed-cors-origins": {
    member: "allowed_cors_origins",
    kind: "list",
    summary: "Origins its scripts call from, beside those of its redirect URIs.",
  },
  "subject-type": {
    member: "subject_type",
    kind: "text",
    default: "public",
    values: ["public", "pairwise"],
    summary: "Whether people have the same subject as elsewhere.",
  },
  "sector-identifier-uri": {
    member: "sector_identifier_uri",
    kind: "text",
    summary: "What pairwise subjects are computed from.",
  },
  "post-logout-callbacks": {
    member: "post_logout_redirect_uris",
    kind: "list",
    summary: "Where a sign-out may end.",
  },
  "frontchannel-logout-uri": {
    member: "frontchannel_logout_uri",
    kind: "text",
    summary: "What the browser loads at a sign-out.",
  },
  "backchannel-logout-uri": {
    member: "backchannel_logout_uri",
    kind: "text",
    summary: "What the server calls at a sign-out.",
  },
  "frontchannel-logout-session-required": {
    member: "frontchannel_logout_session_required",
    kind: "boolean",
    summary: "It is told which session, in the browser.",
  },
  "backchannel-logout-session-required": {
    member: "backchannel_logout_session_required",
    kind: "boolean",
    summary: "It is told which session, by the server.",
  },
  "id-token-signed-response-alg": {
    member: "id_token_signed_response_alg",
    kind: "text",
    summary: "How its ID tokens are signed.",
  },
  "access-token-strategy": {
    member: "access_token_strategy",
    kind: "text",
    values: ["opaque", "jwt"],
    summary: "What its access tokens are.",
  },
  "access-token-jwt-typ": {
    member: "access_token_jwt_typ",
    kind: "text",
    values: ["JWT", "at+jwt"],
    summary: "The typ of its JWT access tokens.",
  },
  metadata: { member: "metadata", kind: "json", summary: "Anything else, as a JSON object." },
};
