import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { type Client, createClient } from "@latchkey/client";
import { createAccountBook } from "../../src/accounts/accounts.ts";
import type { Config } from "../../src/config/settings.ts";
import { createSealer } from "../../src/crypto/sealed.ts";
import { startServer } from "../../src/process/start.ts";
import { openDatabase, openStore } from "../../src/store/open.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { freePorts } from "../journeys/free-ports.ts";
import { testConfig } from "./server.ts";

/** A user with an account. */
export const alice = {
  username: "alice",
  password: "correct horse battery staple",
  profile: {
    name: "Alice Liddell",
    given_name: "Alice",
    email: "alice@wonderland.example",
    email_verified: true,
  },
};

/** A server that listens, with the built-in pages, on which alice has an account. */
export interface PeopleServer {
  readonly issuer: string;
  /** Where the admin listener is. */
  readonly admin: string;
  readonly latchkey: Client;
  /** What alice is called in tokens. */
  readonly subject: string;
  /** Every line the server logged from `warning` up. */
  readonly lines: readonly string[];
}

/** Starts a server for this test file and stops it after. */
export async function startPeopleServer(
  settings: Readonly<Record<string, unknown>> = {},
): Promise<PeopleServer> {
  const [public_port, admin_port] = await freePorts();
  const directory = mkdtempSync(join(tmpdir(), "latchkey-people-"));
  const issuer = `http://127.0.0.1:${public_port}`;
  const config = testConfig({
    dsn: `sqlite://${join(directory, "people.sqlite")}`,
    "serve.public.port": public_port,
    "serve.admin.port": admin_port,
    "urls.self.issuer": issuer,
    ...settings,
  });
  const subject = await addAlice(config);
  const lines: string[] = [];
  const log = createLog({ level: "warn", format: "json", write: (text) => lines.push(text) });
  const running = await startServer(config, { log });
  after(async () => {
    await running.close();
    rmSync(directory, { recursive: true });
  });
  const admin = `http://127.0.0.1:${admin_port}`;
  const latchkey = createClient({ admin, public: issuer });
  return { issuer, admin, latchkey, subject, lines };
}

/** As an operator would, beside the server and on the same database. */
async function addAlice(config: Config): Promise<string> {
  const now = (): number => Math.floor(Date.now() / 1000);
  const store = await openStore(
    await openDatabase(config.dsn),
    createSealer(config["secrets.system"]),
    now(),
  );
  try {
    const added = await createAccountBook(store.accounts, now).add({
      ...alice,
      claims: alice.profile,
    });
    if (added === undefined) throw new Error("The username alice is taken.");
    return added.subject;
  } finally {
    await store.close();
  }
}
