/** OpenID Connect Core §6, RFC 9101: why a request object is rejected, and the error response. */

import { defineRejections, type RejectionOf, retryLater } from "../oauth/rejection.ts";

/** The reason and its facts. */
export type RequestObjectRejection = RejectionOf<typeof requestObjectRejections>;

/** OpenID Connect Core §3.1.2.6: they are shown to the user and not sent to the client. They quote nothing of the request. */
export const requestObjectRejections = defineRejections("invalid_request_object", {
  request_object_given_twice: {
    error: "invalid_request",
    description: "Send either request or request_uri, not both.",
  },
  request_object_request_uri_not_registered: {
    error: "invalid_request_uri",
    description:
      "The request_uri is not registered for the client. Add it to the client's request_uris.",
  },
  request_object_not_fetched: {
    error: "invalid_request_uri",
    description: "The request_uri could not be fetched. Check that this server can reach it.",
    debug: ({ detail }: { detail: string }) => detail,
  },
  request_object_malformed: {
    description: "The request object must be a JWT, signed or unsigned, which may be encrypted.",
  },
  request_object_missing: {
    error: "invalid_request",
    description: "The authorization request must be a signed request object. Send one as request.",
    reference: "RFC 9101 §10.5",
    fix: "Sign the parameters as a request object, or change require_signed_request_object of the client or the setting of this name.",
  },
  request_object_not_signed: {
    description: "The request object must be signed: the alg none is not accepted.",
    reference: "RFC 9101 §10.5",
    fix: "Sign the request object with a key of the client's jwks or jwks_uri.",
  },
  request_object_encryption_disabled: {
    description:
      "Encrypted request objects are not enabled on this server. Send the signed JWT itself.",
    reference: "RFC 9101 §6.1",
    fix: "Turn oidc.encryption.enabled on, or do not encrypt request objects.",
  },
  request_object_not_decrypted: {
    description:
      "The request object cannot be decrypted. Encrypt it to a key of jwks_uri whose use is enc, with its alg, and without compression.",
    debug: ({ detail }: { detail: string }) => detail,
    reference: "RFC 9101 §6.1",
    fix: "Load the server's jwks_uri again, and encrypt to a key whose use is enc.",
  },
  request_object_encryption_not_registered: {
    description: ({
      registered_alg,
      registered_enc,
    }: {
      registered_alg: string;
      registered_enc: string;
    }) =>
      `The request object must be encrypted with ${registered_alg} and ${registered_enc}, as the client registered.`,
  },
  request_object_alg_not_registered: {
    description: ({ registered, field }: { registered: string; field: string }) =>
      `The alg of the request object must be ${registered}, the ${field} of the client.`,
  },
  request_object_alg_not_accepted: {
    description: ({ accepted }: { accepted: readonly string[] }) =>
      `The alg of the request object must be one of: ${accepted.join(", ")}.`,
  },
  request_object_typ_not_accepted: {
    description:
      "The typ of the request object must be oauth-authz-req+jwt or JWT, or be left out.",
  },
  request_object_not_verified: {
    description:
      "The signature of the request object is invalid. Check the client's jwks or jwks_uri, and that kid names the key.",
    debug: ({ detail }: { detail: string }) => detail,
    reference: "OpenID Connect Core §6.3",
    fix: "Publish the key that signs the request object in the client's jwks or jwks_uri.",
  },
  request_object_iss_not_client: {
    description: "The iss of the request object must be the client_id.",
  },
  request_object_sub_is_client: {
    description:
      "The sub of the request object must not be the client_id: that is a client assertion. Leave sub out.",
    reference: "RFC 9101 §10.8",
    fix: "Leave sub out of request objects: a JWT with the client_id as its sub is a client assertion.",
  },
  request_object_aud_not_us: { description: "The aud of the request object must be the issuer." },
  request_object_expired: { description: "The request object has expired." },
  request_object_nbf_in_the_future: { description: "The request object is not valid yet." },
  request_object_lifetime_too_long: {
    description:
      "The request object is valid for too long: its nbf must be at most 60 minutes ago, and its exp at most 60 minutes after it.",
    reference: "FAPI 2.0 Message Signing §5.3.1",
    fix: "Sign a new request object for each request, with the present time as nbf and an exp a few minutes later.",
  },
  request_object_nested: {
    description: ({ parameter }: { parameter: string }) =>
      `The request object must not contain the parameter ${parameter}.`,
  },
  request_object_too_large: {
    description: ({ detail }: { detail: string }) => `The request object is too large. ${detail}`,
  },
  request_object_fetched_too_often: {
    error: "too_many_requests",
    description: "Too many request objects were fetched. Try again later.",
    ...retryLater,
  },
  request_object_claim_missing: {
    description: ({ claim }: { claim: string }) =>
      `The claim ${claim} of the request object is missing.`,
    reference: "RFC 9101 §4",
    fix: "Put client_id, aud and exp into the request object, and nbf under the security profile fapi2-message-signing.",
  },
  request_object_claim_malformed: {
    description: "A claim of the request object cannot be read as a parameter.",
  },
  request_object_parameter_contradicted: {
    description: ({ parameter }: { parameter: string }) =>
      `The ${parameter} of the request object differs from the one of the request.`,
  },
  request_object_parameter_beside: {
    error: "invalid_request",
    description:
      "The request has parameters beside its request object. Send all but those of client authentication in the object.",
    debug: ({ parameter }: { parameter: string }) => `The parameter is ${parameter}.`,
  },
});
