import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createClient, type Client } from "@latchkey/client";
import { toFetch } from "../../src/http/in-process.ts";
import { createServer } from "../../src/process/server.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { testConfig } from "../support/server.ts";
import { isActive, registerMachine, tokenOf } from "./machine.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-system-secrets-"));
after(() => rmSync(directory, { recursive: true }));

const OLD = "the old system secret";
const NEW = "the new system secret";
const FOREIGN = "another server's system secret";
const set = "letters";

test("the first of secrets.system seals, and all of them open", async () => {
  await under([OLD], (latchkey) => make(latchkey, "a"));
  assert.equal(await under([OLD], (latchkey) => read(latchkey, "a")), 200);
  assert.equal(await under([FOREIGN], (latchkey) => read(latchkey, "a")), 500, "nothing opens it");
  assert.equal(await under([NEW], (latchkey) => read(latchkey, "a")), 500, "the old one is gone");
  assert.equal(await under([NEW, OLD], (latchkey) => read(latchkey, "a")), 200, "the second opens");

  await under([NEW, OLD], async (latchkey) => {
    await latchkey.deleteJsonWebKeySet({ set });
    await make(latchkey, "b");
  });
  assert.equal(await under([NEW], (latchkey) => read(latchkey, "b")), 200, "the first sealed");
  assert.equal(await under([OLD], (latchkey) => read(latchkey, "b")), 500, "and not the second");
});

test("tokens and client secrets outlive a rotation", async () => {
  const machine = await under([OLD], (latchkey) => registerMachine(latchkey));
  const token = await under([OLD], (latchkey) => tokenOf(latchkey, machine));
  await under([NEW], async (latchkey) => {
    assert.equal(await isActive(latchkey, token), true);
    assert.ok(await tokenOf(latchkey, machine));
  });
});

async function make(latchkey: Client, kid: string): Promise<void> {
  await latchkey.createJsonWebKeySet({ set, body: { alg: "HS256", kid } });
}

async function read(latchkey: Client, kid: string): Promise<number> {
  return (await latchkey.call("getJsonWebKey", { set, kid })).status;
}

/** Starts a server with these secrets on the file all of these tests share, and stops it after the visit. */
async function under<T>(
  secrets: readonly string[],
  visit: (latchkey: Client) => Promise<T>,
): Promise<T> {
  const dsn = `sqlite://${join(directory, "shared.sqlite")}`;
  const log = createLog({ level: "error", format: "json", write: () => {} });
  const server = await createServer(testConfig({ dsn, "secrets.system": secrets }), { log });
  try {
    return await visit(createClient({ admin: "http://admin.test", fetch: toFetch(server.admin) }));
  } finally {
    await server.close();
  }
}
