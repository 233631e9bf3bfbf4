import { fileURLToPath } from "node:url";
import { launch } from "../child.ts";
import { findExecutable } from "../find-executable.ts";
import { cores } from "../machine.ts";
import type { Outcome } from "./outcome.ts";

/** What wrk shall send, again and again. */
export interface WrkLoad {
  readonly url: string;
  /** A script beside this file and what it is told; a plain GET when left out. */
  readonly script?: "form.lua" | "tokens.lua";
  readonly args?: readonly string[];
  /** Whether it may use every core, together with the server. */
  readonly all_cores?: boolean;
}

export const CONNECTIONS = 32;

/** What to tell somebody who has no wrk; undefined when it is there. */
export function whyNoWrk(): string | undefined {
  if (findExecutable("wrk") !== undefined) return undefined;
  return `The benchmark needs wrk, and it is not on the path.
  Debian, Ubuntu   sudo apt-get install wrk
  Fedora           sudo dnf install wrk
  macOS            brew install wrk
  elsewhere        https://github.com/wg/wrk`;
}

/** Loads a server for some seconds. Rejects when an answer was an error: a wrong answer has no speed. */
export async function runWrk(
  { url, script, args = [], all_cores = false }: WrkLoad,
  seconds: number,
): Promise<Outcome> {
  // A pause is no wrong answer: it shows in the figures.
  const command = [
    "wrk",
    "-t1",
    `-c${CONNECTIONS}`,
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

/** Reads what wrk prints. */
export function parseWrk(text: string): Outcome {
  const wrong = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(text);
  if (wrong !== null) throw new Error(`Not every answer was right: ${wrong[0]}`);
  if (/^ *0 requests in/m.test(text)) throw new Error("No answer came before the time was up.");
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
  if (text === undefined) throw new Error("wrk said something that we do not understand.");
  return Number(text);
}
