import { type ChildProcess, spawn } from "node:child_process";

import { settings as composed } from "../../src/features.ts";
import { launch, whenReady } from "../../../server/test/processes/latchkey-process.ts";
import type { Block } from "./block.ts";
import { type Sandbox, createSandbox } from "./sandbox.ts";
import { kindOf } from "./block-kind.ts";
import { findPorts, type Ports } from "./ports.ts";
import { readShown, scriptOf } from "./script.ts";

const { environmentName, keys } = composed;

/** The result of running a page. */
export interface PageRun {
  /** Output by block index. The last one is where the run stopped, if it failed. */
  readonly shown: ReadonlyMap<number, string>;
  /** Output of the server. */
  readonly server_output: string;
  readonly code: number | null;
}

/** Runs all blocks of a page with its own server. */
export async function runPage(blocks: readonly Block[]): Promise<PageRun> {
  const ports = await findPorts();
  const sandbox = createSandbox(ports);
  try {
    const stop = await startServer(blocks, sandbox, ports);
    const script = scriptOf(blocks, ports);
    for (const [name, text] of Object.entries(script.files)) sandbox.save(name, text);
    const { code, out } = await runScript(script.text, sandbox);
    const server_output = ports.moveBack(await stop());
    return { shown: readShown(out, ports), server_output, code };
  } finally {
    sandbox.clear();
  }
}

/** Starts the server of the page, by default as `npm start`. Returns a function that stops it and resolves to its output. */
async function startServer(
  blocks: readonly Block[],
  { cwd }: Sandbox,
  ports: Ports,
): Promise<() => Promise<string>> {
  const block = blocks.find((candidate) => kindOf(candidate)?.kind === "server");
  const typed = ports.move(block?.text ?? "npm start");
  const url = (port: string): string => `http://127.0.0.1:${ports.of(port)}`;
  const server = launch(["serve", "all"], {
    cwd,
    settings: {
      "serve.public.port": ports.of("4444"),
      "serve.admin.port": ports.of("4445"),
      "serve.demo.port": ports.of("4446"),
      "urls.self.issuer": url("4444"),
      demo: String(/npm start|--demo/.test(typed)),
      "log.format": "text",
      "log.level": "warn",
      ...settingsIn(typed),
    },
  });
  await whenReady(server, [url("4444"), url("4445")]);
  await fetch(`${url("4444")}/.well-known/jwks.json`); // Waits until the first key is generated.
  return async () => (await server.kill("SIGTERM")).out;
}

/** Settings from the environment variables in a command line. */
function settingsIn(typed: string): Readonly<Record<string, string>> {
  const named = typed.matchAll(/\b([A-Z][A-Z0-9_]+)=(\S+)/g);
  return Object.fromEntries(
    Array.from(named, ([, name = "", value = ""]) => {
      const key = keys.find((candidate) => environmentName(candidate) === name);
      if (key === undefined) throw new Error(`There is no setting for ${name}.`);
      return [key, value];
    }),
  );
}

const TIMEOUT_MS = 60_000;

/** Runs a script in a shell, and kills what it left running. */
function runScript(
  script: string,
  { cwd, env }: Sandbox,
): Promise<{ code: number | null; out: string }> {
  const shell = spawn("sh", ["-c", script], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = () => endGroup(shell);
  const timer = setTimeout(end, TIMEOUT_MS);
  process.once("exit", end);
  let out = "";
  shell.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  return new Promise((resolve, reject) => {
    shell.once("error", reject);
    shell.once("exit", end);
    shell.once("close", (code) => {
      clearTimeout(timer);
      process.off("exit", end);
      resolve({ code, out });
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The process group has already ended.
  }
}
