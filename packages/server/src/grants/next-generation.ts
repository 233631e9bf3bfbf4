import type { Context } from "../context/context.ts";
import type { Client } from "../oauth/client.ts";
import type { Grant } from "../oauth/grant.ts";
import { refreshExpiry } from "./issue-grant-tokens.ts";

/** The grant as it will be one generation on, if no other request is first. */
export function nextGeneration(
  grant: Grant,
  client: Client,
  has_refresh_token: boolean,
  { config, now_ms }: Context,
): Grant {
  const generation_at_ms = now_ms();
  const issued_at = Math.floor(generation_at_ms / 1000);
  return {
    ...grant,
    generation: grant.generation + 1,
    generation_at_ms,
    client_epoch: client.access_token_epoch,
    expires_at: Math.max(
      grant.expires_at,
      issued_at + config["ttl.access_token"],
      has_refresh_token ? refreshExpiry(issued_at, config["ttl.refresh_token"]) : 0,
    ),
  };
}
