import type { ErrorMeaning } from "../grants/grant-type.ts";
import { registerGrantTypes } from "../grants/grant-types.ts";
import type { ErrorCode } from "../oauth/oauth-error.ts";

export type { ErrorMeaning as Meaning } from "../grants/grant-type.ts";

/** Every code of the authorization server in words. A code that is left out does not compile. */
export const errorMeanings: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  invalid_request: {
    means:
      "A parameter is missing, repeated or malformed, or the body is not what the operation takes.",
    remedy: "Read `error_description`, which names the parameter, and change the request.",
  },
  invalid_client: {
    means: "The client is unknown, or did not prove that it is who it says.",
    remedy:
      "Check `client_id`, the secret or key, and that the way it is sent is the client's `token_endpoint_auth_method`.",
  },
  invalid_grant: {
    means:
      "The code or refresh token is unknown, expired, revoked, used before or another client's; or `redirect_uri` or `code_verifier` are not those of the code.",
    remedy:
      "Begin a new authorization. If it happens to many, look for `replayed` in the log: somebody sends tokens twice.",
  },
  unauthorized_client: {
    means: "The client is known, but not registered for this grant.",
    remedy: "Add the grant to the client's `grant_types`.",
  },
  unsupported_grant_type: {
    means: "The server knows no such `grant_type`.",
    remedy: `Use one of: ${[...registerGrantTypes().keys()].map((name) => `\`${name}\``).join(", ")}.`,
  },
  invalid_scope: {
    means: "A scope is malformed, or more than the client or the grant may have.",
    remedy: "Ask for less, or add the scope to the client's `scope`.",
  },
  access_denied: {
    means:
      "The person, or the login or consent app on their behalf, said no. Also: the browser is back before the app answered, or after the flow was forgotten.",
    remedy: "Tell the person, and let them begin again if they want to.",
  },
  unsupported_response_type: {
    means: "The `response_type` is missing, unknown, or not one of the client's.",
    remedy: "Use `code`, or add the type to the client's `response_types`.",
  },
  server_error: {
    means: "The server met a problem of its own.",
    remedy:
      "Look for the `X-Request-Id` of the answer in the log: a line `request failed` has the cause.",
  },
  temporarily_unavailable: {
    means:
      "The server has too much to do, such as more passwords or client secrets to check than `limits.hash.*` allow, or its database does not answer.",
    remedy: "Send the same again after `Retry-After`. If it stays, see `/health/ready`.",
  },
  unsupported_response_mode: {
    means: "The `response_mode` is unknown, or would write tokens into a query.",
    remedy: "Use `query` for a code, `fragment` or `form_post` for tokens.",
  },
  login_required: {
    means: "The person must log in, and `prompt=none` or `id_token_hint` does not allow that.",
    remedy: "Begin again without `prompt=none`.",
  },
  interaction_required: {
    means: "The person must do something first. Only a login or consent app says so.",
    remedy: "Begin again without `prompt=none`.",
  },
  consent_required: {
    means: "The person must consent, and `prompt=none` does not allow that.",
    remedy: "Begin again without `prompt=none`.",
  },
  invalid_request_uri: {
    means: "The `request_uri` is not registered, or what it leads to could not be fetched.",
    remedy:
      "Add it to the client's `request_uris`; in production it must be https and lead to a public address.",
  },
  invalid_request_object: {
    means: "The request object is malformed, or not signed as the client must sign it.",
    remedy: "Check its signature, its `aud` and the client's `request_object_signing_alg`.",
  },
  request_not_supported: {
    means: "A request object is not taken. Only a login or consent app says so.",
    remedy: "Send the parameters themselves.",
  },
  request_uri_not_supported: {
    means: "A `request_uri` is not taken. Only a login or consent app says so.",
    remedy: "Send the parameters themselves.",
  },
  registration_not_supported: {
    means: "The parameter `registration` was sent.",
    remedy: "Register the client beforehand.",
  },
  invalid_token: {
    means: "The access token is invalid, expired or revoked.",
    remedy: "Refresh it, or begin a new authorization.",
  },
  insufficient_scope: {
    means: "The token is good, but not for this. An API key is told so in `WWW-Authenticate`.",
    remedy: "Use a token or key with the scope.",
  },
  invalid_client_metadata: {
    means: "The description of a client contradicts itself or holds a value that is not allowed.",
    remedy: "Read `error_description`, which names the member.",
  },
  invalid_redirect_uri: {
    means: "One of the client's `redirect_uris` cannot be one.",
    remedy: "Use a whole URI without a fragment.",
  },
  jti_known: {
    means: "The client assertion was used before.",
    remedy: "Sign a new one for every request, with a `jti` of its own.",
  },
  invalid_state: {
    means: "The `state` is shorter than `oauth2.min_parameter_entropy`.",
    remedy: "Send a longer one, freshly made.",
  },
  insufficient_entropy: {
    means: "The `nonce` is shorter than `oauth2.min_parameter_entropy`.",
    remedy: "Send a longer one, freshly made.",
  },
  request_unauthorized: {
    means:
      "The API key of the admin listener or the token for userinfo is missing or no good; there is no client that the caller may see; or login and consent took too long.",
    remedy: "Send a key or token that is good. After a flow that took too long, begin again.",
  },
  request_forbidden: {
    means:
      "The API key lacks the scope; an admin listener without keys was called by another name than its own; a web page of another origin sent a change to the admin listener; or the browser did not begin this flow, or lost its cookie.",
    remedy:
      "Use a key with the scope, or set `urls.self.admin` to the name. Name the page's origin in `serve.admin.cors.allowed_origins`. After a flow, begin again with cookies allowed.",
  },
  not_found: {
    means: "There is no such path, client, key or challenge.",
    remedy:
      "Check the path. A challenge that ended comes with `redirect_to`: send the person there.",
  },
  method_not_allowed: {
    means: "The path knows other methods.",
    remedy: "Use one of the `Allow` header.",
  },
  conflict: {
    means: "It exists already, or was changed or used meanwhile.",
    remedy: "Read it again. A used challenge comes with `redirect_to`: send the person there.",
  },
  request_too_large: {
    means: "The body is larger than `serve.limits.body_bytes`.",
    remedy: "Send less, or allow more.",
  },
  unsupported_media_type: {
    means: "The body is of a kind that is not read here. Reserved: today it is `invalid_request`.",
    remedy: "Send JSON or a form, and say which in `Content-Type`.",
  },
  too_many_requests: {
    means:
      "One address has started more authorizations or logouts in a minute than `limits.rate.authorizations` allows, or presented more secrets for one client than `limits.rate.client_secrets` allows.",
    remedy:
      "Wait as long as `Retry-After` says. Behind a proxy, name it in `serve.trusted_proxies`: otherwise all callers share its address.",
  },
  tls_required: {
    means:
      "The request came in the clear, and not from a proxy that is trusted and said that its own leg was https.",
    remedy:
      "List the proxy in `serve.tls.allow_termination_from` and let it send `X-Forwarded-Proto: https`.",
  },
};
