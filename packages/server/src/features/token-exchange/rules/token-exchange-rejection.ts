/** RFC 8693 §2.2.2: why a token is not exchanged, and the error response. */

import { quote } from "../../../oauth/oauth-error.ts";
import { defineRejections, type RejectionOf } from "../../../oauth/rejection.ts";
import { exchangedTargetRejections } from "../../../oauth/resource/indicators.ts";
import { scopeNotAllowed, scopeRejections } from "../../../oauth/scope.ts";
import { actRejections } from "../../../oauth/jwt/act-claim.ts";
import type { PresentedTokenRejection } from "./presented-token.ts";

/** The parameter that a token was presented in. */
export type TokenParameter = "subject_token" | "actor_token";

/** Why no token is issued. */
export type TokenExchangeRejection = RejectionOf<typeof tokenExchangeRejections>;

interface InvalidToken {
  readonly parameter: TokenParameter;
  readonly rejection: PresentedTokenRejection;
}

/** §2.2.2: a token that is invalid or not acceptable is an `invalid_request`. */
export const tokenExchangeRejections = defineRejections("invalid_request", {
  ...scopeRejections,
  ...exchangedTargetRejections,
  ...actRejections,
  presented_token_invalid: {
    description: explainPresented,
    debug: ({ rejection }: InvalidToken) =>
      rejection.reason === "foreign_token_refused" ? rejection.detail : undefined,
    reference: "RFC 8693 §2.2.2",
    fix: "Get a new token. Check that the type that was sent with it is the type it has.",
  },
  exchange_not_allowed: {
    description: ({ of }: { of: string }) =>
      `The client may not exchange tokens of ${quote(of)}. Add it to the client's token_exchange_subject_clients or token_exchange_subject_issuers.`,
    reference: "RFC 8693 §2.2.2",
    fix: "Add the client or issuer of the subject token to the fields token_exchange_subject_clients or token_exchange_subject_issuers of the client that exchanges it.",
  },
  actor_not_client: {
    description: "The actor_token must be one that was issued to the client.",
    reference: "RFC 8693 §2.1",
    fix: "Present a token that the client got for itself as actor_token, or none.",
  },
  actor_delegated: {
    description: "The actor_token must be one of the actor itself, without an act claim.",
    reference: "RFC 8693 §4.1",
    fix: "Present a token of the actor itself, not one with which it acts for another.",
  },
  actor_not_named: {
    description:
      "The subject_token names who may act for its subject (may_act), and that is not the actor.",
    reference: "RFC 8693 §4.4",
    fix: "Only the actor that may_act of the subject token names can act for its subject.",
  },
  chain_too_long: {
    description: "The tokens were exchanged for others too often.",
    because: "A token depends on every token that it was exchanged for, and 16 are checked.",
    reference: "RFC 8693 §2.2.2",
    fix: "Exchange the token that began the chain, in place of one that was exchanged for it.",
  },
  target_missing: {
    error: "invalid_target",
    description:
      "The client may not get a token for any audience of the subject_token. Name one of the client's audience.",
    reference: "RFC 8693 §2.2.2",
    fix: "Send the audience or resource that the token is to be for, one of the client's audience.",
  },
  target_needs_access_token: {
    description:
      "The subject_token must be an access token of this server for this requested_token_type.",
    reference: "RFC 8693 §2.1",
    fix: "Present an access token that this server issued for the user, with the subject_token_type of access tokens.",
  },
  target_takes_no_actor: {
    description: "Leave out the actor_token for this requested_token_type.",
    reference: "RFC 8693 §2.1",
    fix: "Leave out the actor_token: the token is of another server, and names no actor.",
  },
  scope_not_in_subject_token: {
    error: "invalid_scope",
    description: ({ scope }: { scope: string }) =>
      `The subject_token does not have the scope ${quote(scope)}. Request less, or add it to the client's token_exchange_scope.`,
    reference: "RFC 8693 §2.2.2",
    fix: "Request only scopes of the subject token, or add the scope to the client's token_exchange_scope.",
  },
  ...scopeNotAllowed,
});

function explainPresented({ parameter, rejection }: InvalidToken): string {
  switch (rejection.reason) {
    case "token_not_ours":
      return `The ${parameter} is not a token of this server of the type that was named, nor one of a trusted issuer.`;
    case "token_not_active":
      return `The ${parameter} has expired or was revoked.`;
    case "foreign_token_refused":
      return rejection.explain(parameter);
  }
}
