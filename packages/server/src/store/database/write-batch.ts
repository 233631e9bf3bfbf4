import type { Database, WriteOptions } from "./database.ts";
import type { Addition, Script, Update, Value } from "./script.ts";

/** A write that waits for its commit. */
export type Pending = PendingScript | PendingInsert | PendingUpdate;

interface PendingScript extends WriteOptions<unknown> {
  readonly kind: "script";
  readonly script: () => Script<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface PendingInsert {
  readonly kind: "insert";
  readonly additions: readonly Addition[];
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** A change that waits for its commit. */
export interface PendingUpdate {
  readonly kind: "update";
  readonly update: Update;
  readonly values: readonly Value[];
  /** What is written if the change is made. */
  readonly additions: readonly Addition[];
  readonly resolve: (won: boolean) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Collects writes and hands them over together.
 *
 *   idle ──write──▶ waiting ──a turn brings no more──▶ committing ──done, nothing new──▶ idle
 *                      ▲                                   └──────done, more came────────┐
 *                      └───────────────────────────────────────────────────────────────┘
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
    if (waiting.length > 0) return schedule();
    busy = false;
    for (const resolve of idle.splice(0)) resolve();
  };

  const schedule = (): void => gather(() => waiting.length, run);

  const add = (pending: Pending): void => {
    waiting.push(pending);
    if (busy) return;
    busy = true;
    schedule();
  };

  return {
    write: (script, options) =>
      new Promise((resolve, reject) => {
        const { unlimited, undo } = (options ?? {}) as WriteOptions<unknown>;
        const settled = { resolve: resolve as (value: unknown) => void, reject };
        add({ kind: "script", script, unlimited, undo, ...settled });
      }),
    insert: (...additions) =>
      new Promise((resolve, reject) => {
        add({ kind: "insert", additions, resolve, reject });
      }),
    update: (update, values, ...additions) =>
      new Promise((resolve, reject) => {
        add({ kind: "update", update, values, additions, resolve, reject });
      }),
    rejectWaiting(reason) {
      for (const { reject } of waiting.splice(0)) reject(reason);
    },
    whenIdle: () => (busy ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve()),
  };
}

/**
 * Waits for as long as each turn of the event loop brings more, within reason: the larger a group, the less each pays. Those
 * who just heard of theirs are about to ask again.
 */
export function gather(count: () => number, then: () => unknown, seen = 0, turn = 1): void {
  setImmediate(() => {
    const come = count();
    if (come > seen && turn < TURNS) gather(count, then, come, turn + 1);
    else then();
  });
}

/** A busy server brings more with every turn; nobody shall wait for the end of that. */
const TURNS = 8;

/** The writing half of a database. */
export interface Group extends Pick<Database, "write" | "insert" | "update"> {
  /** Rejects what waits for the next commit: a database that fails one batch for lack of an answer shall not let the next wait as long again. */
  rejectWaiting(reason: unknown): void;
  /** Resolves when nothing waits for its commit. */
  whenIdle(): Promise<void>;
}

/** Lets a group be settled as its database did with it: whatever each was waiting for. */
export function settle(pending: Pending, result: unknown): void {
  if (pending.kind === "insert") pending.resolve();
  else if (pending.kind === "update") pending.resolve(result === true);
  else pending.resolve(result);
}
