import type { Signal } from "../context/signal.ts";
import { isTransient } from "../store/port/unavailable.ts";
import type { Log } from "../telemetry/log.ts";

/** Work that is done again and again until it is stopped. */
export interface Job {
  /** Resolves when the work that was under way is done. */
  stop(): Promise<void>;
}

/** Long work looks at this now and then. */
export interface Running {
  readonly stopped: boolean;
}

/**
 * Does `work` every `interval_ms`, and when the signal rings, but never twice at once. A failure is logged, and the next
 * try comes in its time. While the database is unavailable that is logged once, and once more when it is back.
 */
export function repeat(
  name: string,
  interval_ms: number,
  log: Log,
  work: (running: Running) => Promise<void>,
  signal?: Signal,
): Job {
  let timer: NodeJS.Timeout | undefined;
  let under_way: Promise<void> | undefined;
  let wanted = false;
  const running = { stopped: false };
  let is_waiting = false;

  const report = (error: unknown): void => {
    if (!isTransient(error)) return log.warn("job failed", { job: name, error });
    if (!is_waiting) log.warn("job waits for the database", { job: name, error });
    is_waiting = true;
  };

  const run = async (): Promise<void> => {
    clearTimeout(timer);
    try {
      await work(running);
      if (is_waiting) log.info("job goes on", { job: name });
      is_waiting = false;
    } catch (error) {
      report(error);
    }
    under_way = undefined;
    if (running.stopped) return;
    if (wanted) start();
    else timer = setTimeout(start, interval_ms).unref();
  };

  const start = (): void => {
    wanted = under_way !== undefined; // Rung while at work: once more, then.
    under_way ??= run();
  };

  timer = setTimeout(start, interval_ms).unref();
  const deafen = signal?.listen(start);
  return {
    async stop() {
      running.stopped = true;
      clearTimeout(timer);
      deafen?.();
      await under_way;
    },
  };
}

/** Does something on the way out, if the database is there for it. */
export async function whileAvailable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isTransient(error)) throw error;
  }
}
