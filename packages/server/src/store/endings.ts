import type { MaybePromise } from "../maybe-promise.ts";
import type { Held, SuspendableKind } from "../oauth/ending.ts";
import type { Script } from "./database/statement.ts";

/**
 * Whether everything that belonged to one of these was ended after something was requested, or its user or client is disabled. The
 * store asks before it returns codes, tokens, sessions and flows, so that one row ends all of them, wherever they are read.
 */
type IsEnded = (held: Held) => MaybePromise<boolean>;

/** What a feature knows of endings. */
interface EndingRecords {
  readonly isEnded: IsEnded;
  /** Whether one of these is disabled. */
  readonly isSuspended: (kind: SuspendableKind, names: readonly string[]) => MaybePromise<boolean>;
  /** A grant, or a token without one, was revoked or removed before its time; part of the script that does so. */
  readonly recordGrant: (grant_id: string) => Script<void>;
}

/**
 * Whether it is known at once that it was not ended. Otherwise the caller reads from the database, and asks again: what is being
 * read meanwhile is not waited for here, nor its failure.
 */
export function isKnownActive(held: Held, { isEnded }: Pick<EndingRecords, "isEnded">): boolean {
  const wasEnded = isEnded(held);
  if (!(wasEnded instanceof Promise)) return !wasEnded;
  wasEnded.catch(() => {});
  return false;
}

/** What was ended: nothing, unless a feature knows. */
export interface Endings extends EndingRecords {
  /** From now on, the feature is asked. */
  use(records: EndingRecords): void;
}

export function createEndings(): Endings {
  let records: EndingRecords = {
    isEnded: () => false,
    isSuspended: () => false,
    *recordGrant() {},
  };
  return {
    isEnded: (held) => records.isEnded(held),
    isSuspended: (kind, names) => records.isSuspended(kind, names),
    recordGrant: (grant_id) => records.recordGrant(grant_id),
    use(known) {
      records = known;
    },
  };
}
