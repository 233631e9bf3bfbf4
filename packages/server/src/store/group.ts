import type { Insertion, Script, Value } from "./script.ts";

/** A write that waits for its commit. */
export type Pending = PendingScript | PendingInsert;

interface PendingScript {
  readonly kind: "script";
  readonly script: () => Script<unknown>;
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
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await commit(group); // One at a time: that is what makes the next group grow.
    }
    busy = false;
    for (const resolve of idle.splice(0)) resolve();
  };

  return {
    add(pending) {
      waiting.push(pending);
      if (busy) return;
      busy = true;
      setImmediate(() => void run());
    },
    whenIdle: () => (busy ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve()),
  };
}

export interface Group {
  add(pending: Pending): void;
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
