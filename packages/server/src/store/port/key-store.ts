import type { JsonWebKey, JsonWebKeySetSummary } from "@latchkey/api";
import type { Listing, Page } from "./page.ts";

export interface Keys {
  /** The sets that have keys, by name. */
  list(page: Page): Promise<Listing<JsonWebKeySetSummary>>;
  /** The newest first; empty when there is no such set. */
  findSet(set: string): Promise<readonly JsonWebKey[]>;
  find(set: string, kid: string): Promise<JsonWebKey | undefined>;
  /** False when the set has a key with that `kid` already, and then nothing is written. */
  add(set: string, key: KidKey): Promise<boolean>;
  /** Adds a key only to a set that has none. Of several servers that start at once, one creates the first key. */
  addFirst(set: string, key: KidKey): Promise<boolean>;
  /** Replaces all keys of the set by these, the newest first. */
  replaceSet(set: string, keys: readonly KidKey[]): Promise<void>;
  /** Replaces the key with the same `kid`, or adds it. */
  replace(set: string, key: KidKey): Promise<void>;
  deleteSet(set: string): Promise<void>;
  delete(set: string, kid: string): Promise<void>;
}

/** A key with a `kid`. */
export type KidKey = JsonWebKey & { readonly kid: string };
