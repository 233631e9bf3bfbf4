import { algOf } from "./jwk.ts";
import { canSign, findSigningKey, type ScheduledKey, useOfKey } from "./key-schedule.ts";
import type { SigningAlgorithm } from "./signing-algorithm.ts";

/**
 * Keys that are replaced on a schedule. The rules derive each step from the stored times alone, so that it does not matter which
 * server takes it, or how late.
 */

/** The schedule of a key set, in seconds. */
export interface RotationSchedule {
  /** How long a key signs; 0 where keys are replaced by hand only. */
  readonly every: number;
  /** How long a key is published before it signs. */
  readonly announce_period: number;
  /** How long a key is published after the last token that it signed has expired. */
  readonly keep_period: number;
}

/** What has to be done with a set. */
export type RotationStep =
  /** A key signs, and that was not recorded yet. */
  | { readonly kind: "take_over"; readonly kid: string; readonly replaced: string | undefined }
  /** The key that signs with this algorithm needs a successor. */
  | { readonly kind: "announce"; readonly alg: SigningAlgorithm }
  /** Nothing needs the key any more. */
  | { readonly kind: "delete"; readonly kid: string };

/** Keys of which one signs at a time. */
export interface KeyGroup {
  /** That of the key that signs. */
  readonly alg: SigningAlgorithm;
  readonly signing: ScheduledKey;
  /** The one that signs next. */
  readonly announced: ScheduledKey | undefined;
  /** The newest first. */
  readonly retired: readonly ScheduledKey[];
}

/** When, and whether one key signs for the whole set, whatever its algorithm, or one for each algorithm. */
interface Situation {
  readonly now: number;
  readonly is_one_signer: boolean;
}

/** What has to be done with a set now. The keys are the newest first. */
export function planRotation(
  keys: readonly ScheduledKey[],
  schedule: RotationSchedule,
  { now, is_one_signer }: Situation,
): readonly RotationStep[] {
  return groupKeys(keys, { now, is_one_signer }).flatMap((group): RotationStep[] => {
    const { alg, retired, signing } = group;
    const steps: RotationStep[] = [];
    if (signing.took_over_at === undefined)
      steps.push({
        kind: "take_over",
        kid: signing.jwk.kid,
        replaced: retired.find(hasSigned)?.jwk.kid,
      });
    if (isDue(successorDue(group, schedule), now)) steps.push({ kind: "announce", alg });
    for (const key of retired.toReversed()) {
      if (isDue(deletionDue(keys, key, schedule, { now, is_one_signer }), now))
        steps.push({ kind: "delete", kid: key.jwk.kid });
    }
    return steps;
  });
}

/** The keys that sign, each with those before and after it. */
export function groupKeys(
  keys: readonly ScheduledKey[],
  { now, is_one_signer }: Situation,
): readonly KeyGroup[] {
  const able = keys.filter(({ jwk }) => canSign(jwk, undefined));
  const groups = Map.groupBy(able, ({ jwk }) => (is_one_signer ? undefined : algOf(jwk)));
  return [...groups.values()].flatMap((peers) => {
    const signing = findSigningKey(peers, undefined, now);
    const alg = signing && algOf(signing.jwk);
    if (signing === undefined || alg === undefined) return [];
    const place = peers.indexOf(signing);
    const announced = peers
      .slice(0, place)
      .reduce<ScheduledKey | undefined>(
        (first, key) => (first === undefined || key.signs_from <= first.signs_from ? key : first),
        undefined,
      );
    return [{ alg, signing, announced, retired: peers.slice(place + 1) }];
  });
}

/**
 * When the key that signs needs a successor, which is announced then; undefined where it has one, or has no schedule. A key that has
 * signed since a time that is not known needs one at once.
 */
export function successorDue(
  { announced, signing }: KeyGroup,
  { announce_period, every }: RotationSchedule,
): number | undefined {
  if (every === 0 || announced !== undefined) return undefined;
  return signing.signs_from === 0 ? 0 : signing.signs_from + every - announce_period;
}

/**
 * From when a key may be deleted that signs no more, or will not once its successor does; undefined without a schedule, and
 * where it is not known when it was replaced. Keys are deleted in the order in which they signed: the key after one says until when
 * that one did.
 */
export function deletionDue(
  keys: readonly ScheduledKey[],
  key: ScheduledKey,
  { every, keep_period }: RotationSchedule,
  situation: Situation,
): number | undefined {
  if (every === 0) return undefined;
  const alg = situation.is_one_signer ? undefined : algOf(key.jwk);
  const older = keys.slice(keys.indexOf(key)).filter(({ jwk }) => canSign(jwk, alg));
  const ends = older.map((one) => neededUntil(keys, one, situation) ?? Infinity);
  const end = Math.max(...ends);
  return end === Infinity ? undefined : end + keep_period;
}

/** Until when a token may be valid that a key signed which another replaces; undefined where that is not known. */
function neededUntil(
  keys: readonly ScheduledKey[],
  key: ScheduledKey,
  { now, is_one_signer }: Situation,
): number | undefined {
  // The time of the next known change of keys is later than that of an unknown one before it.
  const known = keys.filter((one) => one === key || one.signs_from !== 0);
  const use = useOfKey(known, key, { now, is_one_signer });
  return use === undefined || use.state === "announced" ? undefined : use.needed_until;
}

/** One that a newer key overtook while it was announced has signed nothing. */
function hasSigned({ took_over_at }: ScheduledKey): boolean {
  return took_over_at !== undefined;
}

function isDue(time: number | undefined, now: number): boolean {
  return time !== undefined && time <= now;
}
