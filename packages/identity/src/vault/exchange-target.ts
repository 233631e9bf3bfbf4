import type { ExchangeTarget, Metrics } from "@latchkey/server/feature/endpoints";
import { describeRejection, err, ok } from "@latchkey/server/feature/rules";
import type { IdentityContext } from "../context.ts";
import { expiresIn } from "./rules/kept-tokens.ts";
import { type VaultRejection, vaultRejections } from "./rules/vault-rejection.ts";
import { decideVaultRequest, VAULT_TOKEN_TYPE } from "./rules/vault-request.ts";

/** Clients with the right to it get the access token of a provider, by token exchange. */
export const vaultTarget: ExchangeTarget<IdentityContext> = {
  token_type: VAULT_TOKEN_TYPE,

  async issue(request, client, context) {
    const { identity, metrics, now } = context;
    const { accounts, store, vault, history } = identity;
    const counters = countKeptTokens(metrics);
    const refuse = (rejection: VaultRejection) => {
      counters.refused.add();
      return err(describeRejection(vaultRejections, rejection));
    };
    const decided = decideVaultRequest(request, client, await store.identity_providers.all());
    if (!decided.ok) return refuse(decided.error);
    const provider = decided.value;
    const { subject } = request.subject_token;
    const account = await accounts.profile(subject);
    if (account === undefined) return refuse({ reason: "account_not_active" });
    const access = await vault.accessToken(subject, provider);
    if (access.kind === "sign_in_again")
      return refuse({ reason: "sign_in_again", provider: provider.id });
    if (access.kind === "refused") {
      const { refusal } = access;
      return refusal === "provider_user_other"
        ? refuse({ reason: refusal, provider: provider.id })
        : refuse({ reason: "provider_response_refused", provider: provider.id, refusal });
    }
    if (access.kind === "unavailable") {
      const { retry_after } = access;
      counters.unavailable.add();
      const reason = "provider_unavailable";
      return err(
        describeRejection(vaultRejections, { reason, provider: provider.id, retry_after }),
      );
    }
    const { client_id, client_name } = client;
    // Before it is given: no use is without its entry in the history.
    await history.recordUse(subject, { client_id, name: client_name, provider: provider.name });
    counters.given.add();
    const { access_token, scope } = access.tokens;
    return ok({ access_token, expires_in: expiresIn(access.tokens, now()), scope });
  },
};

export function countKeptTokens(metrics: Metrics) {
  const family = metrics.counter(
    "latchkey_kept_token_requests_total",
    "Requests of clients for the access token of an identity provider: given, refused, or unavailable because of the provider.",
    ["outcome"],
  );
  return {
    given: family.with({ outcome: "given" }),
    refused: family.with({ outcome: "refused" }),
    unavailable: family.with({ outcome: "unavailable" }),
  };
}
