import { hashCostOf, MAX_HASH_WORK } from "@latchkey/api";
import { hashSlowly, randomId } from "@latchkey/server/feature/endpoints";
import type { Accounts } from "./store/port.ts";

/**
 * Hashes that no password has, one of each kind that accounts have. A sign-in that is refused takes a check of each kind, of which one is
 * that of the account where there is one: the time does not say whether there is, nor where its password comes from (user enumeration).
 */
export interface Decoys {
  /** The decoys of all kinds but that of this stored hash. */
  besides(stored: string | undefined): Promise<readonly string[]>;
}

/** The kinds of stored hashes are few: those of the servers that accounts came from. Of more, those that take the most work count. */
const MAX_KINDS = 4;
/** Seconds after which the database is asked again. A kind that a sign-in meets is known at once. */
const KNOWN_FOR = 60 * 60;

export function createDecoys(accounts: Pick<Accounts, "hashKinds">, now: () => number): Decoys {
  const kinds = new Map<string, Decoy>();
  let decided: readonly Decoy[] = [];
  let own: Promise<string> | undefined;
  let asked: { readonly answer: Promise<void>; readonly at: number } | undefined;

  const learn = (stored: string): void => {
    const cost = stored.startsWith("$") ? hashCostOf(stored) : undefined;
    // A hash beyond the limit is one of an earlier version: nothing else is to take as long.
    if (cost === undefined || cost.work > MAX_HASH_WORK || kinds.has(cost.kind)) return;
    kinds.set(cost.kind, { ...cost, hash: withoutHash(stored) });
    decided = [...kinds.values()]
      .toSorted((one, other) => other.work - one.work)
      .slice(0, MAX_KINDS);
  };
  // Computed at the first sign-in, which waits for it whether the account exists or not; computed earlier, its rejection would be
  // unhandled.
  const ownDecoy = (): Promise<string> =>
    (own ??= hashSlowly(randomId()).catch((error: unknown) => {
      own = undefined;
      throw error;
    }));
  const ask = async (): Promise<void> => {
    for (const stored of await accounts.hashKinds()) learn(stored);
  };
  /** The first sign-in waits for the answer, later ones do not. */
  const askInTime = (): Promise<void> | undefined => {
    if (asked !== undefined && now() - asked.at < KNOWN_FOR) return asked.answer;
    const isFirst = asked === undefined;
    const answer = ask().catch((error: unknown) => {
      asked = undefined;
      if (isFirst) throw error;
    });
    asked = { answer, at: now() };
    return isFirst ? answer : undefined;
  };

  return {
    async besides(stored) {
      const [hash] = await Promise.all([ownDecoy(), askInTime()]);
      if (stored !== undefined) learn(stored);
      const kind = stored === undefined ? undefined : hashCostOf(stored)?.kind;
      const others = decided.filter((decoy) => decoy.kind !== kind).map((decoy) => decoy.hash);
      const isOwn = stored !== undefined && !stored.startsWith("$");
      return isOwn ? others : [hash, ...others];
    },
  };
}

interface Decoy {
  readonly kind: string;
  readonly work: number;
  readonly hash: string;
}

/** The stored text with another hash in its place, of the same length. */
function withoutHash(stored: string): string {
  return stored.replace(/[^$]+$/, (hash) => "A".repeat(hash.length));
}
