/** RFC 9110 §13.1.1: `If-Match` accompanies a request to the transaction that it leads to, as its cause does. */

import { AsyncLocalStorage } from "node:async_hooks";

/** What a request demands of the resource that it changes. */
export interface Condition {
  /** The header. */
  readonly if_match: string;
  /** What its path names: the ids of the resource, and of what contains it. */
  readonly ids: readonly string[];
}

const conditions = new AsyncLocalStorage<Condition>();

/** Runs what changes the resource. */
export function underCondition<T>(condition: Condition, work: () => T): T {
  return conditions.run(condition, work);
}

/** The condition of what is running, if there is one. */
export function currentCondition(): Condition | undefined {
  return conditions.getStore();
}
