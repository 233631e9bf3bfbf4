/** RFC 8693 §2.2.2: why a token is not exchanged, and the error response. */

import { explainAssertion } from "../jwt-bearer/assertion.ts";
import { invalidScope, type OAuthError, quote } from "../oauth-error.ts";
import {
  describeInvalidTarget,
  isTargetRejection,
  type TargetRejection,
} from "../resource/indicators.ts";
import { scopeMalformed, scopeNotAllowed, type ScopeRejection } from "../scope.ts";
import { type ActRejection, MAX_ACTORS } from "./actor.ts";
import type { PresentedTokenRejection } from "./presented-token.ts";

/** The parameter that a token was presented in. */
export type TokenParameter = "subject_token" | "actor_token";

/** Why no token is issued. */
export type TokenExchangeRejection =
  | ScopeRejection
  | TargetRejection
  | ActRejection
  | {
      readonly reason: "presented_token_invalid";
      readonly parameter: TokenParameter;
      readonly rejection: PresentedTokenRejection;
    }
  | { readonly reason: "exchange_not_allowed"; readonly of: string }
  | { readonly reason: "actor_not_client" }
  | { readonly reason: "actor_delegated" }
  | { readonly reason: "actor_not_named" }
  | { readonly reason: "target_missing" }
  | { readonly reason: "scope_not_in_subject_token"; readonly scope: string }
  | { readonly reason: "scope_not_allowed"; readonly scope: string };

/** §2.2.2: the error response. A token that is invalid or not acceptable is an `invalid_request`. */
export function describeTokenExchangeRejection(rejection: TokenExchangeRejection): OAuthError {
  return { ...describeReason(rejection), reason: rejection.reason };
}

function describeReason(rejection: TokenExchangeRejection): OAuthError {
  if (isTargetRejection(rejection)) return describeInvalidTarget(rejection);
  switch (rejection.reason) {
    case "target_missing":
      return {
        error: "invalid_target",
        error_description:
          "The client may not get a token for any audience of the subject_token. Name one of the client's audience.",
      };
    case "scope_malformed":
      return invalidScope(scopeMalformed);
    case "scope_not_in_subject_token":
      return invalidScope(
        `The subject_token does not have the scope ${quote(rejection.scope)}. Request less, or add it to the client's token_exchange_scope.`,
      );
    case "scope_not_allowed":
      return invalidScope(scopeNotAllowed(rejection.scope));
    case "presented_token_invalid":
      return { error: "invalid_request", ...explainPresented(rejection) };
    case "act_malformed":
    case "act_too_deep":
    case "exchange_not_allowed":
    case "actor_not_client":
    case "actor_delegated":
    case "actor_not_named":
      return { error: "invalid_request", error_description: explainPolicy(rejection) };
  }
}

type PolicyRejection = Extract<
  TokenExchangeRejection,
  {
    readonly reason:
      | "act_malformed"
      | "act_too_deep"
      | "exchange_not_allowed"
      | "actor_not_client"
      | "actor_delegated"
      | "actor_not_named";
  }
>;

function explainPolicy(rejection: PolicyRejection): string {
  switch (rejection.reason) {
    case "exchange_not_allowed":
      return `The client may not exchange tokens of ${quote(rejection.of)}. Add it to the client's token_exchange_subject_clients or token_exchange_subject_issuers.`;
    case "actor_not_client":
      return "The actor_token must be one that was issued to the client.";
    case "actor_delegated":
      return "The actor_token must be one of the actor itself, without an act claim.";
    case "actor_not_named":
      return "The subject_token names who may act for its subject (may_act), and that is not the actor.";
    case "act_malformed":
      return "The act claim of the subject_token is malformed.";
    case "act_too_deep":
      return `The subject_token has been exchanged too often: a token names no more than ${MAX_ACTORS} actors.`;
  }
}

function explainPresented({
  parameter,
  rejection,
}: Extract<TokenExchangeRejection, { reason: "presented_token_invalid" }>): Pick<
  OAuthError,
  "error_description" | "debug"
> {
  switch (rejection.reason) {
    case "token_not_ours":
      return {
        error_description: `The ${parameter} is not a token of this server of the type that was named, nor one of a trusted issuer.`,
      };
    case "token_not_active":
      return { error_description: `The ${parameter} has expired or was revoked.` };
    case "issuer_not_trusted":
      return {
        error_description: `No trusted issuer covers the iss ${quote(rejection.iss)} and the sub of the ${parameter}.`,
      };
    case "trusted_signature_invalid":
      return {
        error_description: `The signature of the ${parameter} cannot be verified with the keys of its issuer.`,
        debug: rejection.detail,
      };
    case "bound_to_another_client":
      return { error_description: `The ${parameter} is for another client.` };
    case "claim_not_met":
      return {
        error_description: `The claim ${quote(rejection.claim)} of the ${parameter} is not one that its issuer is trusted with.`,
      };
    case "trusted_assertion_refused":
      return { error_description: explainAssertion(rejection.rejection, parameter) };
  }
}
