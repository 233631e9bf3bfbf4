import { isDeepStrictEqual } from "node:util";
import type { JsonWebKey } from "@latchkey/api";
import { algOf, isPrivate } from "./jwk.ts";
import type { SigningAlgorithm } from "./signing-algorithm.ts";

/**
 * When the keys of a set sign. A key that is added is published at once and signs later, so that verifiers that cache the keys
 * know it by then. The decision depends on the stored times alone: all servers on a database change over at the same moment.
 */

/** A key with a `kid`. */
export type KidKey = JsonWebKey & { readonly kid: string };

/** A key of a set. Times are unix seconds. */
export interface ScheduledKey {
  readonly jwk: KidKey;
  /** When its announcement ends. Without an older key it signs before. */
  readonly signs_from: number;
  /** The longest life of a token that it signed, in seconds. */
  readonly longest_lifespan: number;
  /** When it was recorded that it signs; undefined until then. */
  readonly took_over_at: number | undefined;
}

/** When keys are stored, and from when new ones sign. */
export interface KeyTimes {
  readonly now: number;
  readonly signs_from: number;
}

/**
 * The key that signs with the algorithm, or with any if none is named: the newest whose announcement is over. Where there is no
 * such key, the one that was announced first signs: there is nothing else. The keys are the newest first.
 */
export function findSigningKey(
  keys: readonly ScheduledKey[],
  alg: SigningAlgorithm | undefined,
  now: number,
): ScheduledKey | undefined {
  let first: ScheduledKey | undefined;
  for (const key of keys) {
    if (!canSign(key.jwk, alg)) continue;
    if (key.signs_from <= now) return key;
    if (first === undefined || key.signs_from < first.signs_from) first = key;
  }
  return first;
}

/** Whether a key can sign with the algorithm, or with any if none is named. */
export function canSign(jwk: JsonWebKey, alg: SigningAlgorithm | undefined): boolean {
  const signsWith = algOf(jwk);
  if (jwk.kty === "oct" || !isPrivate(jwk) || jwk.use === "enc" || signsWith === undefined)
    return false;
  return alg === undefined || signsWith === alg;
}

/**
 * The schedule of keys that replace those of a set, the newest first. One that was in the set is published already: it signs
 * as before, or from now on where it was put before another.
 */
export function reschedule(
  held: readonly ScheduledKey[],
  keys: readonly KidKey[],
  { now, signs_from }: KeyTimes,
): readonly ScheduledKey[] {
  const places = keys.map((jwk) => held.findIndex((one) => isDeepStrictEqual(one.jwk, jwk)));
  return keys.map((jwk, index) => {
    const place = places[index] ?? -1;
    const known = held[place];
    if (known === undefined)
      return { jwk, signs_from, longest_lifespan: 0, took_over_at: undefined };
    const isMoved = places.slice(index + 1).some((other) => other !== -1 && other < place);
    if (!isMoved) return known;
    return { ...known, signs_from: Math.max(now, known.signs_from), took_over_at: undefined };
  });
}

/** What a key does. */
export type KeyUse =
  | { readonly state: "announced"; readonly signs_from: number }
  /** `signs_until`: when an announced key takes over. */
  | {
      readonly state: "signing";
      readonly signs_until: number | undefined;
      readonly needed_until: number | undefined;
    }
  | { readonly state: "retired"; readonly needed_until: number };

/**
 * What a key of a set does; undefined for one that cannot sign. `is_one_signer`: whether one key signs for the whole set, whatever
 * its algorithm, or one for each algorithm.
 */
export function useOfKey(
  keys: readonly ScheduledKey[],
  key: ScheduledKey,
  { now, is_one_signer }: { readonly now: number; readonly is_one_signer: boolean },
): KeyUse | undefined {
  const alg = is_one_signer ? undefined : algOf(key.jwk);
  if (!canSign(key.jwk, alg)) return undefined;
  const peers = keys.filter(({ jwk }) => canSign(jwk, alg));
  const signing = findSigningKey(peers, alg, now);
  const newer = peers.slice(0, peers.indexOf(key));
  const replacedAt = Math.min(...newer.map(({ signs_from }) => signs_from));
  const lifespan = Math.max(key.longest_lifespan, SHORT_LIVED);
  if (key === signing) {
    const isReplaced = replacedAt !== Infinity;
    return {
      state: "signing",
      signs_until: isReplaced ? replacedAt : undefined,
      needed_until: isReplaced ? replacedAt + lifespan : undefined,
    };
  }
  if (signing !== undefined && newer.includes(signing))
    return { state: "retired", needed_until: Math.min(now, replacedAt) + lifespan };
  return { state: "announced", signs_from: key.signs_from };
}

/** Of signed responses and logout tokens, whose lifespans are not recorded: they are verified within minutes. In seconds. */
const SHORT_LIVED = 600;
