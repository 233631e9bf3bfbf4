/** Records of changes, written in the transactions that make them. */

import { type Cause, currentCause } from "../http/cause.ts";
import { type Condition, currentCondition } from "../http/condition.ts";
import { changedSince } from "../http/entity-tag.ts";
import type { Script } from "./database/statement.ts";
import { PreconditionFailedError } from "./port/precondition-failed.ts";

/** What a transaction changes. It has no secrets: they are left out, or their hash stands for them. */
export interface Change {
  /** A past participle: `created`, `updated`, `deleted`, or a word of the object such as `secret_rotated`. */
  readonly action: string;
  /** Its type is singular: `client`, `key_set`, `account`. */
  readonly object: { readonly type: string; readonly id: string };
  /** What it was, as the admin API shows it; absent where there was nothing. */
  readonly before?: object | undefined;
  /** The same whole, where `before` leaves out what records must not keep. It is compared with `If-Match`, and not kept. */
  readonly present?: object | undefined;
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
   *
   * Under a condition (`If-Match`), the first of them compares what it changes with what the caller read, and throws a
   * `PreconditionFailedError` in its transaction, which then writes nothing.
   */
  recorder(): RecordChange;
}

/** Passes changes to the listeners. Without any, a change costs nothing. */
export function createChanges(
  listeners: readonly ChangeListener[],
  now_ms: () => number = Date.now,
): Changes {
  /** The recorder that compares, for each condition: what later ones of the request change is what it left. */
  const comparing = new WeakMap<Condition, RecordChange>();
  return {
    recorder() {
      const condition = currentCondition();
      if (listeners.length === 0 && condition === undefined) return recordNothing;
      const cause = currentCause();
      const time = now_ms();
      const record: RecordChange = function* record(change) {
        if (condition !== undefined && isAbout(condition, change)) {
          if (!comparing.has(condition)) comparing.set(condition, record);
          if (comparing.get(condition) === record) assertUnchanged(condition, change);
        }
        for (const listen of listeners) yield* listen(change, cause, time);
      };
      return record;
    },
  };
}

function isAbout({ ids }: Condition, { object, before, present = before }: Change): boolean {
  return present !== undefined && (ids.length === 0 || ids.includes(object.id));
}

/** A transaction that is repeated compares again. */
function assertUnchanged({ if_match }: Condition, { before, present = before }: Change): void {
  const changed = present && changedSince(if_match, present);
  if (changed !== undefined) throw new PreconditionFailedError(changed);
}

function* recordNothing(): Script<void> {}
