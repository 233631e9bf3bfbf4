import { seconds } from "../interaction/json-kinds.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { ok, type Result } from "../oauth/result.ts";
import { readInput, unacceptable } from "./read-input.ts";
import type { IntegrationSecret } from "./records.ts";

const DAY = 86_400;
const LONGEST_OVERLAP = 30 * DAY;

/** For how many seconds the secret before a new one stays good; a day unless said. */
export function readSecretOverlap(body: unknown): Result<number, OAuthError> {
  const read = readInput(body, { overlap: seconds });
  if (!read.ok) return read;
  const { overlap = DAY } = read.value;
  return overlap >= 0 && overlap <= LONGEST_OVERLAP
    ? ok(overlap)
    : unacceptable(`The member overlap must be 0 to ${LONGEST_OVERLAP} seconds.`);
}

/** The secrets after a rotation: the new one, and for a while the newest of those before. */
export function rotateSecrets(
  secrets: readonly IntegrationSecret[],
  { hash, overlap, now }: { readonly hash: string; readonly overlap: number; readonly now: number },
): readonly IntegrationSecret[] {
  const [newest] = secrets;
  const before = newest && overlap > 0 ? [{ hash: newest.hash, expires_at: now + overlap }] : [];
  return [{ hash, expires_at: undefined }, ...before];
}

/** The secrets that are good now, the newest first. */
export function liveSecrets(
  secrets: readonly IntegrationSecret[],
  now: number,
): readonly IntegrationSecret[] {
  return secrets.filter(({ expires_at }) => expires_at === undefined || expires_at > now);
}
