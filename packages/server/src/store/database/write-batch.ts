import { encode, type Value } from "./columns.ts";
import type { Database } from "./database.ts";
import type { Update } from "./sql.ts";
import { type NewRow, type Script, undoUpdate } from "./statement.ts";

/** A write that waits for its commit. */
export type PendingWrite = PendingScript | PendingInsert | PendingUpdate;

/** What a write came to, known before its commit. */
export interface Outcome {
  /** Resolves the caller's promise. Called once the write is durable. */
  readonly settle: () => void;
  /** The script that takes the write back; undefined where nothing must be. */
  readonly undo: () => Script<unknown> | undefined;
}

interface PendingScript {
  readonly kind: "script";
  readonly script: () => Script<Outcome>;
  readonly unlimited: boolean;
  readonly reject: (reason: unknown) => void;
}

interface PendingInsert {
  readonly kind: "insert";
  readonly rows: readonly NewRow[];
  readonly outcome: Outcome;
  readonly reject: (reason: unknown) => void;
}

export interface PendingUpdate {
  readonly kind: "update";
  readonly update: Update;
  readonly values: readonly Value[];
  /** Inserted if the update is made. */
  readonly rows: readonly NewRow[];
  readonly outcome: (was_made: boolean) => Outcome;
  readonly reject: (reason: unknown) => void;
}

/** The writing half of a database. */
export interface WriteBatches extends Pick<Database, "write" | "insert" | "update"> {
  /** Rejects the writes that wait for the next batch: they would wait for the same unavailable database once more. */
  rejectWaiting(reason: unknown): void;
  /** Resolves when no write waits for its commit. */
  whenIdle(): Promise<void>;
}

/**
 * Collects writes into batches, each of which is one transaction with one commit. One batch is committed at a time, and the
 * writes that arrive meanwhile form the next.
 *
 *   idle ──write──▶ collecting ──a tick without new writes──▶ committing ──done, none waiting──▶ idle
 *                      ▲                                          └──────done, others waiting──────┐
 *                      └───────────────────────────────────────────────────────────────────────────┘
 *
 * `commit` settles or rejects every write of its batch, and never rejects itself.
 */
export function createWriteBatches(
  commit: (batch: readonly PendingWrite[]) => Promise<void> | void,
): WriteBatches {
  let waiting: PendingWrite[] = [];
  let busy = false;
  const idle: (() => void)[] = [];

  const run = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    await commit(batch);
    if (waiting.length > 0) return collect(() => waiting.length, run);
    busy = false;
    for (const resolve of idle.splice(0)) resolve();
  };

  const add = (pending: PendingWrite): void => {
    waiting.push(pending);
    if (busy) return;
    busy = true;
    collect(() => waiting.length, run);
  };

  return {
    write: (script, { unlimited = false, undo } = {}) =>
      new Promise((resolve, reject) => {
        const runScript = function* (): Script<Outcome> {
          const result = yield* script();
          return { settle: () => resolve(result), undo: () => undo?.(result) };
        };
        add({ kind: "script", script: runScript, unlimited, reject });
      }),

    insert: (...rows) =>
      new Promise((resolve, reject) => {
        add({ kind: "insert", rows, outcome: { settle: resolve, undo: () => undefined }, reject });
      }),

    update: (update, given, ...rows) =>
      new Promise((resolve, reject) => {
        const values = encode(update.given, given);
        const outcome = (was_made: boolean): Outcome => ({
          settle: () => resolve(was_made),
          undo: () => (was_made && update.undo ? undoUpdate(update, values) : undefined),
        });
        add({ kind: "update", update, values, rows, outcome, reject });
      }),

    rejectWaiting(reason) {
      for (const { reject } of waiting.splice(0)) reject(reason);
    },

    whenIdle: () => (busy ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve()),
  };
}

/**
 * Calls `then` after the first tick of the event loop that brought no more, or after eight: the larger a batch, the less each
 * request of it costs, and the clients whose requests were just answered are about to send the next.
 */
export function collect(count: () => number, then: () => unknown, seen = 0, tick = 1): void {
  setImmediate(() => {
    const counted = count();
    if (counted > seen && tick < MAX_TICKS) collect(count, then, counted, tick + 1);
    else then();
  });
}

/** A busy server receives more with every tick. */
const MAX_TICKS = 8;
