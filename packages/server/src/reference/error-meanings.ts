import type { ErrorMeaning, GrantTypes } from "../grants/grant-type.ts";
import type { ErrorCode } from "../oauth/oauth-error.ts";

/** The meanings of all error codes. A code that is left out does not compile. */
export function errorMeaningsFor(
  grant_types: GrantTypes,
): Readonly<Record<ErrorCode, ErrorMeaning>> {
  const names = [...grant_types.keys()].map((name) => `\`${name}\``).join(", ");
  return {
    ...errorMeanings,
    unsupported_grant_type: { ...unsupported, remedy: `Use one of: ${names}.` },
  };
}

const unsupported = { means: "The server does not support this `grant_type`." };

const errorMeanings: Readonly<Record<Exclude<ErrorCode, "unsupported_grant_type">, ErrorMeaning>> =
  {
    invalid_request: {
      means:
        "A parameter is missing, repeated or malformed, or the body is not what the operation expects.",
      remedy: "Read `error_description`, which names the parameter, and change the request.",
    },
    invalid_client: {
      means:
        "The client is unknown, or failed to authenticate; or its `client_id` is a URL, and the client ID metadata document there is not accepted.",
      remedy:
        "Check `client_id`, the secret or key, and that it is sent by the client's `token_endpoint_auth_method`. Of a document, `error_description` says what is wrong.",
    },
    invalid_grant: {
      means:
        "The code or refresh token is unknown, expired, revoked, used before or another client's; or `redirect_uri` or `code_verifier` are not those of the code.",
      remedy:
        "Start a new authorization. If it happens to many users, look for `replayed` in the log: a client sends tokens twice.",
    },
    unauthorized_client: {
      means: "The client is known, but not registered for this grant.",
      remedy: "Add the grant to the client's `grant_types`.",
    },
    invalid_scope: {
      means: "A scope is malformed, or more than the client or the grant may have.",
      remedy: "Request less, or add the scope to the client's `scope`.",
    },
    access_denied: {
      means:
        "The user, or the login or consent app, denied the request; at the token endpoint, that of a device or of a backchannel authentication. With the status 403: your token hook denied the tokens. Also: the browser returned before the app responded, or after the flow expired.",
      remedy: "Tell the user, and offer to start again.",
    },
    unsupported_response_type: {
      means: "The `response_type` is missing, unknown, or not one of the client's.",
      remedy: "Use `code`, or add the type to the client's `response_types`.",
    },
    server_error: {
      means:
        "The server failed to handle the request, or your token hook did not respond as it must.",
      remedy:
        "Look for the `X-Request-Id` of the response in the log: a line `request failed` has the cause, or a line `token hook failed`.",
    },
    temporarily_unavailable: {
      means:
        "The server is overloaded, for example with more passwords or client secrets to check than `limits.hash.*` allow, or with more requests that wait for token hooks than `limits.token_hooks.concurrency` allows; or its database is unavailable. Also: the client ID metadata document of the client or the keys at a `jwks_uri` could not be fetched, because the host or its name server did not respond; or the client's `jwks` or `jwks_uri` has no key to encrypt the response to.",
      remedy: "Retry after `Retry-After`. If it persists, see `/health/ready`.",
    },
    unsupported_response_mode: {
      means: "The `response_mode` is unknown, or would put tokens into a query.",
      remedy:
        "Use `query` for a code, `fragment` or `form_post` for tokens; each also with `.jwt`.",
    },
    login_required: {
      means: "The user must log in, and `prompt=none` or `id_token_hint` does not allow that.",
      remedy: "Start again without `prompt=none`.",
    },
    interaction_required: {
      means: "The user must do something first. Only login and consent apps return it.",
      remedy: "Start again without `prompt=none`.",
    },
    consent_required: {
      means: "The user must consent, and `prompt=none` does not allow that.",
      remedy: "Start again without `prompt=none`.",
    },
    invalid_request_uri: {
      means:
        "The `request_uri` is not registered, or could not be fetched. That of a pushed request: it is unknown, expired, used, or of another client.",
      remedy:
        "Add it to the client's `request_uris`; in production it must be https with a public address. Push a new request for each authorization.",
    },
    invalid_request_object: {
      means:
        "The request object is malformed, expired, cannot be decrypted, or is not signed as the client must sign it.",
      remedy:
        "Check its signature, its `aud` and `exp`, the client's `request_object_signing_alg`, and that it is encrypted to a key of this server.",
    },
    request_not_supported: {
      means: "Request objects are not supported. Only login and consent apps return it.",
      remedy: "Send plain parameters.",
    },
    request_uri_not_supported: {
      means: "`request_uri` is not supported. Only login and consent apps return it.",
      remedy: "Send plain parameters.",
    },
    registration_not_supported: {
      means: "The parameter `registration` was sent.",
      remedy: "Register the client beforehand.",
    },
    unmet_authentication_requirements: {
      means:
        "The user signed in, but not at an authentication level (`acr`) that the client requires.",
      remedy:
        "Let the login page authenticate the user at one of `oidc_context.required_acr_values`, or require less.",
    },
    invalid_authorization_details: {
      means:
        "An element of `authorization_details` is malformed, of an unknown type, of a type the client may not request, does not fit the schema of its type, or is more than was granted.",
      remedy:
        "Read `error_description`, which names the element. Register types with `latchkey details-types create` and add them to the client's `authorization_details_types`.",
    },
    invalid_token: {
      means:
        "The access token is invalid, expired or revoked. At the registration endpoint also: used up, or replaced by an update.",
      remedy:
        "Refresh it, or start a new authorization. A client that registers itself needs an initial access token; to manage itself, the newest registration access token.",
    },
    insufficient_scope: {
      means:
        "The token is valid, but lacks the scope. For an API key, `WWW-Authenticate` names the scope.",
      remedy: "Use a token or key with the scope.",
    },
    invalid_target: {
      means:
        "A `resource` is no absolute URI without a fragment, is not registered, may not be requested by the client, or was not granted.",
      remedy:
        "Add it to the client's `audience`, or register it as an API with `allow_any_client`. At the token endpoint, name only resources of the authorization request.",
    },
    invalid_client_metadata: {
      means: "The metadata of a client contradicts itself or has a value that is not allowed.",
      remedy: "Read `error_description`, which names the field.",
    },
    invalid_redirect_uri: {
      means: "One of the client's `redirect_uris` is not valid.",
      remedy:
        "Use an absolute URI without a fragment. A client that registers itself needs https, or as a native app a loopback address or a scheme with a dot.",
    },
    invalid_software_statement: {
      means:
        "The software statement of a client that registers itself is missing, malformed or expired, or its signature could not be verified.",
      remedy: "Request a new statement from its issuer, and send it unchanged.",
    },
    unapproved_software_statement: {
      means: "The issuer of the software statement is not trusted.",
      remedy: "Add the issuer to `oauth2.registration.software_statement.issuers`.",
    },
    invalid_dpop_proof: {
      means: "The DPoP proof is malformed, not for this request, too old, or was used before.",
      remedy:
        "Sign a new proof for each request, as `error_description` says. If `iat` is the fault, check the clock of the client.",
    },
    use_dpop_nonce: {
      means: "The DPoP proof has no nonce, or one that is not valid any more.",
      remedy:
        "Sign a new proof with the nonce of the `DPoP-Nonce` header, and send the request again.",
    },
    authorization_pending: {
      means:
        "A device, or the client of a backchannel authentication, asks for its tokens, and the user has not finished yet.",
      remedy: "Ask again after `interval` seconds.",
    },
    slow_down: {
      means:
        "A device, or the client of a backchannel authentication, asked for its tokens again too early.",
      remedy: "Wait 5 seconds longer between this and all later token requests.",
    },
    expired_token: {
      means:
        "The codes of a device have expired: `ttl.device_user_code`. Or the `auth_req_id` of a backchannel authentication: `ttl.backchannel_authentication_request`.",
      remedy: "Start again: a device displays the new user code.",
    },
    unknown_user_id: {
      means:
        "The `login_hint` or `id_token_hint` of a backchannel authentication identifies no user.",
      remedy: "Ask the user for the user name they sign in with.",
    },
    invalid_binding_message: {
      means:
        "The `binding_message` of a backchannel authentication is too long, or has characters that cannot be shown.",
      remedy: "Send plain text of at most 64 characters.",
    },
    jti_known: {
      means: "The client assertion was used before.",
      remedy: "Sign a new one for every request, with a new `jti`.",
    },
    invalid_state: {
      means: "The `state` is shorter than `oauth2.min_parameter_entropy`.",
      remedy: "Send a longer random one.",
    },
    insufficient_entropy: {
      means: "The `nonce` is shorter than `oauth2.min_parameter_entropy`.",
      remedy: "Send a longer random one.",
    },
    request_unauthorized: {
      means:
        "The API key of the admin listener or the token for userinfo is missing or invalid; there is no client that the caller may see; or login and consent took too long.",
      remedy: "Send a valid key or token. After a flow that took too long, start again.",
    },
    request_forbidden: {
      means:
        "The API key lacks the scope; an admin listener without keys was called with an unknown `Host`; a web page of another origin sent a change to the admin listener; or the browser did not start this flow, or lost its cookie.",
      remedy:
        "Use a key with the scope, or set `urls.self.admin` to the URL with that host. Add the page's origin to `serve.admin.cors.allowed_origins`. In a flow, start again with cookies allowed.",
    },
    not_found: {
      means: "There is no such path, client, key or challenge.",
      remedy:
        "Check the path. A challenge that expired comes with `redirect_to`: send the user there.",
    },
    method_not_allowed: {
      means: "The path does not support this method.",
      remedy: "Use one of the `Allow` header.",
    },
    conflict: {
      means: "It exists already, or was changed or used in the meantime.",
      remedy: "Read it again. A used challenge comes with `redirect_to`: send the user there.",
    },
    precondition_failed: {
      means: "The resource was changed since it was read with the `ETag` that `If-Match` names.",
      remedy:
        "Read it again, and repeat the change. The description names the fields that changed.",
    },
    request_too_large: {
      means:
        "The body is larger than `serve.limits.body_bytes`, or a pushed authorization request longer than `limits.request.authorization_length`.",
      remedy: "Send less, or raise the limit.",
    },
    unsupported_media_type: {
      means:
        "The media type of the body is not supported. Reserved: today the code is `invalid_request`.",
      remedy: "Send JSON or a form, with its `Content-Type`.",
    },
    too_many_requests: {
      means:
        "One address has started more authorizations or logouts in a minute than `limits.rate.authorizations` allows, pushed more of them for one client, or sent more client assertions and DPoP proofs of unknown clients, than `limits.rate.pushed_requests` allows, presented more secrets for one client than `limits.rate.client_secrets` allows, or registered more clients than `limits.rate.registrations` allows; or more client ID metadata documents would be fetched than `limits.rate.client_id_metadata_documents` allows; or a browser or address has entered more wrong user codes than `limits.user_code.*` allow.",
      remedy:
        "Wait as long as `Retry-After` says. Behind a proxy, add it to `serve.trusted_proxies`: otherwise all callers share its address.",
    },
    tls_required: {
      means:
        "The request came without TLS, and not from a trusted proxy that received it over https.",
      remedy:
        "List the proxy in `serve.tls.allow_termination_from` and let it send `X-Forwarded-Proto: https`.",
    },
  };
