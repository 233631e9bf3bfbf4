import type { Database, Order } from "./database.ts";
import type { Insertion, Script, Value } from "./script.ts";

/** A write that waits for its commit. */
export type Pending = PendingScript | PendingInsert;

/** A script that waits for its commit. */
export interface PendingScript {
  readonly kind: "script";
  readonly script: () => Script<unknown>;
  readonly order: Order;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface PendingInsert {
  readonly kind: "insert";
  readonly insertion: Insertion;
  readonly values: readonly Value[];
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Collects writes and hands them over together.
 *
 *   idle ──write──▶ waiting ──end of tick──▶ committing ──done, nothing new──▶ idle
 *                      ▲                          └──────done, more came────────┐
 *                      └──────────────────────────────────────────────────────┘
 *
 * `commit` settles every write of the group. Those that arrive meanwhile form the next group.
 */
export function createGroup(commit: (group: readonly Pending[]) => Promise<void> | void): Group {
  let waiting: Pending[] = [];
  let busy = false;
  const idle: (() => void)[] = [];

  const run = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    await commit(group); // One at a time: that is what makes the next group grow.
    if (waiting.length > 0) return schedule(); // Not at once: whoever else is at the door may share it.
    busy = false;
    for (const resolve of idle.splice(0)) resolve();
  };

  const schedule = (): void => {
    setImmediate(() => void run());
  };

  const add = (pending: Pending): void => {
    waiting.push(pending);
    if (busy) return;
    busy = true;
    schedule();
  };

  return {
    write: (script, order = "in turn") =>
      new Promise((resolve, reject) => {
        add({
          kind: "script",
          script,
          order,
          resolve: resolve as (value: unknown) => void,
          reject,
        });
      }),
    insert: (insertion, values) =>
      new Promise((resolve, reject) => {
        add({ kind: "insert", insertion, values, resolve, reject });
      }),
    whenIdle: () => (busy ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve()),
  };
}

/** The writing half of a database. */
export interface Group extends Pick<Database, "write" | "insert"> {
  /** Resolves when nothing waits for its commit. */
  whenIdle(): Promise<void>;
}

/** The inserts of a group, gathered by the table they go to. */
export function insertsByTable(group: readonly Pending[]): Map<Insertion, (readonly Value[])[]> {
  const tables = new Map<Insertion, (readonly Value[])[]>();
  for (const pending of group) {
    if (pending.kind !== "insert") continue;
    const rows = tables.get(pending.insertion);
    if (rows === undefined) tables.set(pending.insertion, [pending.values]);
    else rows.push(pending.values);
  }
  return tables;
}
