import type { Database } from "../database/database.ts";
import { type Script, statement } from "../database/script.ts";

/**
 * Lets a server remember clients and keys and yet notice when another server changes one.
 *
 * Whoever changes one raises a number in the same transaction. Every server reads that number twice a second, and
 * forgets what it remembered when the number is not the one it knew.
 */
export interface Revision {
  /** Part of every script that changes a client or a key. */
  raise(): Script<unknown>;
  /** Runs such a script, then forgets. */
  change<T>(script: () => Script<T>): Promise<T>;
  /** Reads the number, and forgets if somebody raised it. */
  check(): Promise<void>;
  /** Another number whenever what is remembered was forgotten: whoever made something of it makes it anew then. */
  generation(): number;
  /** A memory of what `load` found, which answers at once where it can: of the latest ten thousand, or of as many as are worth their room. */
  remember<V>(
    load: (key: string) => Promise<V | undefined>,
    at_most?: number,
  ): (key: string) => Promise<V | undefined> | V;
}

const REMEMBERED_AT_MOST = 10_000;

const raise = statement("update revision set value = value + 1 where name = 'configuration'");
const read = statement<{ value: number }>(
  "select value from revision where name = 'configuration'",
);

/** `onChange` hears of every change that was made here, so that others can be told before they look. */
export function createRevision(database: Database, onChange: () => void = () => {}): Revision {
  let known: number | undefined;
  let generation = 0;
  const memories: Map<string, unknown>[] = [];

  const forget = (): void => {
    generation += 1;
    for (const memory of memories) memory.clear();
  };

  return {
    raise: () => raise(),

    generation: () => generation,

    async change(script) {
      try {
        return await database.write(script);
      } finally {
        forget(); // Also when it failed: an error may hide a commit.
        onChange();
      }
    },

    async check() {
      const [row] = await database.read(() => read());
      if (row?.value !== known) forget();
      known = row?.value;
    },

    remember<V>(load: (key: string) => Promise<V | undefined>, at_most = REMEMBERED_AT_MOST) {
      const memory = new Map<string, V>();
      memories.push(memory);
      const learn = async (key: string): Promise<V | undefined> => {
        const asked = generation;
        const found = await load(key);
        if (found === undefined || asked !== generation) return found; // What was read may be old by now.
        if (memory.size >= at_most) memory.delete(memory.keys().next().value ?? "");
        memory.set(key, found);
        return found;
      };
      return (key) => memory.get(key) ?? learn(key);
    },
  };
}
