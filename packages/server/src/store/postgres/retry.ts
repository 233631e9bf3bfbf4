import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailableError } from "../port/unavailable.ts";
import { ConnectionLostError } from "./connection.ts";
import { isReadOnly, isRepeatable } from "./errors.ts";

/** With the pauses between them, more than fit into a deadline where connections are lost; conflicts are fewer. */
const MAX_TRIES = 10;

/** Whether a statement that certainly had no effect may be sent again. */
export function isWorthRepeating(cause: unknown, tries: number): boolean {
  const isLost = cause instanceof ConnectionLostError && !cause.timed_out;
  return (isLost || isRepeatable(cause) || isReadOnly(cause)) && tries < MAX_TRIES;
}

/** No pause the first time, then growing ones. Rejects when the deadline would pass meanwhile. */
export async function pauseBefore(tries: number, deadline: number): Promise<void> {
  const delayMs = pauseAfter(tries);
  if (performance.now() + delayMs > deadline) {
    throw new StoreUnavailableError("The database lost every connection until the deadline.");
  }
  if (delayMs > 0) await pause(delayMs);
}

/** The pause after a try that failed, in milliseconds. */
export function pauseAfter(tries: number): number {
  return tries === 1 ? 0 : Math.min(5 * 2 ** tries, 500);
}
