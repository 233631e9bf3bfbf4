import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { processTreeOf, launch } from "../child.ts";
import { findExecutable } from "../find-executable.ts";
import { cores } from "../machine.ts";
import type { Sample } from "./kinds.ts";
import { openMaps } from "./maps.ts";
import { FIELDS, readStacks } from "./stacks.ts";

/** How to install or permit perf; undefined when it can be used. */
export function perfProblem(): string | undefined {
  if (findExecutable("perf") === undefined) return MISSING;
  return process.getuid?.() === 0 || paranoia() < 2 ? undefined : FORBIDDEN;
}

const MISSING = `This command needs perf, and it is not on the path.
  Debian           sudo apt-get install linux-perf
  Ubuntu           sudo apt-get install linux-tools-generic
  Fedora           sudo dnf install perf`;

const FORBIDDEN = `Profiling the kernel is restricted to root on this machine. To permit it for all users:
  sudo sysctl kernel.perf_event_paranoid=1 kernel.kptr_restrict=0`;

function paranoia(): number {
  return Number(readFileSync("/proc/sys/kernel/perf_event_paranoid", "latin1"));
}

/** Samples a process and its children while `run` runs. perf itself runs on the core of the load. */
export async function recordWhile<T>(pid: number, file: string, run: () => Promise<T>): Promise<T> {
  const sampling = ["-e", "cpu-clock", "-F", String(SAMPLES_PER_SECOND), "-g"];
  const at = ["-p", processTreeOf(pid).join(","), "-o", file];
  const perf = launch(["perf", "record", "-q", ...sampling, ...at], { core: cores.load });
  try {
    await Promise.race([perf.output, pause(READY_AFTER_MS)]); // perf exits at once when it cannot attach.
    return await run();
  } finally {
    await perf.stop();
  }
}

const SAMPLES_PER_SECOND = 4_000;
const READY_AFTER_MS = 500;

/** Reads a recording. Read it right away: V8 may reuse the addresses of compiled code for other functions. */
export async function readRecording(file: string): Promise<Sample[]> {
  const script = launch(["perf", "script", "-i", file, "-F", FIELDS]);
  return readStacks(await script.output, openMaps());
}
