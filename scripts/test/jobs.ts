/** A job is one process of a run: tests of a lane, or a check of the sources. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { RecordedTest } from "./record-results.ts";

export interface Job {
  /** The lane, or what is checked. */
  readonly lane: string;
  /** The test files that it runs, in one process. */
  readonly files: readonly string[];
  /** In place of tests: a program of a package, and its arguments. */
  readonly command?: readonly string[];
  /** More environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface JobOutcome {
  readonly job: Job;
  readonly passed: boolean;
  readonly tests: readonly RecordedTest[];
  /** Of its process, and of those that it waited for. */
  readonly processor_seconds: number;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly ended: number;
  /** The end of what it printed. */
  readonly printed: string;
}

interface Workplace {
  readonly repository: string;
  /** The folder for what the processes of the run write. */
  readonly reports: string;
}

/** For a test that waits for something that never comes; others take far less, also on a busy machine. */
const TEST_TIMEOUT_MS = 3 * 60_000;
/** Of a file that has its process alone, which may install packages and build. */
const LONG_TEST_TIMEOUT_MS = 15 * 60_000;
/** For a process that does not end when its tests have. */
const JOB_TIMEOUT_MS = 30 * 60_000;
const MAX_PRINTED = 8000;

/** The groups of processes that run. An interrupted run ends them. */
const running = new Set<number>();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    for (const group of running) kill(group);
    process.exit(1);
  });
}

let startedJobs = 0;

async function runJob(job: Job, { repository, reports }: Workplace): Promise<JobOutcome> {
  const name = join(reports, String((startedJobs += 1)));
  const [results, times] = [`${name}.jsonl`, `${name}.times`];
  const started = Date.now();
  // The shell's `times` counts the process and those that it waited for.
  const script = '"$@"; status=$?; times > "$LATCHKEY_TEST_TIMES"; exit $status';
  const command = job.command ?? testCommand(job.files, results);
  const child = spawn("sh", ["-c", script, "sh", ...command], {
    cwd: repository,
    env: {
      ...process.env,
      ...job.env,
      PATH: [join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
      LATCHKEY_TEST_TIMES: times,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  const deadline = setTimeout(() => pid !== undefined && kill(pid), JOB_TIMEOUT_MS);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed = `${printed}${text}`.slice(-MAX_PRINTED);
    });
  }
  const [status] = await once(child, "close");
  clearTimeout(deadline);
  if (pid !== undefined) running.delete(pid);
  return {
    job,
    passed: status === 0,
    tests: readLines(results),
    processor_seconds: existsSync(times) ? readTimes(readFileSync(times, "utf8")) : 0,
    started,
    ended: Date.now(),
    printed,
  };
}

function testCommand(files: readonly string[], results: string): readonly string[] {
  return [
    process.execPath,
    "--test",
    "--test-isolation=none",
    `--test-timeout=${files.length > 1 ? TEST_TIMEOUT_MS : LONG_TEST_TIMEOUT_MS}`,
    "--test-reporter=./scripts/test/record-results.ts",
    `--test-reporter-destination=${results}`,
    ...files,
  ];
}

function kill(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // It has ended.
  }
}

function readLines(path: string): readonly RecordedTest[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** The processor time in the output of the shell's `times`, such as `0m1.23s 0m0.45s`: of the shell, and of its children. */
export function readTimes(text: string): number {
  const spans = [...text.matchAll(/(\d+)m([\d.]+)s/g)];
  return spans.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/** Runs jobs in their order, some at a time. */
export async function runJobs(
  jobs: readonly Job[],
  slots: number,
  place: Workplace,
  onEnd: (outcome: JobOutcome) => void,
): Promise<void> {
  const waiting = [...jobs];
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      onEnd(await runJob(job, place));
    }
  };
  await Promise.all(Array.from({ length: slots }, work));
}
