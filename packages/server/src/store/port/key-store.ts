import type { JsonWebKey, JsonWebKeySetSummary } from "@latchkey/api";
import type { KeyTimes, KidKey, ScheduledKey } from "../../crypto/key-schedule.ts";
import type { Listing, Page } from "./page.ts";

export interface Keys {
  /** The sets that have keys, by name. */
  list(page: Page): Promise<Listing<JsonWebKeySetSummary>>;
  /** The newest first; empty when there is no such set. */
  findSet(set: string): Promise<readonly JsonWebKey[]>;
  /** The same, with the times of the keys. The same objects until a key changes. */
  findSchedule(set: string): Promise<readonly ScheduledKey[]>;
  /** The same as the database has it now, with the lifespans that other servers recorded: for what deletes keys. */
  readSchedule(set: string): Promise<readonly ScheduledKey[]>;
  find(set: string, kid: string): Promise<JsonWebKey | undefined>;
  /** False when the set has a key with that `kid` already, and then nothing is written. */
  add(set: string, key: KidKey, signs_from: number): Promise<boolean>;
  /**
   * Adds keys that another server has published, the oldest first: no announcement is needed. They are newer than those of the
   * set, or older. Keys whose `kid` the set has are left out. Returns how many were added.
   */
  adopt(set: string, keys: readonly KidKey[], are_newest: boolean): Promise<number>;
  /**
   * Adds a key only to a set that has none, or none that is alike; it signs at once, from `now` on. Of several servers that need
   * such a key at the same time, one creates it.
   */
  addFirst(
    set: string,
    key: KidKey,
    now: number,
    isAlike?: (held: ScheduledKey) => boolean,
  ): Promise<boolean>;
  /** Adds a key where the keys that the set has by then still need one: of several servers that found so, one adds it. */
  announce(
    set: string,
    key: KidKey,
    signs_from: number,
    isNeeded: (held: readonly ScheduledKey[]) => boolean,
  ): Promise<boolean>;
  /** Records that a key signs, once: `replaced` is the `kid` of the one before. False where it was recorded. */
  takeOver(
    set: string,
    kid: string,
    takeover: { readonly now: number; readonly replaced: string | undefined },
  ): Promise<boolean>;
  /** Replaces all keys of the set by these, the newest first. Those that were in it keep their times: `reschedule`. */
  replaceSet(set: string, keys: readonly KidKey[], times: KeyTimes): Promise<void>;
  /** Replaces the key with the same `kid`, or adds it. The same key keeps its time. */
  replace(set: string, key: KidKey, times: KeyTimes): Promise<void>;
  /** Records that the key signed a token with this lifespan, in seconds, unless it signed one that lives longer. */
  recordLifespan(set: string, kid: string, lifespan: number): Promise<void>;
  /** The longest lifespan of what the keys of a set have signed, in seconds; 0 where they have signed nothing. */
  longestLifespan(set: string): Promise<number>;
  deleteSet(set: string): Promise<void>;
  delete(set: string, kid: string): Promise<void>;
  /** Deletes a key where the keys that the set has by then do not need it. False where they do, and where it is gone. */
  deleteUnneeded(
    set: string,
    kid: string,
    isUnneeded: (held: readonly ScheduledKey[]) => boolean,
  ): Promise<boolean>;
}
