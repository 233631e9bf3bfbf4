import type { Context } from "../../context/context.ts";
import { keySets } from "../../context/keyring.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import { createEndedIndex, type EndedIndex } from "./rules/ended-index.ts";
import type { ListedGrant, Terminations } from "./store.ts";

/** What this server knows of endings, and of what is disabled, read again when any server ended or disabled something. */
export interface KnownEndings {
  /** Synchronous unless there may be something new. */
  index(): MaybePromise<EndedIndex>;
  /** The grants that ended, at most a second old. */
  grants(): Promise<readonly ListedGrant[]>;
  /** How long a JWT access token lives at most, as the keys have recorded it, in seconds; 0 where none was signed. */
  jwtLifespan(): Promise<number>;
  /** The same as it was last read. */
  lastJwtLifespan(): number;
}

/** Servers' clocks differ, and a transaction is committed some time after its rows were made: so many seconds are read again. */
const OVERLAP = 120;
const GRANTS_FRESH_MS = 1_000;

export function createKnownEndings(
  store: Terminations,
  core: Pick<Context, "store" | "now" | "now_ms">,
): KnownEndings {
  const { now, now_ms } = core;
  const { suspensions } = core.store.tools;
  const index = createEndedIndex();
  let readAt: number | undefined;
  let newest = 0;
  let newestSuspension = 0;
  let reading: Promise<EndedIndex> | undefined;

  const read = async (): Promise<EndedIndex> => {
    const generation = core.store.generation(); // Before the rows: a change meanwhile is noticed.
    for (const ended of await store.since(newest - OVERLAP)) {
      index.add(ended);
      newest = Math.max(newest, ended.ended_before);
    }
    for (const suspension of await suspensions.since(newestSuspension - OVERLAP)) {
      index.setSuspended(suspension);
      newestSuspension = Math.max(newestSuspension, suspension.changed_at);
    }
    index.prune(now());
    readAt = generation;
    return index;
  };

  const grants = new Map<string, ListedGrant>();
  let newestGrant = 0;
  let grantsReadAt: number | undefined;
  let lifespan = 0;

  const readGrants = async (): Promise<void> => {
    const at = now_ms();
    for (const grant of await store.grantsSince(newestGrant - OVERLAP)) {
      grants.set(grant.grant_id, grant);
      newestGrant = Math.max(newestGrant, grant.ended_at);
    }
    for (const [id, { expires_at }] of grants) if (expires_at <= now()) grants.delete(id);
    grantsReadAt = at;
  };

  return {
    index() {
      if (readAt === core.store.generation()) return index;
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return reading;
    },

    async grants() {
      const isFresh =
        readAt === core.store.generation() &&
        grantsReadAt !== undefined &&
        now_ms() - grantsReadAt < GRANTS_FRESH_MS;
      if (!isFresh) await readGrants();
      return [...grants.values()];
    },

    async jwtLifespan() {
      const sets = [keySets.access_token, keySets.api_access_token];
      const found = await Promise.all(sets.map((set) => core.store.keys.longestLifespan(set)));
      lifespan = Math.max(...found);
      return lifespan;
    },

    lastJwtLifespan: () => lifespan,
  };
}
