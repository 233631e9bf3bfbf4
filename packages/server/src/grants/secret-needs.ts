import type { Context } from "../context/context.ts";
import { END_OF_TIME } from "../crypto/grant-token.ts";
import type { Cursor } from "../store/port/page.ts";
import type { SecretsInUse } from "../store/port/secret-store.ts";

import { endOfLastToken, endOfLife } from "./lifespans.ts";

/** What is known of a secret that no server signs with. Times are unix seconds. */
interface OldSecret {
  /** When it signed last. */
  readonly signed_at: number;
  /** When the last token ends of the rows that it sealed; undefined where there were none. */
  readonly tokens_end_at: number | undefined;
}

/** Until when tokens and codes may be valid that an old secret signed. */
export function neededUntil(
  { signed_at, tokens_end_at = 0 }: OldSecret,
  longest_lifespan: number | "never",
): number | "never" {
  if (longest_lifespan === "never" || tokens_end_at >= END_OF_TIME) return "never";
  return Math.max(signed_at + longest_lifespan, tokens_end_at);
}

/** Whether all running servers seal and sign with this secret, and so none with another. */
export function isNewestOfAll(newest: string, { servers }: SecretsInUse): boolean {
  return servers.length > 0 && servers.every(([signing]) => signing === newest);
}

const CLIENTS = 250;

/**
 * When the last token ends that each of these secrets may have signed, by the lifespans of all clients: some have longer ones than
 * the settings say. By fingerprint.
 */
export async function tokenEndsOfClients(
  signed_at: ReadonlyMap<string, number>,
  context: Pick<Context, "config" | "lifespans" | "store">,
): Promise<readonly (readonly [string, number])[]> {
  let longest = 0;
  let after: Cursor | undefined;
  do {
    const { items, next } = await context.store.clients.list({ limit: CLIENTS, offset: 0, after });
    for (const client of items) longest = Math.max(longest, endOfLastToken(0, client, context));
    after = next;
  } while (after !== undefined);
  return [...signed_at].map(([fingerprint, at]) => [
    fingerprint,
    longest >= END_OF_TIME ? END_OF_TIME : endOfLife(at, longest),
  ]);
}
