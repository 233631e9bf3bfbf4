import { median } from "../statistics.ts";
import { readable } from "./columns.ts";

/** Of one start, in milliseconds: until the server serves, and then its first use. */
export interface Times {
  readonly start_ms: number;
  readonly use_ms: number;
}

/** Starts of one server, after the modules are loaded: medians, and the first, whose code is not compiled yet. */
export interface Startup extends Times {
  readonly name: string;
  readonly first_ms: number;
}

const TARGET_MS = 100;

export function summarizeStartup(name: string, times: readonly Times[]): Startup {
  const [first] = times;
  if (first === undefined) throw new Error(`${name} was not started.`);
  return {
    name,
    first_ms: first.start_ms,
    start_ms: median(times.map(({ start_ms }) => start_ms)),
    use_ms: median(times.map(({ use_ms }) => use_ms)),
  };
}

export function isStartupReached(measured: readonly Startup[]): boolean {
  return measured.every(({ start_ms }) => start_ms < TARGET_MS);
}

export function renderStartup(measured: readonly Startup[]): string {
  const lines = measured.map(
    ({ name, start_ms, first_ms, use_ms }) =>
      `${name}: started in ${readable(start_ms)} ms (the first in ${readable(first_ms)} ms), first use ${readable(use_ms)} ms`,
  );
  const verdict = isStartupReached(measured) ? "reached" : "missed";
  return [...lines, `Target: started in less than ${TARGET_MS} ms: ${verdict}.`].join("\n");
}
