import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

/** The folder and the variables of a command. */
export interface Surroundings {
  readonly cwd: string;
  /** The whole environment; that of the test when left out. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A program that runs until it is stopped. */
export interface RunningApp {
  readonly pid: number;
  /** What it has written to both outputs so far. */
  readonly output: () => string;
  /** Stops it and the processes that it started. */
  readonly stop: () => Promise<void>;
}

/** Throws unless the tool is on the path. */
export function requireTool(name: string, advice: string): void {
  const { status } = spawnSync("sh", ["-c", 'command -v "$1"', "sh", name]);
  if (status !== 0) throw new Error(`This test needs ${name}, which is not on the path. ${advice}`);
}

/** Runs a shell script to its end and returns its output. A download may fail: `attempts` says how often it is tried. */
export async function run(
  script: string,
  { attempts = 1, ...surroundings }: Surroundings & { readonly attempts?: number },
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const { child, output } = start(script, surroundings);
    const timer = setTimeout(() => kill(child, "SIGKILL"), RUN_TIMEOUT_MS);
    const [status] = await once(child, "close");
    clearTimeout(timer);
    if (status === 0) return output();
    const ending =
      status === null ? `was killed after ${RUN_TIMEOUT_MS} ms` : `ended with ${status}`;
    if (attempt >= attempts) throw new Error(`${script.trim()}\n${ending}:\n${output()}`);
  }
}

/** Starts a shell script and resolves when GET requests to the URLs in `ready` get any response but a server error. */
export async function startApp(
  script: string,
  { ready, ...surroundings }: Surroundings & { readonly ready: readonly string[] },
): Promise<RunningApp> {
  const { child, output } = start(script, surroundings);
  const closed = once(child, "close");
  const app: RunningApp = {
    pid: child.pid ?? 0,
    output,
    async stop() {
      kill(child, "SIGTERM");
      const timer = setTimeout(() => kill(child, "SIGKILL"), STOP_TIMEOUT_MS);
      await closed;
      clearTimeout(timer);
    },
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await Promise.all(ready.map(responds))).every(Boolean)) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (!hasEnded && Date.now() < deadline) {
      await pause(POLL_MS);
      continue;
    }
    await app.stop();
    throw new Error(`${script.trim()}\n${hasEnded ? "ended" : "did not respond"}:\n${output()}`);
  }
  return app;
}

/** Long enough for a cold Maven or Go cache on a loaded machine. */
const RUN_TIMEOUT_MS = 10 * 60_000;
const START_TIMEOUT_MS = 5 * 60_000;
const STOP_TIMEOUT_MS = 10_000;
const RESPONSE_TIMEOUT_MS = 10_000;
const POLL_MS = 50;

const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) kill(child, "SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** The shell leads a process group, so that what it starts can be stopped with it. */
function start(script: string, { cwd, env }: Surroundings) {
  const child = spawn("sh", ["-eu", "-c", script], {
    cwd,
    env: env ?? process.env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  alive.add(child);
  child.once("close", () => alive.delete(child));
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => (text += part));
  }
  return { child, output: () => text };
}

function kill({ pid }: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The process group has already ended.
  }
}

async function responds(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const response = await fetch(url, { redirect: "manual", signal });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
