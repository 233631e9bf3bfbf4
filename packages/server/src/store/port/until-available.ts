import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailableError } from "./unavailable.ts";

/** How to wait for a database. */
export interface WaitOptions {
  /** Infinity where other processes of the same server are running already. */
  readonly timeout_ms: number;
  readonly signal?: AbortSignal | undefined;
  /** Called once, when the first try failed. */
  readonly onWait: (reason: StoreUnavailableError) => void;
}

/** Retries work that needs the database until the database is available. Gives up at once where an operator must act. */
export async function untilAvailable<T>(
  work: () => Promise<T>,
  { timeout_ms, signal, onWait }: WaitOptions,
): Promise<T> {
  const giveUpAt = performance.now() + timeout_ms;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || error.needs_operator) throw error;
      if (tries === 1) onWait(error);
      if (performance.now() > giveUpAt) {
        const seconds = Math.round(timeout_ms / 1000);
        throw new Error(`The database was not available for ${seconds} s.`, { cause: error });
      }
    }
    await pause(Math.min(50 * 2 ** tries, MAX_PAUSE_MS), undefined, { signal });
  }
}

const MAX_PAUSE_MS = 1_000;
