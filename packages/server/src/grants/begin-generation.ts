import type { Context } from "../context.ts";
import type { Client } from "../oauth/client.ts";
import type { Grant } from "../oauth/grant.ts";
import { refreshExpiry } from "./issue-grant-tokens.ts";

/** Moves a grant on by one generation and answers it as it is now; undefined when another request was first. */
export async function beginGeneration(
  grant: Grant,
  client: Client,
  has_refresh_token: boolean,
  { config, now_ms, store }: Context,
): Promise<Grant | undefined> {
  const generation_at_ms = now_ms();
  const issued_at = Math.floor(generation_at_ms / 1000);
  const lifetimes = [
    grant.expires_at,
    issued_at + config["ttl.access_token"],
    has_refresh_token ? refreshExpiry(issued_at, config["ttl.refresh_token"]) : 0,
  ];
  const next = {
    generation_at_ms,
    client_epoch: client.access_token_epoch,
    expires_at: Math.max(...lifetimes),
  };
  const won = await store.grants.rotate(grant, next);
  return won ? { ...grant, ...next, generation: grant.generation + 1 } : undefined;
}
