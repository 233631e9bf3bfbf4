/** Runs a task when its turn has come. Rejects with a GateFullError when too many wait already. */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/** More work waits than can be done in good time; the caller should say so rather than queue. */
export class GateFullError extends Error {
  override readonly name = "GateFullError";
}

/** Lets `width` tasks run at once and `waiting_max` wait, first come, first served. */
export function createGate({ width, waiting_max }: { width: number; waiting_max: number }): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (task) => {
    if (running < width) running += 1;
    else if (waiting.length < waiting_max) await new Promise<void>((go) => waiting.push(go));
    else throw new GateFullError(`${waiting_max} tasks wait already.`);

    try {
      return await task();
    } finally {
      const next = waiting.shift(); // the place passes on; nobody can slip in between
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
