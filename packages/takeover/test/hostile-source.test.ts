import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import { type Config, loadConfig } from "@latchkey/server";
import { type Store, withMigratedStore } from "@latchkey/server/feature/store";
import { features } from "../../cli/src/features.ts";
import { emptyPostgres } from "../../server/test/support/postgres.ts";
import { findLeftOut } from "../src/import/check.ts";
import type { LeftOutRows } from "../src/import/progress.ts";
import { takeoverTables } from "../src/migrations.ts";
import type { ClientRecord, KeyRecord, TakenRecord } from "../src/record.ts";
import type { Source } from "../src/source.ts";
import { openHydra } from "../src/sources/hydra/hydra-source.ts";
import { openSqlite } from "../src/sources/databases/sqlite.ts";
import { sourceOf } from "../src/sources/neutral.ts";
import { takeOver } from "../src/take-over.ts";
import { exampleClient, exampleGrant, exampleToken, NOW } from "./example-records.ts";
import { createHydraDatabase, type HydraVersion } from "./support/hydra-database.ts";
import { hydraTables } from "./support/hydra-tables.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-hostile-"));
after(() => rmSync(directory, { recursive: true }));
let files = 0;
const nextFile = (): string => join(directory, `${(files += 1)}.sqlite`);

const targets = {
  SQLite: async () => `sqlite://${nextFile()}`,
  PostgreSQL: emptyPostgres,
};

const rsa = (bits: number): object =>
  generateKeyPairSync("rsa", { modulusLength: bits }).privateKey.export({ format: "jwk" });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
const { d: _private, ...publicEc } = ec;
const set = "hydra.openid.id-token";

const keys: readonly KeyRecord[] = [
  keyOf("good", { ...ec, alg: "ES256" }),
  keyOf("short", { ...rsa(1024), alg: "RS256" }),
  keyOf("none", { ...ec, alg: "none" }),
  keyOf("tiny", { kty: "RSA", n: "AQAB", e: "AQAB" }),
  keyOf("flat", { kty: "EC", x: "x", y: "y" }),
  keyOf("k".repeat(256), ec),
];

function keyOf(kid: string, jwk: object): KeyRecord {
  return { kind: "key", set, key: { kty: "", ...jwk, kid }, created_at: NOW - 9 };
}

const deep = `${'{"a":'.repeat(9_900)}1${"}".repeat(9_900)}`;
const nested: unknown = JSON.parse(deep);

/** What no browser of an operator and no terminal should meet. */
const oddIds = ["nul\0", "esc\u{1b}[2J", "line\nbreak", "long".repeat(17_500), "half\ud800"];

for (const [name, emptyTarget] of Object.entries(targets)) {
  describe(`A takeover of a careless source into ${name}`, () => {
    it("leaves out the keys that the API refuses, and names them", async () => {
      const config = configOf(await emptyTarget());
      const left_out = await carry(sourceOf(keys), config);
      assert.deepEqual(keysOf(left_out), [
        [
          `A key is refused: n must be a modulus of 2048 bits or more.`,
          [named("short"), named("tiny")],
        ],
        [`A key is refused: alg must be an algorithm that signs or encrypts.`, [named("none")]],
        [`A key is refused: crv is missing.`, [named("flat")]],
        [
          `A key is refused: kid must be 1 to 255 characters of well-formed text.`,
          [`${named("k".repeat(256)).slice(0, 100)}…`],
        ],
      ]);
      await withTarget(config, async (store) => {
        const held = await store.keys.findSet(set);
        assert.deepEqual(
          held.map(({ kid }) => kid),
          ["good"],
        );
      });
    });

    it("leaves out what is wrong in a client, and carries the rest", async () => {
      const config = configOf(await emptyTarget());
      const client = exampleClient({
        redirect_uris: ["https://shop.example/callback", "https://*.shop.example/cb", "callback"],
        post_logout_redirect_uris: ["https://shop.example/", "javascript:alert(1)"],
        jwks: {
          keys: [
            { ...publicEc, kty: "EC", kid: "public" },
            { ...ec, kty: "EC", kid: "private" },
            { ...rsa(1024), kty: "RSA", kid: "short" },
          ],
        },
      });
      const left_out = await carry(sourceOf([client]), config);
      assert.deepEqual(
        keysOf(left_out).map(([, shown]) => shown),
        [
          ["shop private", "shop short"],
          ["shop javascript:alert(1)"],
          ["shop https://*.shop.example/cb", "shop callback"],
        ],
      );
      await withTarget(config, async (store) => {
        const found = await store.clients.findCurrent("shop");
        assert.deepEqual(found?.redirect_uris, ["https://shop.example/callback"]);
        assert.deepEqual(found.post_logout_redirect_uris, ["https://shop.example/"]);
        assert.deepEqual(
          found.jwks?.keys.map(({ kid, d }) => [kid, d]),
          [["public", undefined]],
        );
      });
    });

    it("leaves out records with ids that cannot be ones, and what belongs to them", async () => {
      const config = configOf(await emptyTarget());
      const records: TakenRecord[] = oddIds.flatMap((id, index) => [
        exampleClient({ client_id: id }),
        exampleToken({ client_id: id, signature: `of-client-${index}` }),
        exampleToken({ client_id: "shop", subject: id, signature: `of-subject-${index}` }),
        { kind: "session", sid: id, subject: "alice", authenticated_at: NOW },
        { kind: "session", sid: `sid-${index}`, subject: id, authenticated_at: NOW },
        { kind: "subject", client_id: "shop", subject: id, identifier: "one" },
        exampleGrant({ id: `chain-${index}`, subject: id }),
        exampleGrant({ id }),
      ]);
      const left_out = await carry(sourceOf([exampleClient(), ...records]), config);
      const refused = left_out.reduce((sum, { rows }) => sum + rows, 0);
      assert.equal(refused, records.length);
      assert.ok(left_out.every(({ keys: shown }) => !/[\p{Cc}\p{Cs}]/u.test(shown.join(""))));
      await withTarget(config, async (store) => {
        const all = await store.clients.search({}, { limit: 100, offset: 0 });
        assert.deepEqual(
          all.items.map(({ client_id }) => client_id),
          ["shop"],
        );
      });
    });

    it("is not stopped by a value that nests deeply", async () => {
      const config = configOf(await emptyTarget());
      const records: readonly TakenRecord[] = [
        exampleClient({ metadata: nested }),
        exampleGrant({ id: "deep", access_token: { nested } }),
        exampleToken({ signature: "deep", ext: { nested } }),
        exampleGrant(),
      ];
      assert.deepEqual(keysOf(await carry(sourceOf(records), config)), [
        ["The field metadata of a client nests deeper than 512 levels.", ["shop"]],
        ["A value nests deeper than 512 levels.", ["deep"]],
        ["A value nests deeper than 512 levels.", []],
      ]);
    });
  });
}

it("a lifespan that is no whole number of seconds is rounded up, and named", async () => {
  const path = nextFile();
  const database = createHydraDatabase({ version: "v26", path, system_secret: SECRET, now: NOW });
  const columns = {
    authorization_code_grant_access_token_lifespan: 500_000_000,
    client_credentials_grant_access_token_lifespan: 0,
    implicit_grant_access_token_lifespan: 60_000_000_000,
    refresh_token_grant_refresh_token_lifespan: -1,
  };
  database.addClient({ client_id: "shop", columns });
  database.close();
  const source = await openHydra(openSqlite(path), { system_secrets: [SECRET] });
  const shortened = (await findLeftOut(source, NOW)).flatMap(({ keys: shown }) => shown);
  assert.deepEqual(shortened, [
    "shop authorization_code_grant_access_token_lifespan",
    "shop client_credentials_grant_access_token_lifespan",
    "shop refresh_token_grant_refresh_token_lifespan",
  ]);
  const config = configOf(await targets.SQLite());
  await carry(source, config);
  await withTarget(config, async (store) => {
    const found = await store.clients.findCurrent("shop");
    assert.equal(found?.authorization_code_grant_access_token_lifespan, "1s");
    assert.equal(found.client_credentials_grant_access_token_lifespan, "1s");
    assert.equal(found.implicit_grant_access_token_lifespan, "1m0s");
    assert.equal(found.refresh_token_grant_refresh_token_lifespan, undefined);
  });
  await source.close();
});

describe("A dry run", () => {
  it("names what the takeover refuses, and finds no more and no less", async () => {
    const odd: ClientRecord = exampleClient({ client_id: "line\nbreak" });
    const source = sourceOf([...keys, exampleClient({ metadata: nested }), odd]);
    const refused = await findLeftOut(source, NOW);
    const left_out = await carry(source, configOf(await targets.SQLite()));
    assert.deepEqual(refused, left_out);
    assert.deepEqual(refused.find(({ table }) => table === "client")?.keys, ["shop"]);
  });
});

/** NUL, an escape, a text beyond every index, JSON that nests deeply, a number beyond all, a script. */
const hostile: readonly string[] = [
  "x\0y",
  "\u{1b}]0;x\u{7}",
  "x".repeat(70_000),
  deep,
  "[".repeat(9_900) + "]".repeat(9_900),
  "1e400",
  "javascript:alert(1)",
];

for (const version of ["v1.11", "v26"] as const) {
  for (const [name, emptyTarget] of Object.entries(targets)) {
    it(`a takeover of ${version} into ${name} goes on whatever is in one column of a row`, async () => {
      const path = hostileDatabase(version);
      const opened = await openHydra(openSqlite(path), { system_secrets: [SECRET] });
      const config = configOf(await emptyTarget());
      await carry(opened, config);
      await withTarget(config, async (store) => {
        assert.ok((await store.clients.findCurrent("plain")) !== undefined);
        assert.ok((await store.login_sessions.find("sid", NOW)) !== undefined);
      });
      await opened.close();
    });
  }
}

const SECRET = "a-system-secret-of-the-tests";

/** Beside one row of each kind: for each column with a text and each value, a copy of a row whose column has the value. */
function hostileDatabase(version: HydraVersion): string {
  const path = nextFile();
  const database = createHydraDatabase({ version, path, system_secret: SECRET, now: NOW });
  database.addClient({ client_id: "plain" });
  database.addKeyRow("a-set", { ...ec, kid: "plain" });
  database.addSession({ sid: "sid", subject: "alice" });
  database.addGrant({ client_id: "plain", subject: "alice", sid: "sid", rotations: 1 });
  database.addMachineToken({ client_id: "plain" });
  database.addForcedSubject({ client_id: "plain", subject: "bob", identifier: "forced" });
  database.addAssertion("jti");
  database.addTrustedIssuer({ issuer: "https://issuer.example" });
  database.addLogout({ subject: "alice", sid: "sid" });
  database.addFlow("login", { client_id: "plain", subject: "alice" });
  database.close();
  const file = new DatabaseSync(path);
  file.function("unknown_to_readers", { deterministic: true, varargs: true }, () => null);
  for (const [table, columns] of hydraTables(version)) {
    if (table === "schema_migration" || table === "networks") continue;
    const names = columns.map(({ name }) => name);
    const found = file.prepare(`select ${names.join()} from ${table} limit 1`).get();
    if (found === undefined) continue;
    for (const { name, kind } of columns) {
      if (!["key", "text", "list", "json"].includes(kind)) continue;
      for (const [index, value] of hostile.entries()) {
        const copy = { ...found, [names[0] ?? ""]: `${table} ${name} ${index}`, [name]: value };
        file
          .prepare(`insert into ${table} (${names.join()}) values (${names.map(() => "?").join()})`)
          .run(...names.map((each) => copy[each] ?? null));
      }
    }
  }
  file.close();
  return path;
}

function named(kid: string): string {
  return JSON.stringify([set, kid]);
}

function keysOf(left_out: readonly LeftOutRows[]) {
  return left_out.map(({ reason, keys: shown }) => [reason, shown] as const);
}

async function carry(source: Source, config: Config): Promise<readonly LeftOutRows[]> {
  const report = await takeOver({ source, config, features, now: () => NOW });
  assert.equal(report.is_complete, true);
  assert.deepEqual(report.verification?.differences, []);
  return report.left_out;
}

function configOf(dsn: string): Config {
  const flags = { dsn, "secrets.system": SECRET };
  const loaded = loadConfig({ features, files: [], env: {}, flags });
  assert.ok(loaded.ok);
  return loaded.value.config;
}

async function withTarget(config: Config, work: (store: Store) => Promise<void>): Promise<void> {
  await withMigratedStore(config, ({ store }) => work(store), {
    features,
    tables: [takeoverTables],
  });
}
