import type { Context } from "../context/context.ts";
import { type HookClaims, withHookClaims } from "../interaction/token-hook.ts";
import { nextNarrowedDetails } from "../oauth/authorization-details/narrowed-details.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import type { Grant } from "../oauth/grant.ts";
import type { IssuedTokens } from "../oauth/token-response.ts";
import { policyOf } from "./client-policy.ts";
import { type Issuance, issueGrantTokens } from "./issue-grant-tokens.ts";
import { endOfLife } from "./lifespans.ts";

/** The grant in its next generation, to be written with a compare-and-swap. */
export function nextGeneration(
  grant: Grant,
  client: AuthenticatedClient,
  { issue, extent, by }: Pick<Issuance, "issue" | "extent" | "by">,
  context: Context,
): Grant {
  const generation_at_ms = context.now_ms();
  const issuedAt = Math.floor(generation_at_ms / 1000);
  const { access_token: lifespan, refresh_token } = policyOf(client, context).lifespansOf(by);
  const details = {
    ...(issue.narrowed_details && { list: issue.narrowed_details }),
    ...(extent?.audience && { until: issuedAt + lifespan }),
  };
  return {
    ...grant,
    generation: grant.generation + 1,
    generation_at_ms,
    client_epoch: client.access_token_epoch,
    cnf: client.confirmation,
    narrowed_details: nextNarrowedDetails(grant, details, issuedAt),
    expires_at: Math.max(
      grant.expires_at,
      issuedAt + lifespan,
      issue.refresh_token ? endOfLife(issuedAt, refresh_token) : 0,
    ),
  };
}

/** Spends the code of a grant and issues its tokens. Undefined when another request redeemed the code first. */
export async function redeemGrant(
  grant: Grant,
  claims: HookClaims | undefined,
  client: AuthenticatedClient,
  issuance: Issuance,
  context: Context,
): Promise<IssuedTokens | undefined> {
  const next = nextGeneration(withHookClaims(grant, claims), client, issuance, context);
  const issued = await issueGrantTokens(next, client, issuance, context);
  // The code is spent at this moment: a request that arrived before it lost a race, a later one is a replay.
  const redeemed_at_ms = context.now_ms();
  return (await context.store.grants.redeem(grant, { ...next, redeemed_at_ms }))
    ? issued
    : undefined;
}

/** The grant as a new access token of its present generation is issued from it. Of this, only `expires_at` is written. */
export function renewedGeneration(
  grant: Grant,
  client: AuthenticatedClient,
  by: Issuance["by"],
  context: Context,
): Grant {
  const issue = { refresh_token: false, id_token: false }; // The refresh token that the client keeps has its time already.
  const { generation } = grant;
  return { ...nextGeneration(grant, client, { issue, by }, context), generation };
}
