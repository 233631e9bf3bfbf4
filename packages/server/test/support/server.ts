import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { type Client, createClient } from "@latchkey/client";
import { features as ofCommand } from "../../../cli/src/features.ts";
import { loadConfig } from "../../src/process/composed-config.ts";
import { describeProblem } from "../../src/config/problem.ts";
import type { Config } from "../../src/config/settings.ts";
import type { Feature } from "../../src/feature/feature.ts";
import type { Handler } from "../../src/http/handler.ts";
import { toFetch } from "../../src/http/in-process.ts";
import type { ServerOptions } from "../../src/process/server-options.ts";
import { createServer, type Server } from "../../src/process/server.ts";
import { createLog } from "../../src/telemetry/log.ts";

/** A whole server without a socket, its clock in the test's hand. */
export interface TestServer {
  readonly server: Server;
  /** Our own SDK, speaking to both listeners. */
  readonly latchkey: Client;
  /** A fetch that reaches `http://public.test` and `http://admin.test`. */
  readonly fetch: typeof fetch;
  /** Unix seconds; set it to travel. */
  readonly clock: { now: number };
  /** Every line the server logged. */
  readonly lines: string[];
}

/** The settings of a test: memory, silence, and whatever it wants otherwise. */
export function testConfig(
  settings: Readonly<Record<string, unknown>> = {},
  features: readonly Feature[] = ofCommand,
): Config {
  const flags = {
    dsn: "memory",
    "secrets.system": ["a system secret for tests only"],
    "serve.limits.drain_delay": "0s", // No proxy has to notice that a test is over.
    ...settings,
  };
  const loaded = loadConfig({ flags, features });
  if (!loaded.ok) throw new Error(loaded.error.map(describeProblem).join("\n"));
  return loaded.value.config;
}

type ReplacedOptions = Pick<
  ServerOptions,
  "features" | "now_ms" | "wrapOutbound" | "name_servers" | "pause" | "signers"
>;

/** Starts a server for this test file and stops it after. With `real.now_ms`, the clock is not the test's. */
export async function startTestServer(
  settings: Readonly<Record<string, unknown>> = {},
  real: ReplacedOptions = {},
): Promise<TestServer> {
  const started = await createTestServer(settings, real);
  after(() => started.server.close());
  return started;
}

/** A server that the caller closes. */
export async function createTestServer(
  settings: Readonly<Record<string, unknown>> = {},
  real: ReplacedOptions = {},
): Promise<TestServer> {
  const clock = { now: 1_800_000_000 };
  const lines: string[] = [];
  const log = createLog({ level: "trace", format: "json", write: (text) => lines.push(text) });
  const dsn = settings["dsn"] ?? (await testDatabase("memory"));
  const server = await createServer(testConfig({ ...settings, dsn }, real.features), {
    features: ofCommand,
    log,
    now_ms: () => clock.now * 1000,
    pause: async () => {},
    ...real,
  });
  return { server, ...connectTo(server), clock, lines };
}

/** The SDK and a fetch that reach a server without a socket. */
export function connectTo(server: Server): Pick<TestServer, "latchkey" | "fetch"> {
  const [toPublic, toAdmin] = [toFetch(server.public), toFetch(server.admin)];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input);
    return host === "admin.test" ? toAdmin(input, init) : toPublic(input, init);
  };
  const latchkey = createClient({
    admin: "http://admin.test",
    public: "http://public.test",
    fetch,
  });
  return { latchkey, fetch };
}

/** The handler of the workspace API alone. */
export function ownApiOf({ apis }: Server): Handler {
  const api = apis.get("workspace");
  if (api === undefined) throw new Error("The server has no workspaces.");
  return api.handler;
}

/** The database of a test that names none: SQLite, or a new one of PostgreSQL with `LATCHKEY_TEST_DATABASE=postgres`. */
async function testDatabase(sqlite: string): Promise<string> {
  if (process.env["LATCHKEY_TEST_DATABASE"] !== "postgres") return sqlite;
  const { migratedPostgres } = await import("./migrated-postgres.ts");
  return migratedPostgres();
}

/** Two servers on one database, for the test that runs. */
export async function startTwoServers(
  settings: Readonly<Record<string, unknown>> = {},
): Promise<readonly [TestServer, TestServer]> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-two-servers-"));
  const dsn = await testDatabase(`sqlite://${join(folder, "db.sqlite")}`);
  const shared = { ...settings, dsn };
  const [one, two] = [await createTestServer(shared), await createTestServer(shared)];
  after(async () => {
    await Promise.all([one.server.close(), two.server.close()]);
    rmSync(folder, { recursive: true });
  });
  return [one, two];
}
