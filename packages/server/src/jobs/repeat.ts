import type { Context } from "../context/context.ts";
import type { Signal } from "../context/signal.ts";
import { isTransient, outageKindOf } from "../store/port/unavailable.ts";

/** Periodic work in the background. */
export interface Job {
  /** Resolves when the current run is done. */
  stop(): Promise<void>;
}

/** A job that can be waited for. */
export interface RepeatedJob extends Job {
  /** Resolves when no run is under way. */
  idle(): Promise<void>;
}

/** Checked by long work, to end early. */
export interface Running {
  readonly stopped: boolean;
}

/**
 * Runs `work` every `interval_ms` and at each notification of the signal, but never twice at once. A failure is logged, and
 * the next run comes after the interval. An unavailable database is logged with the other failures of its outage.
 */
export function repeat(
  name: string,
  interval_ms: number,
  { log, outages }: Pick<Context, "log" | "outages">,
  work: (running: Running) => Promise<void>,
  signal?: Signal,
): RepeatedJob {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let wanted = false;
  const running = { stopped: false };

  const report = (error: unknown): void => {
    if (!isTransient(error)) return log.warn("job failed", { job: name, error });
    outages.report({ subject: "job", kind: outageKindOf(error) }, () => ({ job: name, error }));
  };

  const run = async (): Promise<void> => {
    clearTimeout(timer);
    try {
      await work(running);
    } catch (error) {
      report(error);
    }
    current = undefined;
    if (running.stopped) return;
    if (wanted) start();
    else timer = setTimeout(start, interval_ms).unref();
  };

  const start = (): void => {
    wanted = current !== undefined; // Notified during a run: run once more after it.
    current ??= run();
  };

  const idle = async (): Promise<void> => {
    if (current === undefined) return;
    await current;
    await idle(); // A notification during the run has started the next one.
  };

  timer = setTimeout(start, interval_ms).unref();
  const unlisten = signal?.listen(start);
  return {
    idle,
    async stop() {
      running.stopped = true;
      clearTimeout(timer);
      unlisten?.();
      await current;
    },
  };
}

/** Runs work at the end of a job, and ignores an unavailable database. */
export async function whileAvailable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isTransient(error)) throw error;
  }
}
