/** Runs a task as soon as fewer than the allowed number run. Rejects with a QueueFullError when too many wait already. */
export type ConcurrencyLimit = <T>(task: () => Promise<T>) => Promise<T>;

/** More tasks wait than allowed. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

/** Lets `concurrency` tasks run at once and `waiting_max` wait, in the order in which they came. Both are read each time. */
export function createConcurrencyLimit(limits: {
  readonly concurrency: number;
  readonly waiting_max: number;
}): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  const startNext = (): boolean => {
    const next = waiting.shift();
    if (next === undefined) return false;
    running += 1;
    next();
    return true;
  };

  return async (task) => {
    if (running < limits.concurrency) running += 1;
    else if (waiting.length < limits.waiting_max)
      await new Promise<void>((start) => waiting.push(start));
    else throw new QueueFullError(`${limits.waiting_max} tasks wait already.`);

    try {
      return await task();
    } finally {
      running -= 1;
      // At once, so that no newer task takes the slot. The limit may be another than when the task began.
      while (running < limits.concurrency && startNext());
    }
  };
}
