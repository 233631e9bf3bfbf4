import { profileNames } from "@latchkey/api";
import { gracePeriod, lifespan } from "../duration.ts";
import { boolean, integer, list, oneOf, text } from "../kinds.ts";
import { scopeTextMap } from "../scope-text-kind.ts";
import { reloadable, setting } from "../setting.ts";

/** What OAuth's RFCs leave to a server: which requests are accepted, and what tokens look like. */
export const oauth2Settings = {
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
  "oauth2.scopes": setting(
    scopeTextMap,
    "{}",
    "What users read about scopes that no API describes: a title and a description, by scope and language.",
    reloadable,
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
  "oauth2.grant.refresh_token.rotation_grace_period": setting(
    gracePeriod,
    "10s",
    "How long a refresh token that was used gets the same new tokens again, for a client that did not receive the response. A later use revokes the grant; with 0s, any second use does. More than 5m count as 5m.",
    reloadable,
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
};
