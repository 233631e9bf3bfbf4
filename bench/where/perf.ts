import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { familyOf, launch } from "../child.ts";
import { findExecutable } from "../find-executable.ts";
import { cores } from "../machine.ts";
import type { Sample } from "./kinds.ts";
import { openMaps } from "./maps.ts";
import { FIELDS, readStacks } from "./stacks.ts";

/** What to tell somebody who has no perf, or may not look into the system with it; undefined when all is well. */
export function whyNoPerf(): string | undefined {
  if (findExecutable("perf") === undefined) return MISSING;
  return process.getuid?.() === 0 || paranoia() < 2 ? undefined : FORBIDDEN;
}

const MISSING = `To tell where time goes takes perf, and it is not on the path. It is a part of Linux.
  Debian           sudo apt-get install linux-perf
  Ubuntu           sudo apt-get install linux-tools-generic
  Fedora           sudo dnf install perf`;

const FORBIDDEN = `To tell where time goes takes a look into the system, which only root has here. To let everybody:
  sudo sysctl kernel.perf_event_paranoid=1 kernel.kptr_restrict=0`;

function paranoia(): number {
  return Number(readFileSync("/proc/sys/kernel/perf_event_paranoid", "latin1"));
}

/** Looks at a process and its children many times each second, from the core of the load, while something runs. */
export async function recordWhile<T>(pid: number, file: string, run: () => Promise<T>): Promise<T> {
  const looks = ["-e", "cpu-clock", "-F", String(LOOKS_PER_SECOND), "-g"];
  const at = ["-p", familyOf(pid).join(","), "-o", file];
  const perf = launch(["perf", "record", "-q", ...looks, ...at], { core: cores.load });
  try {
    await Promise.race([perf.output, pause(READY_AFTER_MS)]); // If it cannot look, it ends at once.
    return await run();
  } finally {
    await perf.stop();
  }
}

const LOOKS_PER_SECOND = 4_000;
const READY_AFTER_MS = 500;

/** What was seen. Best read soon: code that is compiled later takes the place of other code, and then has its name. */
export async function readRecording(file: string): Promise<Sample[]> {
  const script = launch(["perf", "script", "-i", file, "-F", FIELDS]);
  return readStacks(await script.output, openMaps());
}
