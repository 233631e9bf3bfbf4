/** Runs a task as soon as fewer than the allowed number run. Rejects with a QueueFullError when too many wait already. */
export type ConcurrencyLimit = <T>(task: () => Promise<T>) => Promise<T>;

/** More tasks wait than allowed. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

/** Lets `concurrency` tasks run at once and `waiting_max` wait, in the order in which they came. */
export function createConcurrencyLimit({
  concurrency,
  waiting_max,
}: {
  readonly concurrency: number;
  readonly waiting_max: number;
}): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (task) => {
    if (running < concurrency) running += 1;
    else if (waiting.length < waiting_max) await new Promise<void>((start) => waiting.push(start));
    else throw new QueueFullError(`${waiting_max} tasks wait already.`);

    try {
      return await task();
    } finally {
      const next = waiting.shift(); // The slot passes on without becoming free, so that no newer task can take it.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
