import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@latchkey/client";
import { freePorts } from "../../../packages/server/test/processes/free-ports.ts";
import { startApp } from "./processes.ts";

/** The user of the guides. */
export const alice = {
  username: "alice",
  password: "correct horse battery staple",
  claims: { name: "Alice Liddell", email: "alice@wonderland.example", email_verified: true },
};

/** A server in a process of its own, on which alice has an account. */
export interface RunningLatchkey {
  readonly issuer: string;
  readonly admin_url: string;
  /** The SDK, for both listeners. */
  readonly client: Client;
  /** The log of the server so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** The `latchkey` of the repository, as a shell command. */
export const LATCHKEY = `'${process.execPath}' '${join(import.meta.dirname, "../../../packages/cli/bin/latchkey.js")}'`;

/** Starts `latchkey serve all` on free ports, with a database in memory, and creates the account of alice. */
export async function startLatchkey({
  command = LATCHKEY,
  host = "127.0.0.1",
  settings = {},
}: {
  /** Another `latchkey`, for example one that was installed from tarballs. */
  readonly command?: string;
  /** The host in the issuer. Servers that share one share their cookies, whatever their ports. */
  readonly host?: "127.0.0.1" | "localhost";
  readonly settings?: Readonly<Record<string, string>>;
} = {}): Promise<RunningLatchkey> {
  const [public_port, admin_port] = await freePorts();
  const issuer = `http://${host}:${public_port}`;
  const admin_url = `http://127.0.0.1:${admin_port}`;
  const cwd = mkdtempSync(join(tmpdir(), "latchkey-guide-server-"));
  const flags = Object.entries({
    dsn: "memory",
    "serve.public.port": String(public_port),
    "serve.admin.port": String(admin_port),
    "urls.self.issuer": issuer,
    "log.level": "warn",
    ...settings,
  }).map(([key, value]) => `'--${key}=${value}'`);
  const server = await startApp(`exec ${command} serve all ${flags.join(" ")}`, {
    cwd,
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: join(tmpdir(), "latchkey-compile-cache"),
    }, // Variables are settings.
    ready: [issuer, admin_url].map((url) => `${url}/health/ready`),
  });
  const client = createClient({ public: issuer, admin: admin_url });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(cwd, { recursive: true });
  };
  try {
    await client.createAccount({ body: alice });
  } catch (error) {
    await stop();
    throw error;
  }
  return { issuer, admin_url, client, output: server.output, stop };
}
