import type { Context } from "../../context/context.ts";
import type { TokenSource } from "../../oauth/access-token.ts";
import { endingKey } from "../../oauth/ending-key.ts";
import { toId } from "../../store/port/ids.ts";

/** What ends a JWT that was exchanged for other tokens, beside its own claims: the claim `ends_with`. */
export async function endingKeysOf(
  sources: readonly TokenSource[],
  context: Context,
): Promise<readonly string[]> {
  const keys = await Promise.all(sources.map((source) => keysOf(source, context)));
  return [...new Set(keys.flat())];
}

async function keysOf(source: TokenSource, { store }: Context): Promise<readonly string[]> {
  if ("grant_id" in source) {
    const grant = await store.grants.find(source);
    const held = grant && holderKeys(grant.client_id, grant.audience);
    return [endingKey("grant", source.grant_id), ...(held ?? [])];
  }
  if ("sid" in source) return holderKeys(source.client_id, []);
  if ("named_by" in source) return [endingKey("subject", source.actor)];
  const token = await store.access_tokens.find(source.signature);
  const held = token && holderKeys(token.client_id, token.audience);
  return [endingKey("grant", toId(source.signature)), ...(held ?? [])];
}

function holderKeys(client_id: string, audience: readonly string[]): readonly string[] {
  return [endingKey("client", client_id), ...audience.map((name) => endingKey("audience", name))];
}
