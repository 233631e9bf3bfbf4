import { type ChildProcess, spawn } from "node:child_process";
import { get } from "node:http";
import { get as getSecurely } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient } from "@latchkey/client";
import { freePorts } from "./free-ports.ts";

/** How a process ended and what it said. */
interface Ending {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command in a process of its own. */
export interface LatchkeyProcess {
  readonly pid: number;
  readonly ended: Promise<Ending>;
  /** Sends a signal and resolves when the process is gone. */
  readonly kill: (signal: "SIGTERM" | "SIGKILL") => Promise<Ending>;
  /** What it has said on standard output so far. */
  readonly said: () => string;
  /** Stops reading its output, so that it writes to a broken pipe. */
  readonly stopReading: () => void;
}

/** The command as a server that answers. */
export interface ServingProcess extends LatchkeyProcess {
  readonly public_url: string;
  readonly admin_url: string;
  /** Our own SDK, speaking to both listeners. */
  readonly latchkey: Client;
}

/** The folder, variables and limits of a process. It does not inherit the environment of the test. */
export interface Surroundings {
  readonly cwd: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** A process that runs for longer is killed. One minute when left out. */
  readonly timeout_ms?: number;
  /** The path of `latchkey.js`: of another version, say. */
  readonly command?: string;
}

/** Starts `latchkey` with the very Node that runs the tests. */
export function launch(
  words: readonly string[],
  { cwd, settings = {}, env = {}, timeout_ms = 60_000, command = COMMAND }: Surroundings,
): LatchkeyProcess {
  const flags = Object.entries(settings).map(([key, value]) => `--${key}=${value}`);
  const child = spawn(process.execPath, [command, ...words, ...flags], {
    cwd,
    env: { NODE_COMPILE_CACHE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeout_ms, // A process that hangs fails its test, and does not outlive it.
    killSignal: "SIGKILL",
  });
  alive.add(child);
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const ended = whenEnded(child);
  return {
    pid: child.pid ?? 0,
    ended,
    said: () => out,
    kill(signal) {
      child.kill(signal);
      return ended;
    },
    stopReading() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}

/** Starts `latchkey serve all` on free ports and resolves when both listeners answer. */
export async function serve({ settings, ...rest }: Surroundings): Promise<ServingProcess> {
  const [public_port, admin_port] = await freePorts();
  const issuer = settings?.["urls.self.issuer"] ?? `http://127.0.0.1:${public_port}`;
  const started = launch(["serve", "all"], {
    ...rest,
    settings: {
      "serve.public.port": String(public_port),
      "serve.admin.port": String(admin_port),
      "urls.self.issuer": issuer,
      ...settings,
    },
  });
  const { protocol } = new URL(issuer);
  const public_url = `${protocol}//127.0.0.1:${public_port}`;
  const admin_url = `${protocol}//127.0.0.1:${admin_port}`;
  await whenReady(started, [public_url, admin_url]);
  const latchkey = createClient({ public: public_url, admin: admin_url });
  return { ...started, public_url, admin_url, latchkey };
}

/** Resolves when every address answers that it is ready. */
export async function whenReady(
  { ended, kill }: LatchkeyProcess,
  urls: readonly string[],
): Promise<void> {
  let over: Ending | undefined;
  void ended.then((ending) => (over = ending));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (over !== undefined) throw new Error(`It ended with ${over.code}:\n${over.err}${over.out}`);
    const answers = await Promise.all(urls.map(isReady));
    if (answers.every(Boolean)) return;
    await pause(PAUSE_MS);
  }
  const { err, out } = await kill("SIGKILL");
  throw new Error(`It never became ready:\n${err}${out}`);
}

const COMMAND = fileURLToPath(new URL("../../../cli/bin/latchkey.js", import.meta.url));
/** The same modules are read dozens of times; once they are compiled, that takes half the time. */
const NODE_COMPILE_CACHE = join(tmpdir(), "latchkey-compile-cache");
const ATTEMPTS = 1_000;
const PAUSE_MS = 20;

const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

function whenEnded(child: ChildProcess): Promise<Ending> {
  let out = "";
  let err = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      alive.delete(child);
      resolve({ code, out, err });
    });
  });
}

function isReady(url: string): Promise<boolean> {
  const options = { agent: false, rejectUnauthorized: false };
  const ask = url.startsWith("https:") ? getSecurely : get;
  return new Promise((resolve) => {
    const request = ask(`${url}/health/ready`, options, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once("error", () => resolve(false));
  });
}
