import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";

/** How a program is started. */
export interface PartOptions {
  readonly name: string;
  readonly program: string;
  readonly arguments: readonly string[];
  /** What it writes goes into this file. */
  readonly log_file: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: { readonly uid?: number; readonly gid?: number };
  /** Processes that outlive it or do not hear of its signals, such as PostgreSQL under Patroni. */
  readonly companions?: () => readonly number[];
}

/** A program that runs and can be made to fail. */
export interface Part {
  readonly name: string;
  readonly pid: () => number | undefined;
  start(): void;
  /** As a lost machine: no signal handler runs, and nothing is flushed. */
  kill(): Promise<void>;
  /** As a supervisor does. */
  terminate(): Promise<void>;
  /** Stops all its processes where they are; their connections stay open. */
  freeze(): void;
  thaw(): void;
}

const running = new Set<Part>();
process.once("exit", () => {
  for (const part of running) void part.kill();
});

export function createPart(options: PartOptions): Part {
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  const companions = (): readonly number[] => options.companions?.() ?? [];

  const signalAll = (signal: NodeJS.Signals, pids: readonly number[]): void => {
    child?.kill(signal);
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  };

  const part: Part = {
    name: options.name,
    pid: () => child?.pid,
    start() {
      const log = openSync(options.log_file, "a");
      child = spawn(options.program, options.arguments, {
        env: { PATH: process.env["PATH"], LC_ALL: "C", ...options.env },
        stdio: ["ignore", log, log],
        ...options.user,
      });
      closeSync(log);
      child.once("error", (error) => console.error(`${options.name}: ${error.message}`));
      ended = once(child, "exit").catch(() => {});
      running.add(part);
    },
    async kill() {
      signalAll("SIGKILL", companions());
      await ended;
      running.delete(part);
    },
    async terminate() {
      child?.kill("SIGTERM");
      await ended;
      running.delete(part);
    },
    freeze: () => signalAll("SIGSTOP", companions()),
    thaw: () => signalAll("SIGCONT", companions()),
  };
  return part;
}
