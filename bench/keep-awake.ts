import { type Child, launch } from "./child.ts";
import { findExecutable } from "./find-executable.ts";

/**
 * Keeps a core out of its idle states with a busy loop of the lowest scheduling class (`SCHED_IDLE`). A server that waits
 * for another process lets its core go idle, and the wake-up cost is counted as the server's processor time.
 * Undefined where `chrt` is missing.
 */
export function keepAwake(core: number): Child | undefined {
  const chrt = findExecutable("chrt");
  if (chrt === undefined) return undefined;
  return launch([chrt, "--idle", "0", process.execPath, "--eval", "for (;;);"], { core });
}
