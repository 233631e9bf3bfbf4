/** Records of changes, written in the transactions that make them. */

import { type Cause, currentCause } from "../http/cause.ts";
import type { Script } from "./database/statement.ts";

/** What a transaction changes. It has no secrets: they are left out, or their hash stands for them. */
export interface Change {
  /** A past participle: `created`, `updated`, `deleted`, or a word of the object such as `secret_rotated`. */
  readonly action: string;
  /** Its type is singular: `client`, `key_set`, `account`. */
  readonly object: { readonly type: string; readonly id: string };
  /** What it was, as the admin API shows it; absent where there was nothing. */
  readonly before?: object | undefined;
  /** What it is now. */
  readonly after?: object | undefined;
  /** What else listeners may need to notify others, such as the values of claims: it is not kept with the change. */
  readonly facts?: object | undefined;
}

/** Stands for a secret in what is there now, where it is another than before. */
export const CHANGED_SECRET = "(changed)";

/** Part of the transaction that makes the change. */
export type RecordChange = (change: Change) => Script<void>;

/** What a feature does with each change, within its transaction. `at_ms` is in milliseconds since the epoch. */
export type ChangeListener = (change: Change, cause: Cause, at_ms: number) => Script<void>;

export interface Changes {
  /**
   * Records changes of the current request. A verb asks for it before its transaction: a write batch may run that in the context
   * of another request. A transaction records last: listeners may lock a row that all changes share, and a transaction that
   * waited for another one after that could wait for ever.
   */
  recorder(): RecordChange;
}

/** Passes changes to the listeners. Without any, a change costs nothing. */
export function createChanges(
  listeners: readonly ChangeListener[],
  now_ms: () => number = Date.now,
): Changes {
  if (listeners.length === 0) return { recorder: () => recordNothing };
  return {
    recorder() {
      const cause = currentCause();
      const time = now_ms();
      return function* record(change) {
        for (const listen of listeners) yield* listen(change, cause, time);
      };
    },
  };
}

function* recordNothing(): Script<void> {}
