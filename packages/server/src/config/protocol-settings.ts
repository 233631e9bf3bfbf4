import { signingAlgorithms } from "../oauth/algorithms.ts";
import { issuer, url } from "./address-kinds.ts";
import { lifespan, lifespanOrNever } from "./duration.ts";
import { boolean, integer, list, oneOf, secret, text } from "./kinds.ts";
import { setting, unset } from "./setting.ts";

/** Lifespans of what one grant type issues, where they differ from those of all. */
const grantLifespans = {
  "ttl.grants.authorization_code.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for an authorization code.",
  ),
  "ttl.grants.authorization_code.refresh_token": unset(
    lifespanOrNever,
    "How long a refresh token is valid that a client gets for an authorization code.",
  ),
  "ttl.grants.authorization_code.id_token": unset(
    lifespan,
    "How long an ID token is valid that a client gets for an authorization code.",
  ),
  "ttl.grants.client_credentials.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for itself.",
  ),
  "ttl.grants.implicit.access_token": unset(
    lifespan,
    "How long an access token is valid that the authorization endpoint issues.",
  ),
  "ttl.grants.implicit.id_token": unset(
    lifespan,
    "How long an ID token is valid that the authorization endpoint issues.",
  ),
  "ttl.grants.refresh_token.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for a refresh token.",
  ),
  "ttl.grants.refresh_token.refresh_token": unset(
    lifespanOrNever,
    "How long a refresh token is valid that a client gets for the one before it.",
  ),
  "ttl.grants.refresh_token.id_token": unset(
    lifespan,
    "How long an ID token is valid that a client gets for a refresh token.",
  ),
};

/** The protocol: names, lifespans and the choices the RFCs leave to a server. */
export const protocolSettings = {
  "urls.self.issuer": setting(
    issuer,
    "http://127.0.0.1:4444",
    "Who the tokens say they come from, letter by letter.",
  ),
  "urls.self.public": unset(
    url,
    "Where the public listener is reached from outside, when that is not the issuer.",
  ),
  "urls.self.admin": unset(url, "Where the admin listener is reached by those who may."),
  "urls.login": unset(url, "The page that signs people in."),
  "urls.consent": unset(url, "The page that asks people for their consent."),
  "urls.workspace_consent": unset(
    url,
    "The page that asks people where an integration shall be installed.",
  ),
  "urls.logout": unset(url, "The page that asks people whether to sign out."),
  "urls.error": unset(url, "The page that shows errors which cannot be sent back to the client."),
  "urls.post_logout_redirect": unset(
    url,
    "Where people go after they signed out, unless the client says.",
  ),
  "ttl.access_token": setting(lifespan, "1h", "How long an access token is valid."),
  "ttl.refresh_token": setting(lifespanOrNever, "720h", "How long a refresh token is valid."),
  "ttl.id_token": setting(lifespan, "1h", "How long an ID token is valid."),
  "ttl.auth_code": setting(lifespan, "10m", "How long an authorization code is valid."),
  ...grantLifespans,
  "ttl.login_consent_request": setting(
    lifespan,
    "1h",
    "How long people may take to sign in and consent.",
  ),
  "ttl.browser_session": setting(
    lifespan,
    "24h",
    "How long a sign-in on the built-in pages lasts without “keep me signed in”, if the browser is not closed before.",
  ),
  "ttl.backchannel_logout": setting(
    lifespan,
    "1h",
    "How long a back-channel logout is tried again before it is given up.",
  ),
  "oauth2.expose_internal_errors": setting(
    boolean,
    false,
    "Adds debug, with what only an operator should read, to error answers.",
  ),
  "oauth2.pkce.enforced": setting(boolean, false, "Asks every client for PKCE."),
  "oauth2.pkce.enforced_for_public_clients": setting(
    boolean,
    true,
    "Asks clients without a secret for PKCE.",
  ),
  "oauth2.client_credentials.default_grant_allowed_scope": setting(
    boolean,
    false,
    "Grants a client that asks for no scope all it may have.",
  ),
  "oauth2.min_parameter_entropy": setting(
    integer(0, 256),
    0,
    "The fewest characters that state and nonce must have.",
  ),
  "oidc.subject_identifiers.supported_types": setting(
    list(oneOf(["public", "pairwise"])),
    ["public"],
    "Whether people have one name everywhere (public) or one for each sector (pairwise).",
  ),
  "oidc.subject_identifiers.pairwise.salt": unset(
    secret,
    "What pairwise names are derived from: 8 characters or more, never to be changed.",
  ),
  "oidc.dynamic_client_registration.default_scope": setting(
    list(text),
    ["offline_access", "offline", "openid"],
    "The scope of a client that was created without one.",
  ),
  "oidc.rsa_bits": setting(
    integer(2048, 8192),
    2048,
    "The size of RSA keys made here; 4096 bits make every signature about seven times slower.",
  ),
  "oidc.id_token_signed_response_alg": setting(
    oneOf(signingAlgorithms),
    "RS256",
    "The algorithm of ID tokens, unless the client says.",
  ),
  "oidc.rat_claim": setting(
    boolean,
    false,
    "Adds rat, the time of the authorization request, to ID tokens and userinfo.",
  ),
  "strategies.scope": setting(
    oneOf(["wildcard", "exact", "DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY"]),
    "wildcard",
    "How a scope matches what a client may ask for.",
  ),
  "strategies.access_token": setting(
    oneOf(["opaque", "jwt"]),
    "opaque",
    "What access tokens look like, unless the client says.",
  ),
  "strategies.jwt.scope_claim": setting(
    oneOf(["list", "string", "both"]),
    "both",
    "How JWT access tokens carry the scope: as a list (scp), as a text (scope) or both.",
  ),
  "strategies.jwt.typ": setting(
    oneOf(["JWT", "at+jwt"]),
    "JWT",
    "The typ in the header of JWT access tokens, unless the client says; at+jwt is that of RFC 9068.",
  ),
  "webfinger.jwks.broadcast_keys": setting(
    list(text),
    ["hydra.openid.id-token"],
    "Key sets whose public halves are published.",
  ),
  "webfinger.oidc_discovery.jwks_url": unset(url, "Overrides jwks_uri in the discovery document."),
  "webfinger.oidc_discovery.token_url": unset(
    url,
    "Overrides token_endpoint in the discovery document.",
  ),
  "webfinger.oidc_discovery.auth_url": unset(
    url,
    "Overrides authorization_endpoint in the discovery document.",
  ),
  "webfinger.oidc_discovery.client_registration_url": unset(
    url,
    "Adds registration_endpoint to the discovery document.",
  ),
  "webfinger.oidc_discovery.userinfo_url": unset(
    url,
    "Overrides userinfo_endpoint in the discovery document.",
  ),
  "webfinger.oidc_discovery.supported_claims": setting(
    list(text),
    [],
    "Claims to list in the discovery document beside sub and those of the built-in pages.",
  ),
  "webfinger.oidc_discovery.supported_scope": setting(
    list(text),
    [],
    "Scopes to list in the discovery document beside offline_access, offline, openid and those of the built-in pages.",
  ),
  "webfinger.oidc_discovery.supported_acr_values": setting(
    list(text),
    ["0"],
    "Authentication levels (acr) to list in the discovery document: those that the login page may tell.",
  ),
};
