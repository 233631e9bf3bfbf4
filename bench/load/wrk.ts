import { fileURLToPath } from "node:url";
import { launch } from "../child.ts";
import { findExecutable } from "../find-executable.ts";
import { cores } from "../machine.ts";
import type { Outcome } from "./outcome.ts";

/** The request that wrk repeats. */
export interface WrkLoad {
  readonly url: string;
  /** A script beside this file and its arguments; a plain GET when omitted. */
  readonly script?: "form.lua" | "tokens.lua";
  readonly args?: readonly string[];
  /** Requests that are under way at once; `CONNECTIONS` when omitted. */
  readonly connections?: number;
  /** Whether it may use every core, together with the server. */
  readonly all_cores?: boolean;
}

export const CONNECTIONS = 32;

/** How to install wrk; undefined when it is on the path. */
export function wrkProblem(): string | undefined {
  if (findExecutable("wrk") !== undefined) return undefined;
  return `The benchmark needs wrk, and it is not on the path.
  Debian, Ubuntu   sudo apt-get install wrk
  Fedora           sudo dnf install wrk
  macOS            brew install wrk
  elsewhere        https://github.com/wg/wrk`;
}

/** Loads a server for some seconds. Rejects when any response was an error. */
export async function runWrk(
  { url, script, args = [], connections = CONNECTIONS, all_cores = false }: WrkLoad,
  seconds: number,
): Promise<Outcome> {
  // A slow response is not an error: it shows in the latencies.
  const command = [
    "wrk",
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--timeout",
    "10s",
    "--latency",
  ];
  if (script !== undefined) command.push("-s", fileURLToPath(new URL(script, import.meta.url)));
  command.push(url, ...(args.length > 0 ? ["--", ...args] : []));
  const child = launch(command, {
    core: all_cores ? undefined : cores.load,
    seconds_max: seconds + 30,
  });
  return parseWrk(await child.output);
}

/** Parses the output of wrk. */
export function parseWrk(text: string): Outcome {
  const wrong = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(text);
  if (wrong !== null) throw new Error(`Some responses were errors: ${wrong[0]}`);
  if (/^ *0 requests in/m.test(text)) throw new Error("No response arrived in time.");
  const rate = number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
  return {
    count: number(/(\d+) requests in/.exec(text)?.[1]),
    rate,
    p50_ms: milliseconds(/^ +50% +(\S+)$/m.exec(text)?.[1]),
    p99_ms: milliseconds(/^ +99% +(\S+)$/m.exec(text)?.[1]),
  };
}

const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

function milliseconds(text: string | undefined): number {
  const [, amount, unit = ""] = /^([\d.]+)(us|ms|s|m)$/.exec(text ?? "") ?? [];
  return number(amount) * (UNITS[unit] ?? Number.NaN);
}

function number(text: string | undefined): number {
  if (text === undefined) throw new Error("The output of wrk could not be parsed.");
  return Number(text);
}
