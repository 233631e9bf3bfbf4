/** The grant types jwt-bearer and token-exchange: RFC 7523, RFC 8693. */

import { type Acceptances, type Rejections, TOKEN_ERROR } from "./explanation.ts";

const EXCHANGE_ERROR = "RFC 8693 §2.2.2";

/** Steps that succeeded. */
export const assertionAcceptances = {
  token_exchanged: {
    because:
      "The subject token is valid, and the client may exchange it for this target, scope and actor.",
    reference: "RFC 8693 §2.2.1",
  },
  assertion_accepted: {
    because: "A trusted issuer signed the assertion for this server, and it was not used before.",
    reference: "RFC 7523 §3",
  },
} satisfies Acceptances;

/** Steps that were rejected. */
export const assertionRejections = {
  assertion_malformed: {
    reference: "RFC 7523 §3",
    fix: "Send the JWT of the issuer as it is, with iss and sub.",
  },
  issuer_not_trusted: {
    reference: "RFC 7521 §5.2",
    fix: "Create a trusted issuer with exactly this iss, for a subject or pattern that covers the sub. Check that it has not expired.",
  },
  trusted_signature_invalid: {
    reference: "RFC 7523 §3",
    fix: "Check the keys of the trusted issuer: its jwk or jwks, or that this server can fetch its jwks_uri.",
  },
  trusted_assertion_refused: {
    reference: "RFC 7523 §3",
    fix: "Request the JWT for this server: its aud must be the issuer or the token endpoint. Check its exp, iat and jti, and both clocks.",
  },
  claim_not_met: {
    reference: "RFC 7521 §5.2",
    fix: "Compare the claims of the assertion with the claims of the trusted issuer.",
  },
  bound_to_another_client: {
    reference: TOKEN_ERROR,
    fix: "Create a record of the trusted issuer with this client_id, or one without a client_id.",
  },
  assertion_replayed: {
    reference: "RFC 7523 §3",
    fix: "Present each assertion once. Allow reuse for an issuer whose JWTs are used until they expire, such as Kubernetes.",
  },
  scope_not_trusted: {
    reference: "RFC 7521 §4.1",
    fix: "Add the scope to the trusted issuer, or request less.",
  },
  id_jag_client_public: { reference: "RFC 7523 §3", fix: "Give the client a secret or a key." },
  id_jag_of_another_client: {
    reference: "RFC 7523 §3",
    fix: "Let the identity provider put the id that the client has at this server into client_id.",
  },
  id_jag_for_another_resource: {
    reference: "RFC 7523 §3",
    fix: "Request an identity assertion for the resource, or leave the resource out.",
  },
  target_missing: {
    reference: EXCHANGE_ERROR,
    fix: "Send the audience or resource that the token is to be for, one of the client's audience.",
  },
  presented_token_invalid: {
    reference: EXCHANGE_ERROR,
    fix: "Get a new token. Check that the type that was sent with it is the type it has.",
  },
  exchange_not_allowed: {
    reference: EXCHANGE_ERROR,
    fix: "Add the client or issuer of the subject token to the fields token_exchange_subject_clients or token_exchange_subject_issuers of the client that exchanges it.",
  },
  actor_not_client: {
    reference: "RFC 8693 §2.1",
    fix: "Present a token that the client got for itself as actor_token, or none.",
  },
  actor_delegated: {
    reference: "RFC 8693 §4.1",
    fix: "Present a token of the actor itself, not one with which it acts for another.",
  },
  actor_not_named: {
    reference: "RFC 8693 §4.4",
    fix: "Only the actor that may_act of the subject token names can act for its subject.",
  },
  act_too_deep: {
    reference: "RFC 8693 §4.1",
    fix: "Shorten the chain of services that exchange each other's tokens.",
  },
  scope_not_in_subject_token: {
    reference: EXCHANGE_ERROR,
    fix: "Request only scopes of the subject token, or add the scope to the client's token_exchange_scope.",
  },
  id_jag_with_actor: { reference: EXCHANGE_ERROR, fix: "Leave out the actor_token." },
  id_jag_without_id_token: {
    reference: EXCHANGE_ERROR,
    fix: "Present an ID token that was issued to this client.",
  },
  id_jag_audience_not_single: {
    reference: EXCHANGE_ERROR,
    fix: "Send the issuer of the other authorization server as audience.",
  },
  id_jag_target_unknown: {
    reference: EXCHANGE_ERROR,
    fix: "Add the authorization server and its resources to the client's id_jag_targets.",
  },
  id_jag_scope_not_allowed: {
    reference: EXCHANGE_ERROR,
    fix: "Add the scope to the entry of that server in the client's id_jag_targets.",
  },
} satisfies Rejections;
