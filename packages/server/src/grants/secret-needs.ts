import { END_OF_TIME } from "../crypto/grant-token.ts";
import type { SecretsInUse } from "../store/port/secret-store.ts";

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
