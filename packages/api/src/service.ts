/** Health, version, metrics, discovery and access: what the server says of itself. */

import * as v from "valibot";
import { scopeTexts } from "./display-texts.ts";
import { callerOfAdmin } from "./operators/schemas.ts";
import { named, optional, required, type ValueOf } from "./objects.ts";
import { roleSchema } from "./operations/roles.ts";
import { integer, list, oneOf } from "./values.ts";

const string = v.string();
const boolean = v.boolean();
const strings = list(string);

/** Every scope of API keys. */
export const apiKeyScopes = ["read", "write", "keys"] as const;

const apiKeyScope = named(
  "ApiKeyScope",
  "What an API key of the admin listener may do: read, write, and manage keys.",
  oneOf(apiKeyScopes),
);

export type ApiKeyScope = ValueOf<typeof apiKeyScope>;

export const access = named(
  "Access",
  "What the caller of the admin listener may do.",
  v.object({
    scopes: required(
      list(apiKeyScope),
      "The scopes of the API key that was sent; all of them where none is required. Of a role, those it has in common with keys.",
    ),
    api_key_required: required(boolean, "Whether callers of the admin listener must authenticate."),
    caller: required(callerOfAdmin, "Who calls."),
    role: optional(roleSchema, "The role of the caller, where it has one."),
    operations: optional(
      strings,
      "The only operations that an API key may call, where it has no role.",
    ),
    workspaces: optional(strings, "The only workspaces that the caller sees."),
    login_url: optional(
      string,
      "The page that signs users in, where `urls.login` names one: the accounts of the built-in pages are not used then.",
    ),
    scope_texts: optional(
      scopeTexts,
      "What users read about scopes that no API describes, by scope and language, where `oauth2.scopes` says it.",
    ),
  }),
);

export interface Access extends ValueOf<typeof access> {}

export const version = named(
  "Version",
  "The version of the service, as in Semantic Versioning.",
  v.object({ version: required(string, "Such as `v1.2.3`.") }),
);

export interface Version extends ValueOf<typeof version> {}

export const healthStatus = named(
  "HealthStatus",
  "The instance, or the instance and everything it depends on, is healthy.",
  v.object({
    status: required(v.literal("ok"), "It serves requests."),
    errors: optional(
      v.record(string, string),
      "What is wrong all the same, by the name of the resource: `signer`, where the last call of a signer failed.",
    ),
  }),
);

export interface HealthStatus extends ValueOf<typeof healthStatus> {}

export const healthNotReadyStatus = named(
  "HealthNotReadyStatus",
  "What is wrong, by the name of the resource: `database`, `disk` where that of the database is full, `signer`, or `server` where it stops.",
  v.object({
    errors: required(v.record(string, string), "What is wrong, by the name of the check."),
  }),
);

export interface HealthNotReadyStatus extends ValueOf<typeof healthNotReadyStatus> {}

/** What every error of OAuth has. */
export const errorFields = {
  error: required(string, "An error code of RFC 6749 or one of its extensions."),
  error_description: required(string, "What went wrong, in a sentence."),
  debug: optional(
    string,
    "The cause inside the server; only where the server is set to expose internal errors.",
  ),
};

export const genericError = named(
  "GenericError",
  "The body of an error response: RFC 6749 §5.2 with its own status repeated. Only `isInstanceReady` and `startBackchannelAuthentication` have another.",
  v.object({
    ...errorFields,
    status_code: required(integer, "The status of the response, repeated."),
    redirect_to: optional(
      string,
      "Where the browser can start again, when its challenge expired or was used.",
    ),
  }),
);

export interface GenericError extends ValueOf<typeof genericError> {}

export const wellKnown = named(
  "WellKnown",
  "The discovery document: OpenID Connect Discovery §3 and RFC 8414 §2. A field is there when its feature is.",
  v.object({
    issuer: required(string, "The `iss` of the server's tokens."),
    jwks_uri: required(string, "The URL of the server's public keys."),
    token_endpoint: required(string, "The URL that exchanges grants for tokens."),
    authorization_endpoint: optional(string, "The URL that browsers are sent to."),
    revocation_endpoint: optional(string, "The URL that revokes tokens."),
    introspection_endpoint: optional(string, "The URL that introspects tokens."),
    userinfo_endpoint: optional(string, "The URL that returns claims about a user."),
    end_session_endpoint: optional(string, "The URL that starts a logout."),
    registration_endpoint: optional(string, "The URL that registers clients."),
    ended_tokens_uri: optional(
      string,
      "The URL of a signed list of JWT access tokens that ended before their time.",
    ),
    device_authorization_endpoint: optional(
      string,
      "The URL where devices without a browser start: RFC 8628 §4.",
    ),
    backchannel_authentication_endpoint: optional(
      string,
      "The URL where clients ask for a user who is not at their browser: OpenID CIBA Core §4.",
    ),
    backchannel_token_delivery_modes_supported: optional(
      strings,
      "How clients learn that such a user has answered.",
    ),
    backchannel_authentication_request_signing_alg_values_supported: optional(
      strings,
      "The algorithms of signed backchannel authentication requests.",
    ),
    backchannel_user_code_parameter_supported: optional(
      boolean,
      "Whether such a request may have a `user_code`.",
    ),
    pushed_authorization_request_endpoint: optional(
      string,
      "The URL that authorization requests are pushed to: RFC 9126 §5.",
    ),
    require_pushed_authorization_requests: optional(
      boolean,
      "Whether every authorization request must be pushed.",
    ),
    grant_types_supported: optional(strings, "The grants of the token endpoint."),
    authorization_grant_profiles_supported: optional(
      strings,
      "The profiles of the jwt-bearer grant: that of identity assertions (ID-JAG).",
    ),
    identity_chaining_requested_token_types_supported: optional(
      strings,
      "The tokens for other authorization servers that a token exchange issues.",
    ),
    response_types_supported: optional(
      strings,
      "What the authorization endpoint can respond with.",
    ),
    response_modes_supported: optional(strings, "How it can respond."),
    subject_types_supported: optional(
      strings,
      "Whether users have one subject at all clients, or another in each sector.",
    ),
    scopes_supported: optional(strings, "The scopes with a meaning of their own."),
    claims_supported: optional(strings, "The claims there may be."),
    acr_values_supported: optional(strings, "The authentication levels (`acr`) there may be."),
    code_challenge_methods_supported: optional(strings, "The methods of RFC 7636."),
    token_endpoint_auth_methods_supported: optional(
      strings,
      "How clients authenticate at the token endpoint.",
    ),
    token_endpoint_auth_signing_alg_values_supported: optional(
      strings,
      "The algorithms of their assertions.",
    ),
    revocation_endpoint_auth_methods_supported: optional(
      strings,
      "How clients authenticate at the revocation endpoint.",
    ),
    introspection_endpoint_auth_methods_supported: optional(
      strings,
      "How callers authenticate at the introspection endpoint.",
    ),
    introspection_endpoint_auth_signing_alg_values_supported: optional(
      strings,
      "The algorithms of their assertions.",
    ),
    introspection_signing_alg_values_supported: optional(
      strings,
      "The algorithms of signed introspection responses: RFC 9701 §7.",
    ),
    id_token_signing_alg_values_supported: optional(strings, "The algorithms of ID tokens."),
    id_token_signed_response_alg: optional(
      strings,
      "The algorithm of ID tokens of clients that name none. A list of one, as in Ory Hydra v2, whose SDKs require it.",
    ),
    id_token_encryption_alg_values_supported: optional(
      strings,
      "The key encryptions of ID tokens.",
    ),
    id_token_encryption_enc_values_supported: optional(
      strings,
      "The content encryptions of ID tokens.",
    ),
    userinfo_signing_alg_values_supported: optional(strings, "The algorithms of signed userinfo."),
    userinfo_signed_response_alg: optional(
      strings,
      "The algorithm of signed userinfo that fits those ID tokens. A list of one, as in Ory Hydra v2, whose SDKs require it.",
    ),
    userinfo_encryption_alg_values_supported: optional(strings, "The key encryptions of userinfo."),
    userinfo_encryption_enc_values_supported: optional(
      strings,
      "The content encryptions of userinfo.",
    ),
    request_object_signing_alg_values_supported: optional(
      strings,
      "The algorithms of request objects.",
    ),
    request_object_encryption_alg_values_supported: optional(
      strings,
      "The key encryptions of request objects.",
    ),
    request_object_encryption_enc_values_supported: optional(
      strings,
      "The content encryptions of request objects.",
    ),
    require_signed_request_object: optional(
      boolean,
      "Whether every authorization request must be a signed request object: RFC 9101 §10.5.",
    ),
    authorization_signing_alg_values_supported: optional(
      strings,
      "The algorithms of authorization responses in a JWT: JARM §4.",
    ),
    authorization_encryption_alg_values_supported: optional(
      strings,
      "The key encryptions of authorization responses in a JWT.",
    ),
    authorization_encryption_enc_values_supported: optional(
      strings,
      "The content encryptions of authorization responses in a JWT.",
    ),
    request_parameter_supported: optional(boolean, "Whether request objects are taken by value."),
    request_uri_parameter_supported: optional(
      boolean,
      "Whether request objects are taken by reference.",
    ),
    require_request_uri_registration: optional(boolean, "Whether references must be registered."),
    claims_parameter_supported: optional(boolean, "Whether single claims can be requested."),
    prompt_values_supported: optional(
      strings,
      "The values of `prompt`: OpenID Connect Initiating User Registration §4.",
    ),
    authorization_details_types_supported: optional(
      strings,
      "The types of authorization details: RFC 9396 §10.",
    ),
    authorization_response_iss_parameter_supported: optional(
      boolean,
      "Whether authorization responses name their issuer: RFC 9207 §3.",
    ),
    client_id_metadata_document_supported: optional(
      boolean,
      "Whether a `client_id` may be the URL of a client ID metadata document.",
    ),
    dpop_signing_alg_values_supported: optional(
      strings,
      "The algorithms of DPoP proofs: RFC 9449 §5.1.",
    ),
    tls_client_certificate_bound_access_tokens: optional(
      boolean,
      "Whether access tokens can be bound to a TLS client certificate: RFC 8705 §3.3.",
    ),
    mtls_endpoint_aliases: optional(
      v.record(string, string),
      "The URLs of endpoints for clients with a TLS client certificate: RFC 8705 §5.",
    ),
    frontchannel_logout_supported: optional(
      boolean,
      "Whether clients are notified of a logout in the browser.",
    ),
    frontchannel_logout_session_supported: optional(
      boolean,
      "Whether that notification names the session.",
    ),
    backchannel_logout_supported: optional(
      boolean,
      "Whether clients are notified of a logout by the server.",
    ),
    backchannel_logout_session_supported: optional(
      boolean,
      "Whether that notification names the session.",
    ),
  }),
);

export interface WellKnown extends ValueOf<typeof wellKnown> {}
