import type { Bell } from "../bell.ts";
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
 * Does `work` every `interval_ms`, and when the bell rings, but never twice at once. A failure is logged, and the next
 * try comes in its time.
 */
export function repeat(
  name: string,
  interval_ms: number,
  log: Log,
  work: (running: Running) => Promise<void>,
  bell?: Bell,
): Job {
  let timer: NodeJS.Timeout | undefined;
  let under_way: Promise<void> | undefined;
  let wanted = false;
  const running = { stopped: false };

  const run = async (): Promise<void> => {
    clearTimeout(timer);
    try {
      await work(running);
    } catch (error) {
      log.warn("job failed", { job: name, error });
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
  const deafen = bell?.listen(start);
  return {
    async stop() {
      running.stopped = true;
      clearTimeout(timer);
      deafen?.();
      await under_way;
    },
  };
}
