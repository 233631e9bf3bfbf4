import { type Child, launch } from "./child.ts";
import { findExecutable } from "./find-executable.ts";

/**
 * Keeps a core from falling asleep, with a loop that gives way to everybody. A server that waits for another process lets its
 * core sleep in between, and what it costs to be woken is put on its bill; one that is given enough to do never pays that.
 * Undefined where the system knows no such courtesy.
 */
export function keepAwake(core: number): Child | undefined {
  const chrt = findExecutable("chrt");
  if (chrt === undefined) return undefined;
  return launch([chrt, "--idle", "0", process.execPath, "--eval", "for (;;);"], { core });
}
