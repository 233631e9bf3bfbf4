import { createLruCache, type LruCache } from "../../lru-cache.ts";
import { integer, table, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { command, query, type Script } from "../database/statement.ts";

export const revision = table("revision", { name: text, value: integer });

/**
 * Invalidates cached clients and keys across servers.
 *
 * Every transaction that changes one increments a number. Every server reads that number twice a second, and clears its caches
 * when it differs from the one read before.
 */
export interface Revision {
  /** `incrementRevision`. */
  increment(): Script<unknown>;
  /** Runs such a script, then clears the caches of this server. */
  change<T>(script: () => Script<T>): Promise<T>;
  /** After a write whose script has raised the number only perhaps: clears the caches of this server. */
  noteChange(): void;
  /** Reads the number, and clears the caches if it changed. */
  check(): Promise<void>;
  /** Another number whenever the caches were cleared, for values derived from cached ones. */
  generation(): number;
  /** An LRU cache of what `load` returns: synchronous where the value is cached. */
  cache<V>(
    load: (key: string) => Promise<V | undefined>,
    capacity?: number,
  ): (key: string) => Promise<V | undefined> | V;
}

const CAPACITY = 10_000;

/** Part of every script that changes a client or a key. */
export const incrementRevision = command({
  sql: "update revision set value = value + 1 where name = 'configuration'",
});
const read = query({
  returns: { value: integer },
  sql: "select value from revision where name = 'configuration'",
});

/** `onChange` is called after every change made by this server, so that its peers can be notified before they check. */
export function createRevision(database: Database, onChange: () => void = () => {}): Revision {
  let known: number | undefined;
  let generation = 0;
  const caches: Pick<LruCache<string, unknown>, "clear">[] = [];

  const clear = (): void => {
    generation += 1;
    for (const cache of caches) cache.clear();
  };

  const noteChange = (): void => {
    clear();
    onChange();
  };

  return {
    increment: () => incrementRevision({}),

    generation: () => generation,

    async change(script) {
      try {
        return await database.write(script);
      } finally {
        noteChange(); // Also after a failure: the write may have been committed all the same.
      }
    },

    noteChange,

    async check() {
      const [row] = await database.read(() => read({}));
      if (row?.value !== known) clear();
      known = row?.value;
    },

    cache<V>(load: (key: string) => Promise<V | undefined>, capacity = CAPACITY) {
      const cache = createLruCache<string, V>(capacity);
      caches.push(cache);
      const loadAndCache = async (key: string): Promise<V | undefined> => {
        const generationBefore = generation;
        const found = await load(key);
        // A value that was read before the caches were cleared may be out of date.
        if (found !== undefined && generationBefore === generation) cache.set(key, found);
        return found;
      };
      return (key) => cache.get(key) ?? loadAndCache(key);
    },
  };
}
