import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const DEADLINE_MS = 60_000;

/** Starts the installed command as a newcomer would, and asks the server for its health and version. Returns a sentence. */
export async function tryServer(folder: string, version: string): Promise<string> {
  const command = join(folder, "node_modules/.bin/latchkey");
  const words = ["serve", "--serve.public.port=0", "--serve.admin.port=0", "--log.format=json"];
  const server = spawn(command, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(server, "exit");
  try {
    const { public_url, admin_url } = await findUrls(server);
    const health = await fetch(`${public_url}/health/ready`);
    const answer = await fetch(`${admin_url}/version`);
    const { version: served } = Object(await answer.json());
    if (health.status !== 200) throw new Error(`/health/ready answered ${health.status}.`);
    if (served !== `v${version}`) throw new Error(`/version answered ${served}, not v${version}.`);
    return `ready, version ${served}`;
  } finally {
    server.kill();
    await exited;
  }
}

/** Reads the log until the server says where it listens. */
async function findUrls(
  server: ChildProcess,
): Promise<{ readonly public_url: string; readonly admin_url: string }> {
  const timer = setTimeout(() => server.kill(), DEADLINE_MS);
  const lines: string[] = [];
  for (const output of [server.stdout, server.stderr])
    if (output !== null) createInterface(output).on("line", (line) => lines.push(line));
  try {
    for (;;) {
      const said = lines.find((line) => line.includes('"msg":"listening"'));
      if (said !== undefined) return JSON.parse(said);
      if (server.exitCode !== null || server.signalCode !== null)
        throw new Error(`The server ended:\n${lines.join("\n")}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    clearTimeout(timer);
  }
}
