import { profileNames } from "@latchkey/api";
import { signingAlgorithms } from "../oauth/algorithms.ts";
import { hostPattern, issuer, statementIssuer, url } from "./address-kinds.ts";
import {
  gracePeriod,
  lifespan,
  lifespanOrNever,
  lifespanOrNone,
  pushedRequestLifespan,
} from "./duration.ts";
import { boolean, integer, list, oneOf, secret, text } from "./kinds.ts";
import { fieldName, fieldSecret, hookUrl } from "./secret-kinds.ts";
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
  "ttl.grants.device_authorization.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for a device code.",
  ),
  "ttl.grants.device_authorization.refresh_token": unset(
    lifespanOrNever,
    "How long a refresh token is valid that a client gets for a device code.",
  ),
  "ttl.grants.device_authorization.id_token": unset(
    lifespan,
    "How long an ID token is valid that a client gets for a device code.",
  ),
  "ttl.grants.backchannel_authentication.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for a backchannel authentication.",
  ),
  "ttl.grants.backchannel_authentication.refresh_token": unset(
    lifespanOrNever,
    "How long a refresh token is valid that a client gets for a backchannel authentication.",
  ),
  "ttl.grants.backchannel_authentication.id_token": unset(
    lifespan,
    "How long an ID token is valid that a client gets for a backchannel authentication.",
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
  "ttl.grants.jwt_bearer.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for the JWT of a trusted issuer.",
  ),
  "ttl.grants.token_exchange.access_token": unset(
    lifespan,
    "How long an access token is valid at most that a client gets for another token.",
  ),
  "ttl.grants.token_exchange.id_jag": setting(
    lifespan,
    "5m",
    "How long an identity assertion (ID-JAG) for another authorization server is valid.",
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

/** Apps of the operator that are asked before tokens are issued. */
const tokenHooks = {
  "oauth2.token_hook.url": unset(
    hookUrl,
    "A URL of yours that is asked before the token endpoint issues tokens, of every grant type. It may deny them or set their claims. It may be written as oauth2.token_hook, too.",
  ),
  "oauth2.token_hook.auth.type": unset(
    oneOf(["api_key"]),
    "How this server authenticates to oauth2.token_hook.url. Not at all if it is left out.",
  ),
  "oauth2.token_hook.auth.config.in": unset(
    oneOf(["header", "cookie"]),
    "Whether the API key is sent in a header field or in a cookie.",
  ),
  "oauth2.token_hook.auth.config.name": unset(
    fieldName,
    "The name of the header field or the cookie.",
  ),
  "oauth2.token_hook.auth.config.value": unset(fieldSecret, "The API key."),
  "oauth2.refresh_token_hook.url": unset(
    hookUrl,
    "The same for the grant type refresh_token alone. It is asked before oauth2.token_hook.url. It may be written as oauth2.refresh_token_hook, too.",
  ),
  "oauth2.refresh_token_hook.auth.type": unset(
    oneOf(["api_key"]),
    "How this server authenticates to oauth2.refresh_token_hook.url. Not at all if it is left out.",
  ),
  "oauth2.refresh_token_hook.auth.config.in": unset(
    oneOf(["header", "cookie"]),
    "Whether the API key is sent in a header field or in a cookie.",
  ),
  "oauth2.refresh_token_hook.auth.config.name": unset(
    fieldName,
    "The name of the header field or the cookie.",
  ),
  "oauth2.refresh_token_hook.auth.config.value": unset(fieldSecret, "The API key."),
};

/** Clients whose `client_id` is the URL of their description. */
const clientIdMetadataDocuments = {
  "oauth2.client_id_metadata_documents.enabled": setting(
    boolean,
    false,
    "Accepts an https URL as client_id and fetches the description of the client from there, as MCP clients expect. The security profile mcp does so too.",
  ),
  "oauth2.client_id_metadata_documents.allowed_hosts": setting(
    list(hostPattern),
    [],
    "The only hosts that such a client_id may have; *.example.com means all below example.com. Every host when empty.",
  ),
  "oauth2.client_id_metadata_documents.denied_hosts": setting(
    list(hostPattern),
    [],
    "Hosts that such a client_id must not have, even if they are allowed.",
  ),
  "oauth2.client_id_metadata_documents.scope": setting(
    list(text),
    ["openid", "offline_access", "offline", "profile", "email"],
    "The scopes that such a client may request; its document can only narrow them.",
  ),
  "oauth2.client_id_metadata_documents.audience": setting(
    list(text),
    [],
    "The audiences that such a client may request.",
  ),
  "oauth2.client_id_metadata_documents.min_cache_time": setting(
    lifespan,
    "5m",
    "How long a document is used at least before it is fetched again, whatever its Cache-Control says.",
  ),
  "oauth2.client_id_metadata_documents.max_cache_time": setting(
    lifespan,
    "24h",
    "How long a document is used at most, if its Cache-Control or Expires allows it.",
  ),
};

/** RFC 7591 and RFC 7592: clients that register themselves. */
const registrationSettings = {
  "oauth2.registration.mode": setting(
    oneOf(["off", "token", "open"]),
    "off",
    "Which clients may register themselves: none (off), those with an initial access token (token), or all (open).",
  ),
  "oauth2.registration.allowed_scope": setting(
    list(text),
    ["openid", "offline_access", "offline", "profile", "email"],
    "The scopes that a client which registers itself may have, unless its initial access token names others. It has all of them if it names none.",
  ),
  "oauth2.registration.allowed_grant_types": setting(
    list(text),
    ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
    "The grant types that a client which registers itself may have. Others that it names are left out.",
  ),
  "oauth2.registration.private_use_schemes": setting(
    list(text),
    ["cursor", "vscode", "vscode-insiders"],
    "Schemes of redirect URIs that native clients may register beside those with a dot, such as com.example.app.",
  ),
  "oauth2.registration.unused_lifespan": setting(
    lifespanOrNone,
    "24h",
    "How long a client is kept that registered itself without an initial access token and gets no token; 0 for ever.",
  ),
  "oauth2.registration.software_statement.issuers": setting(
    list(statementIssuer),
    [],
    "The issuers whose software statements are trusted: each with issuer, and jwks_uri or jwks_path.",
  ),
  "oauth2.registration.software_statement.required": setting(
    boolean,
    false,
    "Requires a software statement of every client that registers itself.",
  ),
};

/** The protocol: URLs, lifespans, and what the RFCs leave to a server. */
export const protocolSettings = {
  "urls.self.issuer": setting(
    issuer,
    "http://127.0.0.1:4444",
    "The issuer: the iss of tokens, exactly as written here.",
  ),
  "urls.self.public": unset(url, "The URL of the public listener, if it is not the issuer."),
  "urls.self.admin": unset(url, "The URL of the admin listener."),
  "urls.login": unset(url, "The page that signs users in."),
  "urls.registration": unset(
    url,
    "The page on which users register, for prompt=create. It gets a login_challenge, as the login page does.",
  ),
  "urls.consent": unset(url, "The page that asks users for consent."),
  "urls.workspace_consent": unset(
    url,
    "The page that asks users which workspace to install an integration into.",
  ),
  "urls.logout": unset(url, "The page that asks users whether to sign out."),
  "urls.device.verification": unset(url, "The page on which users enter the code of a device."),
  "urls.device.success": unset(
    url,
    "Where users go after they have connected a device; /device/done by default.",
  ),
  "urls.backchannel_authentication": unset(
    url,
    "The app that asks users of backchannel authentications (OpenID CIBA): every new request is posted there, and answered through the admin API. Without it, users answer on the built-in page /approve.",
  ),
  "urls.error": unset(url, "The page that shows errors which cannot be returned to the client."),
  "urls.post_logout_redirect": unset(
    url,
    "Where users go after they signed out, unless the client specifies it.",
  ),
  "ttl.access_token": setting(lifespan, "1h", "How long an access token is valid."),
  "ttl.refresh_token": setting(lifespanOrNever, "720h", "How long a refresh token is valid."),
  "ttl.id_token": setting(lifespan, "1h", "How long an ID token is valid."),
  "ttl.auth_code": setting(lifespan, "10m", "How long an authorization code is valid."),
  "ttl.device_user_code": setting(
    lifespan,
    "10m",
    "How long the codes of a device are valid: the user code and the device code.",
  ),
  "ttl.backchannel_authentication_request": setting(
    lifespan,
    "5m",
    "How long a backchannel authentication request (OpenID CIBA) is valid, unless the client requests a shorter time.",
  ),
  ...grantLifespans,
  "ttl.login_consent_request": setting(
    lifespan,
    "1h",
    "How long users may take to sign in and consent.",
  ),
  "ttl.pushed_authorization_request": setting(
    pushedRequestLifespan,
    "60s",
    "How long the request_uri of a pushed authorization request is valid: 5 seconds to 10 minutes.",
  ),
  "ttl.browser_session": setting(
    lifespan,
    "24h",
    "How long a sign-in on the built-in pages lasts without “keep me signed in”, if the browser is not closed before.",
  ),
  "ttl.backchannel_logout": setting(lifespan, "1h", "How long a back-channel logout is retried."),
  "oauth2.expose_internal_errors": setting(
    boolean,
    false,
    "Adds debug, which is for operators only, to error responses.",
  ),
  "security.profile": setting(
    oneOf(profileNames),
    "compatible",
    "The security profile of clients that have none of their own: the rules that their requests must follow.",
  ),
  "oauth2.pkce.enforced": setting(boolean, false, "Requires PKCE of every client."),
  "oauth2.pkce.enforced_for_public_clients": setting(
    boolean,
    true,
    "Requires PKCE of clients without a secret.",
  ),
  "oauth2.require_pushed_authorization_requests": setting(
    boolean,
    false,
    "Requires every client to push its authorization requests (RFC 9126).",
  ),
  "oauth2.require_signed_request_object": setting(
    boolean,
    false,
    "Requires the authorization requests of every client to be signed request objects (RFC 9101).",
  ),
  "oauth2.client_credentials.default_grant_allowed_scope": setting(
    boolean,
    false,
    "Grants a client that requests no scope all its allowed scopes.",
  ),
  "oauth2.device_authorization.token_polling_interval": setting(
    lifespan,
    "5s",
    "How long a device waits between two token requests. One that does not gets slow_down, and has to wait 5 seconds longer.",
  ),
  "oidc.backchannel_authentication.polling_interval": setting(
    lifespan,
    "5s",
    "How long the client of a backchannel authentication waits between two token requests. One that does not gets slow_down, and has to wait 5 seconds longer.",
  ),
  "oauth2.allowed_top_level_claims": setting(
    list(text),
    [],
    "Claims of session.access_token, which the consent app sets, that JWT access tokens have at the top level too. Names of the server's own claims have no effect.",
  ),
  "oauth2.mirror_top_level_claims": setting(
    boolean,
    true,
    "Whether JWT access tokens have all claims of session.access_token in ext.",
  ),
  "oauth2.exclude_not_before_claim": setting(
    boolean,
    false,
    "Leaves nbf out of JWT access tokens.",
  ),
  "oauth2.grant.jwt.jti_optional": setting(
    boolean,
    false,
    "Accepts JWTs of trusted issuers without a jti, which can be presented more than once.",
  ),
  "oauth2.grant.jwt.iat_optional": setting(
    boolean,
    false,
    "Accepts JWTs of trusted issuers without an iat.",
  ),
  "oauth2.grant.jwt.max_ttl": setting(
    lifespan,
    "720h",
    "How long a JWT of a trusted issuer may be valid.",
  ),
  "oauth2.grant.refresh_token.rotation_grace_period": setting(
    gracePeriod,
    "10s",
    "How long a refresh token that was used gets the same new tokens again, for a client that did not receive the response. A later use revokes the grant; with 0s, any second use does. More than 5m count as 5m.",
  ),
  "oauth2.resource_indicators.open_apis": setting(
    boolean,
    true,
    "Lets every client request an API with allow_any_client; otherwise the API must be in the client's audience.",
  ),
  "oauth2.min_parameter_entropy": setting(
    integer(0, 256),
    0,
    "The minimum length of state and nonce.",
  ),
  ...clientIdMetadataDocuments,
  ...tokenHooks,
  "oauth2.dpop.required": setting(
    boolean,
    false,
    "Requires a DPoP proof for every access token, unless the client's tokens are bound to a TLS client certificate.",
  ),
  "oauth2.dpop.nonce": setting(
    oneOf(["off", "required"]),
    "off",
    "Whether DPoP proofs must have a nonce of this server, so that a stolen proof is of use for minutes at most and none can be made in advance.",
  ),
  "oauth2.dpop.iat_window": setting(
    lifespan,
    "1m",
    "How far the time of a DPoP proof may be from the server's, in either direction.",
  ),
  "oidc.subject_identifiers.supported_types": setting(
    list(oneOf(["public", "pairwise"])),
    ["public"],
    "The supported subject types: one sub for all clients (public), or one per sector (pairwise).",
  ),
  "oidc.subject_identifiers.pairwise.salt": unset(
    secret,
    "The salt of pairwise subject identifiers: 8 characters or more. Changing it changes every pairwise sub.",
  ),
  "oidc.dynamic_client_registration.default_scope": setting(
    list(text),
    ["offline_access", "offline", "openid"],
    "The scope of a client that was created without one.",
  ),
  ...registrationSettings,
  "oidc.rsa_bits": setting(
    integer(2048, 8192),
    2048,
    "The size of generated RSA keys; with 4096 bits a signature takes about seven times as long.",
  ),
  "oidc.id_token_signed_response_alg": setting(
    oneOf(signingAlgorithms),
    "RS256",
    "The algorithm of ID tokens, unless the client specifies it.",
  ),
  "oidc.encryption.enabled": setting(
    boolean,
    false,
    "Accepts encrypted request objects, and publishes the server's encryption keys with its other public keys.",
  ),
  "oidc.ml_dsa.enabled": setting(
    boolean,
    false,
    "Offers the post-quantum signatures ML-DSA-44, ML-DSA-65 and ML-DSA-87 to clients, which choose them by their algorithm fields.",
  ),
  "oidc.acr_values_required": setting(
    boolean,
    false,
    "Requires logins to have one of the requested authentication levels (acr_values), which are a preference otherwise. Clients can require it for themselves.",
  ),
  "oidc.rat_claim": setting(
    boolean,
    false,
    "Adds rat, the time of the authorization request, to ID tokens and userinfo.",
  ),
  "strategies.scope": setting(
    oneOf(["wildcard", "exact", "DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY"]),
    "wildcard",
    "How a requested scope is matched with the allowed scopes of a client.",
  ),
  "strategies.access_token": setting(
    oneOf(["opaque", "jwt"]),
    "opaque",
    "The format of access tokens, unless the client specifies it.",
  ),
  "strategies.jwt.scope_claim": setting(
    oneOf(["list", "string", "both"]),
    "both",
    "How JWT access tokens carry the scope: as a list (scp), as a text (scope) or both.",
  ),
  "strategies.jwt.typ": setting(
    oneOf(["JWT", "at+jwt"]),
    "JWT",
    "The typ in the header of JWT access tokens, unless the client specifies it; at+jwt is that of RFC 9068.",
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
  "webfinger.oidc_discovery.device_authorization_url": unset(
    url,
    "Overrides device_authorization_endpoint in the discovery document.",
  ),
  "webfinger.oidc_discovery.client_registration_url": unset(
    url,
    "Overrides registration_endpoint in the discovery document, or adds it where oauth2.registration.mode is off.",
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
    "Authentication levels (acr) to list in the discovery document: those that the login page may return.",
  ),
};
