/** Backchannel authentications: OpenID CIBA Core. */

import type { Acceptances, Rejections } from "./explanation.ts";

const REQUEST = "OpenID CIBA Core §7.1";
const REQUEST_ERROR = "OpenID CIBA Core §13";
const TOKEN_ERROR = "OpenID CIBA Core §11";

/** Steps that succeeded. */
export const backchannelAcceptances = {
  backchannel_asked: {
    because: "The client may use the grant type, and its hint names a user, who is asked now.",
    reference: "OpenID CIBA Core §7.3",
  },
  backchannel_fetched: {
    because: "The challenge is valid and the request is still open.",
    reference: "OpenID CIBA Core §8",
  },
  backchannel_accepted: {
    because: "The user authenticated and allowed it, so the client gets its tokens when it asks.",
    reference: "OpenID CIBA Core §8",
  },
  backchannel_rejected: {
    because: "The user denied it, so the client gets access_denied.",
    reference: TOKEN_ERROR,
  },
  auth_req_id_redeemed: {
    because: "The user allowed it, and the auth_req_id was not used or expired.",
    reference: "OpenID CIBA Core §10.1.1",
  },
} satisfies Acceptances;

/** Steps that were rejected. */
export const backchannelRejections = {
  backchannel_not_enabled: {
    reference: REQUEST_ERROR,
    fix: "Set urls.backchannel_authentication to the app that asks users, or use the built-in login and consent pages.",
  },
  backchannel_request_sent: {
    reference: "OpenID CIBA Core §7.1.1",
    fix: "Set backchannel_authentication_request_signing_alg of the client, or send plain parameters.",
  },
  backchannel_request_uri_sent: { reference: REQUEST, fix: "Send plain parameters." },
  backchannel_user_code_sent: { reference: REQUEST, fix: "Leave the parameter user_code out." },
  backchannel_login_hint_token_sent: {
    reference: REQUEST,
    fix: "Send login_hint or id_token_hint.",
  },
  backchannel_openid_missing: { reference: REQUEST, fix: "Add openid to the scope." },
  backchannel_hint_missing: { reference: REQUEST, fix: "Send login_hint or id_token_hint." },
  backchannel_hints_several: { reference: REQUEST, fix: "Send one hint." },
  backchannel_login_hint_malformed: {
    reference: REQUEST,
    fix: "Send the user name or the subject of the user.",
  },
  backchannel_id_token_hint_invalid: {
    reference: REQUEST,
    fix: "Send an ID token that this client received from this server. It may have expired.",
  },
  backchannel_user_unknown: {
    because: "No account has the user name or subject of the hint.",
    reference: REQUEST_ERROR,
    fix: "Send the user name or the subject of an account. Pairwise subjects cannot be looked up.",
  },
  backchannel_binding_message_malformed: {
    reference: REQUEST_ERROR,
    fix: "Send a short plain text, such as a number that the client shows as well.",
  },
  backchannel_too_long: {
    reference: REQUEST,
    fix: "Send fewer parameters, or raise limits.request.authorization_length.",
  },
  backchannel_requested_expiry_malformed: { reference: REQUEST, fix: "Send a number of seconds." },
  backchannel_notification_token_missing: {
    reference: REQUEST,
    fix: "Send a new random token, or set backchannel_token_delivery_mode of the client to poll.",
  },
  backchannel_notification_token_malformed: {
    reference: REQUEST,
    fix: "Send 32 random bytes in base64url.",
  },
  backchannel_flood: {
    because: "Too many requests for this user wait for an answer, or were denied a short time ago.",
    reference: "OpenID CIBA Core §14",
    fix: "Wait until the user has answered. The limits are limits.backchannel_authentication.*.",
  },
  backchannel_another_user: {
    reference: REQUEST,
    fix: "Accept with the subject whom the client named, or reject the request.",
  },
  backchannel_auth_time_in_future: {
    reference: "OpenID Connect Core §2",
    fix: "Send when the user authenticated, in unix seconds, or leave auth_time out.",
  },
  backchannel_login_too_old: {
    reference: "RFC 9470 §4",
    fix: "Authenticate the user again, or raise max_age of the request or default_max_age of the client.",
  },
  backchannel_openid_not_granted: {
    reference: "OpenID CIBA Core §10.1.1",
    fix: "Grant the scope openid, or reject the request.",
  },
  auth_req_id_unknown: {
    because: "This server did not issue the auth_req_id, or issued it to another client.",
    reference: TOKEN_ERROR,
    fix: "Send the auth_req_id exactly as it was received, with the client that requested it.",
  },
  auth_req_id_used: { reference: TOKEN_ERROR, fix: "Stop asking once the tokens have arrived." },
  auth_req_id_expired: {
    reference: TOKEN_ERROR,
    fix: "Start again, or increase ttl.backchannel_authentication_request.",
  },
  backchannel_denied: { reference: TOKEN_ERROR },
  backchannel_polls_too_fast: {
    reference: TOKEN_ERROR,
    fix: "Wait for interval seconds between two token requests, and 5 seconds longer after each slow_down.",
  },
} satisfies Rejections;
