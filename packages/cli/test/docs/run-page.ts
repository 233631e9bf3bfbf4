import { type ChildProcess, spawn } from "node:child_process";

import { environmentName, keys } from "../../../server/src/config/settings.ts";
import { launch, whenReady } from "../../../server/test/journeys/latchkey-process.ts";
import type { Block } from "./block.ts";
import { type Sandbox, createSandbox } from "./sandbox.ts";
import { kindOf } from "./block-kind.ts";
import { findPorts, type Ports } from "./ports.ts";
import { readShown, scriptOf } from "./script.ts";

/** How a page went. */
export interface PageRun {
  /** What blocks showed, by their index. The last is the one it stopped at, if it stopped. */
  readonly shown: ReadonlyMap<number, string>;
  /** What the server said from its start to its end. */
  readonly greeting: string;
  readonly code: number | null;
}

/** Types a page from its first block to its last, beside a fresh server. */
export async function runPage(blocks: readonly Block[]): Promise<PageRun> {
  const ports = await findPorts();
  const sandbox = createSandbox(ports);
  try {
    const stop = await startServer(blocks, sandbox, ports);
    const script = scriptOf(blocks, ports);
    for (const [name, text] of Object.entries(script.files)) sandbox.save(name, text);
    const { code, out } = await type(script.text, sandbox);
    const greeting = ports.moveBack(await stop());
    return { shown: readShown(out, ports), greeting, code };
  } finally {
    sandbox.clear();
  }
}

/** Starts what the page's server block says, or `npm start`, and answers how to stop it and hear what it said. */
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
  await fetch(`${url("4444")}/.well-known/jwks.json`); // Waits for the first key, as no reader has to: they type more slowly.
  return async () => (await server.kill("SIGTERM")).out;
}

/** The variables before a command, by the settings they are. */
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

const LONGEST_MS = 60_000;

/** Gives a script to a shell, and ends with it whatever it left running. */
function type(
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
  const timer = setTimeout(end, LONGEST_MS);
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
    // It has ended already, with all its children.
  }
}
