import type { Context } from "../context/context.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import type { Grant } from "../oauth/grant.ts";
import type { Issuance } from "./issue-grant-tokens.ts";
import { endOfLife, lifespanOf } from "./lifespans.ts";

/** The grant in its next generation, to be written with a compare-and-swap. */
export function nextGeneration(
  grant: Grant,
  client: AuthenticatedClient,
  { issue, by }: Pick<Issuance, "issue" | "by">,
  { config, now_ms }: Context,
): Grant {
  const generation_at_ms = now_ms();
  const issued_at = Math.floor(generation_at_ms / 1000);
  return {
    ...grant,
    generation: grant.generation + 1,
    generation_at_ms,
    client_epoch: client.access_token_epoch,
    cnf: client.confirmation,
    narrowed_details: issue.narrowed_details,
    expires_at: Math.max(
      grant.expires_at,
      issued_at + lifespanOf(client, by, "access_token", config),
      issue.refresh_token
        ? endOfLife(issued_at, lifespanOf(client, by, "refresh_token", config))
        : 0,
    ),
  };
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
