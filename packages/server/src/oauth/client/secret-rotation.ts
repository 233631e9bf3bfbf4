/** The rotation of secrets and tokens: each stays valid for the overlap that it was promised, whatever rotations follow. */

import type { OAuthError } from "../oauth-error.ts";

/** A secret or token of a series in which the newest has no end yet. */
export interface Expiring {
  /** Unix seconds: the end of its validity; undefined while it is the newest, or where it is valid until it is deleted. */
  readonly expires_at: number | undefined;
}

/** The stored part of a secret. */
export interface StoredSecret extends Expiring {
  readonly hash: string;
}

/** How long the newest stays valid beside the next one, in seconds, and the time. An overlap of 0 ends all earlier ones. */
export interface RotationTimes {
  readonly overlap: number;
  readonly now: number;
}

/** As `RotationTimes`; without an overlap the newest stays valid until the earlier ones are deleted. */
export interface SecretRotationTimes extends Omit<RotationTimes, "overlap"> {
  readonly overlap: number | undefined;
}

/** So many may be valid beside the newest: each is compared when a wrong one is presented. */
const MAX_EARLIER_SECRETS = 5;

/** The secrets or tokens after a rotation, the newest first. Undefined when one would have to end before its time. */
export function rotateSecrets<Secret extends Expiring>(
  secrets: readonly Secret[],
  next: Secret,
  { overlap, now }: RotationTimes,
): readonly Secret[] | undefined {
  if (overlap === 0) return [next];
  const [newest, ...earlier] = liveSecrets(secrets, now);
  if (newest === undefined) return [next];
  if (earlier.length >= MAX_EARLIER_SECRETS) return undefined;
  const ended = { ...newest, expires_at: newest.expires_at ?? now + overlap };
  return [next, ended, ...earlier];
}

/**
 * As `rotateSecrets`, and the newest stays valid until the earlier ones are deleted. Where there would be too many, the oldest
 * without an end makes room; one with an overlap keeps its time.
 */
export function keepSecrets<Secret extends Expiring>(
  secrets: readonly Secret[],
  next: Secret,
  now: number,
): readonly Secret[] | undefined {
  const earlier = liveSecrets(secrets, now);
  if (earlier.length <= MAX_EARLIER_SECRETS) return [next, ...earlier];
  const [, ...older] = earlier;
  const dropped = older.findLast(({ expires_at }) => expires_at === undefined);
  if (dropped === undefined) return undefined;
  return [next, ...earlier.filter((secret) => secret !== dropped)];
}

/** The secrets or tokens that are valid now, the newest first. */
export function liveSecrets<Secret extends Expiring>(
  secrets: readonly Secret[],
  now: number,
): readonly Secret[] {
  return secrets.filter(({ expires_at }) => expires_at === undefined || expires_at > now);
}

/** For a rotation that would have to end a secret before its time. */
export const tooManySecrets: OAuthError = {
  error: "conflict",
  error_description: `${MAX_EARLIER_SECRETS} earlier ones are still valid, as earlier rotations promised. Wait until one expires, or rotate with an overlap of 0, which ends all of them.`,
};
