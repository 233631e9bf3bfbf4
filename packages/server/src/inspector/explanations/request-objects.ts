/** Pushed requests and request objects: RFC 9126, RFC 9101. */

import type { Rejections } from "./explanation.ts";

const REQUEST_OBJECT = "OpenID Connect Core §6.3";
const PUSHED_REQUEST = "RFC 9126 §4";

/** Steps that were rejected. */
export const requestObjectRejections = {
  pushed_request_request_uri_sent: {
    reference: "RFC 9126 §2.1",
    fix: "Push the parameters themselves, or a request object as request.",
  },
  pushed_request_too_large: {
    reference: "RFC 9126 §2.3",
    fix: "Send fewer parameters, or raise limits.request.authorization_length.",
  },
  pushed_request_required: {
    reference: "RFC 9126 §5",
    fix: "Push the request to /oauth2/par, or change require_pushed_authorization_requests of the client or the setting of this name.",
  },
  pushed_request_unknown: {
    because:
      "This server has no pushed request with this request_uri: it was used before, it has expired, or it was never issued.",
    reference: PUSHED_REQUEST,
    fix: "Push a new request for each authorization.",
  },
  pushed_request_of_another_client: {
    because: "The request was pushed by another client than the one of the client_id.",
    reference: PUSHED_REQUEST,
    fix: "Send the client_id of the client that pushed the request.",
  },
  pushed_request_expired: {
    reference: "RFC 9126 §2.2",
    fix: "Redirect the browser immediately after the push. The lifetime is ttl.pushed_authorization_request.",
  },
  request_object_missing: {
    reference: "RFC 9101 §10.5",
    fix: "Sign the parameters as a request object, or change require_signed_request_object of the client or the setting of this name.",
  },
  request_object_not_signed: {
    reference: "RFC 9101 §10.5",
    fix: "Sign the request object with a key of the client's jwks or jwks_uri.",
  },
  request_object_claim_missing: {
    reference: "RFC 9101 §4",
    fix: "Put client_id, aud and exp into the request object, and nbf under the security profile fapi2-message-signing.",
  },
  request_object_sub_is_client: {
    reference: "RFC 9101 §10.8",
    fix: "Leave sub out of request objects: a JWT with the client_id as its sub is a client assertion.",
  },
  request_object_lifetime_too_long: {
    reference: "FAPI 2.0 Message Signing §5.3.1",
    fix: "Sign a new request object for each request, with the present time as nbf and an exp a few minutes later.",
  },
  request_object_encryption_disabled: {
    reference: "RFC 9101 §6.1",
    fix: "Turn oidc.encryption.enabled on, or do not encrypt request objects.",
  },
  request_object_not_decrypted: {
    reference: "RFC 9101 §6.1",
    fix: "Load the server's jwks_uri again, and encrypt to a key whose use is enc.",
  },
  client_key_missing: {
    reference: "OpenID Connect Core §10.2",
    fix: "Publish an encryption key of the registered algorithm in the client's jwks or jwks_uri.",
  },
  request_object_not_verified: {
    reference: REQUEST_OBJECT,
    fix: "Publish the key that signs the request object in the client's jwks or jwks_uri.",
  },
  invalid_request_object: { reference: REQUEST_OBJECT },
} satisfies Rejections;
