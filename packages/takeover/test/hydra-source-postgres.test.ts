import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { Client } from "pg";
import { emptyPostgres } from "../../server/test/support/postgres.ts";
import { recordKey } from "../src/record-key.ts";
import { recordKinds, type TakenRecord } from "../src/record.ts";
import { type Source, SourceError } from "../src/source.ts";
import { openSource } from "../src/sources/open-source.ts";
import { copyHydraDatabase } from "./support/copy-hydra-database.ts";
import { createHydraDatabase, type HydraVersion } from "./support/hydra-database.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-takeover-postgres-"));
after(() => rmSync(folder, { recursive: true }));

const NOW = 1_800_000_000;
const options = { system_secrets: ["a-system-secret-of-the-tests"] };

describe("a database of Ory Hydra on PostgreSQL", () => {
  for (const version of ["v1.9", "v1.11", "v26"] as const) {
    it(`of ${version} gives the same records as on SQLite`, async () => {
      const { dsn, path } = await createOnPostgres(version);
      const expected = await openSource(`sqlite://${path}`, options);
      const source = await openSource(`${dsn}?sslmode=disable&max_conns=4`, options);
      assert.match(source.description, /on PostgreSQL$/);
      for (const kind of recordKinds) {
        const records = await readAll(expected, kind);
        assert.deepEqual(new Set(await readAll(source, kind)), new Set(records), kind);
        for await (const { fingerprints } of source.fingerprints?.(kind, { now: NOW, limit: 1 }) ??
          []) {
          const keys = fingerprints.map(({ key }) => key);
          await source.readSome?.(kind, keys, NOW);
        }
      }
      const [here, there] = await Promise.all([source.examine(NOW), expected.examine(NOW)]);
      assert.deepEqual(here.kinds, there.kinds);
      assert.ok(here.left_behind.every(({ bytes }) => bytes !== undefined && bytes > 0));
      await source.close();
      await expected.close();
    });
  }

  it("says which records changed, and goes on after its connections were ended", async () => {
    const { dsn } = await createOnPostgres("v26");
    const source = await openSource(dsn, options);
    const feed = await source.observe?.();
    assert.ok(feed);
    assert.equal((await feed.next()).changed.size, 0);
    const chains = (await readAll(source, "grant")).map(recordKey);
    await run(dsn, async (client) => {
      await client.query("update hydra_oauth2_refresh set active = false");
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'latchkey takeover' AND datname = current_database()",
      );
    });
    await assert.rejects(feed.next(), SourceError);
    const [first, second] = [await feed.next(), await feed.next()];
    assert.deepEqual([...first.changed.keys()], ["grant"]);
    assert.ok(chains.some((key) => first.changed.get("grant")?.has(key)));
    assert.deepEqual(second.changed, first.changed, "what was not accepted is there again");
    second.accept();
    assert.equal((await feed.next()).changed.size, 0);
    await source.close();
  });

  it("that goes away between two batches is an error with a sentence", async () => {
    const { dsn } = await createOnPostgres("v26");
    const source = await openSource(dsn, options);
    const batches = source.read("client", { now: NOW, limit: 1 })[Symbol.asyncIterator]();
    assert.equal((await batches.next()).value?.records.length, 1);
    await run(dsn, async (client) => {
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'latchkey takeover' AND datname = current_database()",
      );
    });
    await assert.rejects(
      async () => batches.next(),
      (error) => error instanceof SourceError && /did not answer/.test(error.message),
    );
    await source.close();
  });
});

async function createOnPostgres(version: HydraVersion) {
  const path = join(folder, `${version}-${Math.random()}.sqlite`);
  const database = createHydraDatabase({
    version,
    path,
    system_secret: options.system_secrets[0] ?? "",
    now: NOW,
  });
  database.addClient({
    client_id: "photos",
    client_secret: "cheese",
    audience: ["https://a.example"],
  });
  database.addClient({ client_id: "calendar" });
  database.addKey("hydra.openid.id-token", { alg: "ES256" });
  const sid = database.addSession({ subject: "alice" });
  database.addSession({ subject: "alice", remember: false });
  const of = { client_id: "photos", subject: "alice", sid, amr: version === "v1.9" ? [] : ["pwd"] };
  database.addGrant({ ...of, rotations: 2, id_token: { email: "alice@example.org" } });
  database.addGrant({ ...of, rotations: 0, expires_in: -1 });
  const waiting = database.addConsent({ ...of, oidc_context: { display: "page" } });
  database.addCode(waiting, { code_challenge: "challenge", redirect_uri: "https://a.example/cb" });
  database.addConsent({ ...of, remember: true, remember_for: 60 });
  database.addForcedSubject({ client_id: "photos", subject: "alice", identifier: "one" });
  database.addForcedSubject({ client_id: "calendar", subject: "alice", identifier: "two" });
  database.addMachineToken({ client_id: "calendar", ext: { tier: 2 } });
  database.addAssertion("jti-1");
  database.addFlow("consent_answered", of);
  database.addLogout({ subject: "alice", sid });
  if (version !== "v1.9") database.addTrustedIssuer({ issuer: "https://i.example" });
  database.close();
  const dsn = await emptyPostgres();
  await run(dsn, async (client) => {
    await copyHydraDatabase({ path, version }, "postgres", async (sql, values) =>
      client.query(sql, values),
    );
  });
  return { dsn, path };
}

async function run(dsn: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: dsn });
  await client.connect();
  await work(client);
  await client.end();
}

async function readAll(
  source: Source,
  kind: (typeof recordKinds)[number],
): Promise<readonly TakenRecord[]> {
  const records: TakenRecord[] = [];
  for await (const batch of source.read(kind, { now: NOW, limit: 2 }))
    records.push(...batch.records);
  return records;
}
