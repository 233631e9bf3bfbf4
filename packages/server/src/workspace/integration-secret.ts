/** The rotation of the secrets and tokens of integrations. */

import { integrationSecretRequest, type webhookSecretRequest } from "@latchkey/api";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { ok, type Result } from "../oauth/result.ts";
import { readInput, unacceptable } from "./read-input.ts";
import type { Expiring } from "./records.ts";

const DAY = 86_400;
const MAX_OVERLAP = 30 * DAY;

/** For how many seconds the secret or token before a new one stays valid; a day by default. */
export function readSecretOverlap(body: unknown): Result<number, OAuthError> {
  return readOverlap(body, integrationSecretRequest);
}

/** The `overlap` of a request for a new secret, whose body is optional. */
export function readOverlap(
  body: unknown,
  schema: typeof integrationSecretRequest | typeof webhookSecretRequest,
): Result<number, OAuthError> {
  const read = readInput(body ?? {}, schema);
  if (!read.ok) return read;
  const { overlap = DAY } = read.value;
  return overlap >= 0 && overlap <= MAX_OVERLAP
    ? ok(overlap)
    : unacceptable(`The field overlap must be 0 to ${MAX_OVERLAP} seconds.`);
}

/** The secrets or tokens after a rotation: the next one, and for the overlap the newest of those before. */
export function rotateSecrets<Secret extends Expiring>(
  secrets: readonly Secret[],
  next: Secret,
  { overlap, now }: { readonly overlap: number; readonly now: number },
): readonly Secret[] {
  const [newest] = secrets;
  return newest !== undefined && overlap > 0
    ? [next, { ...newest, expires_at: now + overlap }]
    : [next];
}

/** The secrets or tokens that are valid now, the newest first. */
export function liveSecrets<Secret extends Expiring>(
  secrets: readonly Secret[],
  now: number,
): readonly Secret[] {
  return secrets.filter(({ expires_at }) => expires_at === undefined || expires_at > now);
}
