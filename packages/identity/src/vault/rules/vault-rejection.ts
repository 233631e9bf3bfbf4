/** Why a client does not get the access token of a provider. */

import { failedSignInReasons, type ProviderRefusal } from "@latchkey/api";
import {
  defineRejections,
  quote,
  type RejectionOf,
  retryLater,
} from "@latchkey/server/feature/rules";

export type VaultRejection = RejectionOf<typeof vaultRejections>;

export const vaultRejections = defineRejections("invalid_target", {
  provider_not_named: {
    description: "The audience must be the id of one identity provider, and nothing else.",
    reference: "RFC 8693 §2.1",
    fix: "Send the id of the identity provider as the audience, once, and no resource.",
  },
  provider_not_allowed: {
    description: ({ provider }: { provider: string }) =>
      `The client may not use kept tokens of ${quote(provider)}. Add it to the client's vault_providers.`,
    reference: "RFC 8693 §2.2.2",
    fix: "An administrator adds the id of the identity provider to the client's vault_providers.",
  },
  provider_keeps_no_tokens: {
    description: ({ provider }: { provider: string }) =>
      `No tokens are kept of ${quote(provider)}. Set keep_tokens of the identity provider, and enable it.`,
    reference: "RFC 8693 §2.2.2",
    fix: "An administrator sets keep_tokens of the identity provider. Users sign in with it once after that.",
  },
  provider_scope_fixed: {
    error: "invalid_scope",
    description:
      "Leave out the scope: the token has the one that the user granted at the identity provider.",
    reference: "RFC 8693 §2.1",
    fix: "Leave out the parameter scope. To get more, add it to the scope of the identity provider; users sign in with it again.",
  },
  vault_scope_missing: {
    error: "invalid_scope",
    description: ({ scope }: { scope: string }) =>
      `The subject_token is not one for which its user granted the scope ${quote(scope)}.`,
    reference: "RFC 8693 §2.2.2",
    fix: "Request the scope in an authorization request, so that the user can consent to it, and present the access token of that.",
  },
  account_not_active: {
    error: "invalid_grant",
    description: "The user of the subject_token has no active account here.",
    reference: "RFC 6749 §5.2",
    fix: "Stop acting for this user. An administrator can enable the account again.",
  },
  sign_in_again: {
    error: "invalid_grant",
    description: ({ provider }: { provider: string }) =>
      `No token of ${quote(provider)} is kept for this user that it still accepts. The user has to sign in with it again.`,
    reference: "RFC 6749 §5.2",
    fix: "Ask the user to sign in with the identity provider. Tokens are kept from then on, unless the user removes them.",
  },
  provider_response_refused: {
    description: ({ provider, refusal }: { provider: string; refusal: ProviderRefusal }) =>
      `The token of ${quote(provider)} has expired, and the ID token that came with its refresh is refused: ${refusal}. ${failedSignInReasons[refusal]}`,
    reference: "RFC 8693 §2.2.2",
    fix: "Repeating the request does not help. The log has the reason; an administrator compares the record of the identity provider with what is registered there.",
  },
  provider_user_other: {
    error: "invalid_grant",
    description: ({ provider }: { provider: string }) =>
      `The identity provider ${quote(provider)} refreshed the token with one of another user. The user has to sign in with it again.`,
    reference: "OpenID Connect Core §12.2",
    fix: "Ask the user to sign in with the identity provider again. Tokens that were kept are deleted.",
    name: "kept_token_of_another_user",
  },
  provider_unavailable: {
    error: "temporarily_unavailable",
    description: ({ provider }: { provider: string }) =>
      `The token of ${quote(provider)} has expired, and the identity provider does not issue another one right now. Try again later.`,
    ...retryLater,
    reference: "RFC 9110 §15.6.4",
    fix: "Repeat the request after the seconds of Retry-After. The log has the reason.",
  },
});
