/** Codes and tokens: RFC 6749, RFC 7009, RFC 7636. */

import { type Acceptances, type Rejections, TOKEN_ERROR } from "./explanation.ts";

/** Steps that succeeded. */
export const tokenAcceptances = {
  code_redeemed: {
    because:
      "The code was issued to this client, was not used or expired, and redirect_uri and code_verifier match.",
    reference: "RFC 6749 §4.1.3",
  },
  code_redeemed_with_proof: {
    because:
      "The code is valid, and the client proved a key with DPoP, so its tokens are bound to that key.",
    reference: "RFC 9449 §5",
  },
  refreshed_with_proof: {
    because:
      "The refresh token is valid, and the client proved a key with DPoP, so its tokens are bound to that key.",
    reference: "RFC 9449 §5",
  },
  refreshed: {
    because: "The refresh token was issued to this client, and its grant is not revoked.",
    reference: "RFC 6749 §6",
  },
  revoked: {
    because: "The client revoked one of its tokens, and with it all tokens of the grant.",
    reference: "RFC 7009 §2.1",
  },
} satisfies Acceptances;

/** Steps that were rejected. */
export const tokenRejections = {
  token_hook_denied: {
    because: "The operator's token hook responded 403.",
    fix: "Find out from the app at oauth2.token_hook or oauth2.refresh_token_hook why it denied the tokens.",
  },
  token_hook_failed: {
    because:
      "The operator's token hook did not respond as it must. The code or refresh token was not used up.",
    fix: "Search the server's log for token hook failed, which says what was wrong.",
  },
  token_hooks_busy: {
    because:
      "As many token requests waited for the operator's token hook as limits.token_hooks.concurrency allows. The code or refresh token was not used up.",
    fix: "Find out why the hook is slow: latchkey_token_hook_duration_seconds. Raise the limit if the hook can serve more calls at once.",
  },
  code_unknown: {
    because: "This server did not issue the code, or has deleted it.",
    reference: TOKEN_ERROR,
    fix: "Send the code exactly as it was received, and only once.",
  },
  issued_to_another_client: {
    because: "The code or token was issued to another client than the one that presented it.",
    reference: TOKEN_ERROR,
    fix: "Redeem it with the client that requested it. If another client has it, find out how it got there.",
  },
  grant_revoked: { reference: TOKEN_ERROR, fix: "Send the user through the authorization again." },
  unsupported_grant_type: {
    reference: TOKEN_ERROR,
    fix: "Use one of the grant_types_supported of the discovery document.",
  },
  grant_type_not_registered: {
    reference: TOKEN_ERROR,
    fix: "Add the grant type to the client's grant_types.",
  },
  redirect_uri_mismatch: {
    reference: "RFC 6749 §4.1.3",
    fix: "Send the same redirect_uri to the token endpoint as to the authorization endpoint.",
  },
  race_lost: {
    because: "Two requests redeemed the code at the same time, and the other one was first.",
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem each code once.",
  },
  code_replayed: {
    because: "The code was redeemed before, so all tokens of its grant were revoked.",
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem each code once. If the application does, the code was intercepted.",
  },
  code_used: { reference: "RFC 6749 §4.1.2", fix: "Redeem each code once." },
  code_invalid: {
    reference: TOKEN_ERROR,
    fix: "Send the code exactly as it was received, before it expires.",
  },
  code_expired: {
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem the code immediately. Its lifetime is ttl.auth_code.",
  },
  code_verifier_missing: {
    reference: "RFC 7636 §4.5",
    fix: "Send the code_verifier that belongs to the code_challenge.",
  },
  code_verifier_unexpected: {
    reference: "RFC 7636 §4.6",
    fix: "Send a code_challenge with the authorization request, or leave out the code_verifier.",
  },
  code_verifier_malformed: {
    reference: "RFC 7636 §4.1",
    fix: "Use a code_verifier of 43 to 128 unreserved characters.",
  },
  code_verifier_mismatch: {
    reference: "RFC 7636 §4.6",
    fix: "Store one code_verifier per authorization request. A second tab or a reload often overwrites it.",
  },
  token_unknown: {
    because: "This server did not issue the refresh token, or has deleted it.",
    reference: TOKEN_ERROR,
    fix: "Send the refresh token exactly as it was received.",
  },
  token_expired: { reference: TOKEN_ERROR, fix: "Send the user through the authorization again." },
  refresh_token_invalid: {
    reference: TOKEN_ERROR,
    fix: "Send the user through the authorization again.",
  },
  token_replayed: {
    reference: "RFC 9700 §4.14.2",
    fix: "Store the newest refresh token and use each one once. If the application does, a refresh token was stolen.",
  },
  refreshed_meanwhile: {
    because:
      "While the request waited for the token hook, other requests of the client refreshed the tokens more than once. Its refresh token was valid when it arrived, so nothing was revoked.",
    fix: "Let one process of the application refresh at a time, and use the newest refresh token.",
  },
  refresh_token_used: {
    reference: "RFC 9700 §4.14.2",
    fix: "Store the newest refresh token and use each one once.",
  },
  scope_not_granted: {
    reference: "RFC 6749 §6",
    fix: "Request only scopes of the original grant.",
  },
  scope_not_of_api: {
    reference: "RFC 8707 §2.2",
    fix: "Add the scope to the API's scopes, or request only scopes of the API.",
  },
  audience_withdrawn: {
    fix: "Add the audience to the client's audience again, or send the user through the authorization again.",
  },
  response_type_withdrawn: {
    fix: "Add a response type with code to the client's response_types again.",
  },
  scope_withdrawn: {
    reference: "RFC 6749 §6",
    fix: "Add the scope to the client's scope again, or send the user through the authorization again.",
  },
} satisfies Rejections;
