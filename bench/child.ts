import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { findExecutable } from "./find-executable.ts";

/** A child process. */
export interface Child {
  readonly pid: number;
  /** The first line it prints; rejects with its stderr if it exits before. */
  readonly firstLine: Promise<string>;
  /** Its stdout after exit code 0; rejects with its stderr otherwise. */
  readonly output: Promise<string>;
  /** Sends SIGTERM, then SIGKILL after five seconds; resolves when it has exited. */
  readonly stop: () => Promise<void>;
}

export interface Launch {
  /** The core it is kept on; all of them when left out. */
  readonly core?: number | undefined;
  readonly cwd?: string;
  /** Killed after so many seconds. */
  readonly seconds_max?: number;
}

const STOP_TIMEOUT_MS = 5_000;
const MAX_SECONDS = 3_600;

/** Environment variables that child processes inherit. */
const INHERITED_VARIABLES = ["PATH", "NODE_OPTIONS"];

/** Starts a command, kept on its core where the system can do that. */
export function launch(command: readonly string[], options: Launch = {}): Child {
  const [file = "", ...rest] = [...pinTo(options.core), ...command];
  const child = spawn(file, rest, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: Object.fromEntries(INHERITED_VARIABLES.map((name) => [name, process.env[name] ?? ""])),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: (options.seconds_max ?? MAX_SECONDS) * 1000,
    killSignal: "SIGKILL",
  });
  alive.add(child);
  child.once("close", () => alive.delete(child));
  const output = outputOf(child, command);
  const firstLine = firstLineOf(child, output);
  for (const promise of [output, firstLine]) promise.catch(() => {}); // Avoid unhandled rejections when a caller ignores one of them.
  return { pid: child.pid ?? 0, output, firstLine, stop: () => stop(child) };
}

/** Seconds of processor time a process and its children have used; undefined where /proc is not available. */
export function processorTimeOf(pid: number): number | undefined {
  try {
    return processTreeOf(pid).reduce((sum, each) => sum + ownProcessorTimeOf(each), 0);
  } catch {
    return undefined;
  }
}

/** Seconds of processor time a process and all its descendants have used, also of those that have ended. Throws without /proc. */
export function processorTimeOfTree(pid: number): number {
  const fields = fieldsOf(pid);
  const used = fields.slice(11, 15).map(Number); // utime, stime, cutime, cstime: proc(5)
  const children = childrenOf(pid).map(processorTimeOfTree);
  return (
    used.reduce((sum, ticks) => sum + ticks / TICKS_PER_SECOND, 0) +
    children.reduce((sum, time) => sum + time, 0)
  );
}

/** Seconds of processor time that our own children used, of those that have ended; undefined likewise. */
export function processorTimeOfEndedChildren(): number | undefined {
  try {
    const fields = fieldsOf(process.pid);
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND; // cutime, cstime
  } catch {
    return undefined;
  }
}

/** Bytes of memory that a process and its children have; undefined where /proc is not available. */
export function residentBytesOf(pid: number): number | undefined {
  try {
    return processTreeOf(pid).reduce((sum, each) => sum + ownBytesOf(each), 0);
  } catch {
    return undefined;
  }
}

function ownBytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
  return Number(kilobytes) * 1024;
}

/** A process and its children. Throws where /proc is not available. */
export function processTreeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid)];
}

function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1");
  return listed.split(" ").filter(Boolean).map(Number);
}

function ownProcessorTimeOf(pid: number): number {
  const fields = fieldsOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND; // utime, stime: proc(5)
}

function fieldsOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
}

const TICKS_PER_SECOND = 100; // What every Linux that Node runs on says.
const taskset = findExecutable("taskset");

function pinTo(core: number | undefined): string[] {
  return core === undefined || taskset === undefined ? [] : [taskset, "-c", String(core)];
}

const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) child.kill("SIGTERM"); // Not SIGKILL: the PostgreSQL wrapper has to stop its server first.
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => process.exit(130));
}

async function outputOf(child: ChildProcess, command: readonly string[]): Promise<string> {
  let out = "";
  let complaint = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const [code] = await once(child, "close");
  if (code === 0) return out;
  throw new Error(
    `${command.join(" ")} ended with ${String(code)}:\n${complaint}${out}`.slice(0, 2_000),
  );
}

async function firstLineOf(child: ChildProcess, output: Promise<string>): Promise<string> {
  if (child.stdout === null) throw new Error("A child of ours has no output.");
  const lines = createInterface({ input: child.stdout });
  const line = once(lines, "line").then(([text]) => String(text));
  const ended = output.then((text) => {
    throw new Error(`It ended and said only: ${text}`);
  });
  return Promise.race([line, ended]);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "close");
  child.kill("SIGTERM");
  const insist = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(insist);
}
