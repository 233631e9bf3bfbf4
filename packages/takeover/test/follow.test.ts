import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { type Config, loadConfig } from "@latchkey/server";
import { withMigratedStore } from "@latchkey/server/feature/store";
import { features } from "../../cli/src/features.ts";
import type { Pass } from "../src/import/options.ts";
import { takeoverTables } from "../src/migrations.ts";
import { type Source, SourceError } from "../src/source.ts";
import type { Database } from "../src/sources/databases/database.ts";
import { openSqlite } from "../src/sources/databases/sqlite.ts";
import { openHydra } from "../src/sources/hydra/hydra-source.ts";
import { openSource } from "../src/sources/open-source.ts";
import { createTakenStore } from "../src/store.ts";
import { takeOver } from "../src/take-over.ts";
import {
  createHydraDatabase,
  type HydraDatabase,
  type HydraGrant,
  type HydraVersion,
  signatureOf,
} from "./support/hydra-database.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-follow-"));
after(() => rmSync(directory, { recursive: true }));
let files = 0;
const nextFile = (): string => join(directory, `${(files += 1)}.sqlite`);

const NOW = 1_800_000_000;
const SECRET = "a-system-secret-of-the-tests";
const versions: readonly HydraVersion[] = ["v1.9", "v1.11", "v26"];

it("a pass after which nothing was written reads no more of a large source than of a small one", async () => {
  const [small, large] = [await rowsOfPasses(20), await rowsOfPasses(600)];
  assert.deepEqual(small.idle, large.idle);
  assert.ok(large.idle <= 1, `${large.idle} rows`);
  // Of each of ten tables, two levels of groups and the rows of one group.
  assert.ok(large.revoked - small.revoked < 600, `${small.revoked} and ${large.revoked} rows`);
});

/** The rows that leave the source in a pass without a change, and in one after a revocation. */
async function rowsOfPasses(grants: number) {
  const { database, path } = createDatabase("v26");
  database.run("begin");
  const issued = Array.from({ length: grants }, () => grantOf(database));
  database.run("commit");
  let rows = 0;
  const counted = counting(openSqlite(path), (count) => (rows += count));
  const source = await openHydra(counted, { system_secrets: [SECRET] });
  const reads: number[] = [];
  const revoke = ({ consent }: HydraGrant): void => {
    for (const table of ["access", "refresh"])
      database.run(`delete from hydra_oauth2_${table} where request_id = ?`, consent.id);
  };
  await followed(source, configOf(nextFile()), (pass, stop) => {
    reads.push(rows);
    rows = 0;
    if (pass.number === 3 && issued[0] !== undefined) revoke(issued[0]);
    if (pass.number === 4) assert.equal(pass.changed + pass.removed, 1);
    if (pass.number === 4) stop();
  });
  database.close();
  return { idle: reads[2] ?? Infinity, revoked: reads[3] ?? Infinity };
}

for (const version of versions) {
  it(`every kind of change in a database of ${version} is carried by the pass after it`, async () => {
    const { database, path } = createDatabase(version);
    const [used, replaced, forgotten, kept] = Array.from({ length: 4 }, () => grantOf(database));
    assert.ok(used && replaced && forgotten && kept);
    const machine = database.addMachineToken({ client_id: "shop" });
    const sid = database.addSession({ subject: "alice" });
    database.addClient({ client_id: "other" });
    const consents =
      version === "v26"
        ? ["hydra_oauth2_flow", "consent_challenge_id"]
        : ["hydra_oauth2_consent_request_handled", "challenge"];
    const changes: readonly [string, () => void, Partial<Pass>][] = [
      ["nothing", () => {}, {}],
      ["a new grant", () => grantOf(database), { added: 1 }],
      [
        "a new client and its token",
        () => {
          database.addClient({ client_id: "new" });
          database.addMachineToken({ client_id: "new" });
        },
        { added: 2 },
      ],
      [
        "a refresh",
        () => {
          const { id } = used.consent;
          const spent = signatureOf(used.refresh_token ?? "");
          if (version === "v1.9")
            database.run("delete from hydra_oauth2_refresh where signature = ?", spent);
          else
            database.run("update hydra_oauth2_refresh set active = 0 where signature = ?", spent);
          database.run("delete from hydra_oauth2_access where request_id = ?", id);
          database.addAccessToken(used.consent);
          database.addRefreshToken(used.consent);
        },
        { changed: 1 },
      ],
      [
        "a refresh token that is revoked without another trace",
        () => {
          database.run(
            "update hydra_oauth2_refresh set active = 0 where signature = ?",
            signatureOf(replaced.refresh_token ?? ""),
          );
        },
        { changed: 1 },
      ],
      [
        "a consent that is revoked",
        () => {
          for (const table of ["access", "refresh", "code", "oidc", "pkce"])
            database.run(
              `delete from hydra_oauth2_${table} where request_id = ?`,
              forgotten.consent.id,
            );
          database.run(`delete from ${consents.join(" where ")} = ?`, forgotten.consent.id);
        },
        { removed: 1 },
      ],
      [
        "a token of a machine that is revoked",
        () => {
          database.run(
            "delete from hydra_oauth2_access where request_id in (select request_id from hydra_oauth2_access where client_id = 'shop' and (challenge_id is null or challenge_id = ''))",
          );
        },
        { removed: 1 },
      ],
      [
        "a session that ends",
        () => {
          database.run("delete from hydra_oauth2_authentication_session where id = ?", sid);
        },
        { removed: 1 },
      ],
      ["a new session", () => database.addSession({ subject: "bob" }), { added: 1 }],
      [
        "a client that is renamed",
        () => {
          database.run(
            "update hydra_client set client_name = 'Renamed', updated_at = '2027-02-01 00:00:00' where id = 'shop'",
          );
        },
        { changed: 1 },
      ],
      [
        "a client that is deleted",
        () => {
          database.run("delete from hydra_client where id = 'other'");
        },
        { removed: 1 },
      ],
      [
        "a forced identifier and a logout",
        () => {
          database.addForcedSubject({ client_id: "shop", subject: "bob", identifier: "forced" });
          database.addLogout({ subject: "bob", sid: "none" });
        },
        { added: 1 },
      ],
    ];
    void machine;
    const source = await openSource(`sqlite://${path}`, { system_secrets: [SECRET] });
    const config = configOf(nextFile());
    let expected: readonly [string, Partial<Pass>] = ["the first pass", {}];
    await followed(source, config, (pass, stop) => {
      const { added, changed, removed } = pass;
      const [what, counts] = expected;
      assert.deepEqual(
        { added, changed, removed },
        { added: 0, changed: 0, removed: 0, ...counts },
        what,
      );
      const next = changes[pass.number - 1];
      if (next === undefined) return stop();
      next[1]();
      expected = [next[0], next[2]];
      return undefined;
    });
    // A follower that reads everything finds nothing that was missed.
    const again = await openSource(`sqlite://${path}`, { system_secrets: [SECRET] });
    await followed(again, config, ({ added, changed, removed }, stop) => {
      assert.deepEqual([added, changed, removed], [0, 0, 0]);
      stop();
    });
    database.close();
  });
}

it("an outage of the source is reported and outlived, and nothing of what changed is lost", async () => {
  const { database, path } = createDatabase("v26");
  grantOf(database);
  let isAway = false;
  const opened = await openHydra(openSqlite(path), { system_secrets: [SECRET] });
  const source: Source = {
    ...opened,
    async readSome(...of) {
      if (isAway) throw new SourceError("The source did not answer: it restarts.");
      return (await opened.readSome?.(...of)) ?? { records: [], left_out: [] };
    },
  };
  const config = configOf(nextFile());
  const outages: string[] = [];
  const passes: Pass[] = [];
  let noted: Promise<void> | undefined;
  await followed(
    source,
    config,
    (pass, stop) => {
      passes.push(pass);
      if (passes.length === 2) return stop();
      isAway = true;
      grantOf(database);
      return undefined;
    },
    (sentence) => {
      outages.push(sentence);
      if (outages.length < 3) return;
      isAway = false;
      noted = withMigratedStore(
        config,
        async ({ store }) => {
          const status = await createTakenStore(store.tools).takeovers.status(NOW);
          assert.deepEqual([status?.followed_at, status?.failing_since], [NOW, NOW]);
        },
        { features, tables: [takeoverTables] },
      );
    },
  );
  await noted;
  assert.deepEqual(outages, Array(3).fill("The source did not answer: it restarts."));
  assert.deepEqual(
    passes.map(({ added }) => added),
    [0, 1],
  );
  database.close();
});

function createDatabase(version: HydraVersion) {
  const path = nextFile();
  const database = createHydraDatabase({ version, path, system_secret: SECRET, now: NOW });
  database.addClient({ client_id: "shop" });
  return { database, path };
}

function grantOf(database: HydraDatabase): HydraGrant {
  return database.addGrant({ client_id: "shop", subject: "alice", rotations: 0 });
}

/** Follows until `stop` is called. */
async function followed(
  source: Source,
  config: Config,
  onPass: (pass: Pass, stop: () => void) => void,
  onOutage: (sentence: string) => void = (sentence) => assert.fail(sentence),
): Promise<void> {
  const abort = new AbortController();
  await takeOver({
    source,
    config,
    features,
    now: () => NOW,
    follow: { until_idle: false, interval_ms: 1 },
    signal: abort.signal,
    onPass: (pass) => onPass(pass, () => abort.abort()),
    onOutage,
  });
  await source.close();
}

function counting(database: Database, count: (rows: number) => void): Database {
  return {
    ...database,
    async query(sql, values) {
      const rows = await database.query(sql, values);
      if (rows.length > 0 && !sql.startsWith("PRAGMA")) count(rows.length);
      return rows;
    },
    async *stream(sql, values) {
      for await (const rows of database.stream(sql, values)) {
        count(rows.length);
        yield rows;
      }
    },
  };
}

function configOf(path: string): Config {
  const flags = { dsn: `sqlite://${path}`, "secrets.system": SECRET };
  const loaded = loadConfig({ features, files: [], env: {}, flags });
  assert.ok(loaded.ok);
  return loaded.value.config;
}
