import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "../../../../test/support/sql.ts";
import { NOW } from "../../../../test/store/conformance/example.ts";
import { emptyPostgres } from "../../../../test/support/postgres.ts";
import { featureTables, migrations } from "../../../../test/support/tables.ts";
import { createSealer } from "../../../crypto/sealed.ts";
import { mintOpaqueToken } from "../../../crypto/opaque-token.ts";
import { migrate } from "../../migrations/migrate.ts";
import { openStore } from "../../open.ts";
import type { Database } from "../../database/database.ts";
import type { NewAccessToken } from "../../port/grant-store.ts";
import type { Store } from "../../port/store.ts";
import { expiringTablesOf } from "../../tables/sweep.ts";
import { openPostgres } from "../postgres.ts";
import { layoutsOf } from "./catalog.ts";
import { partitionTables } from "./partition.ts";
import { partitionedTables } from "./partitioned-table.ts";

const tables = partitionedTables(expiringTablesOf(featureTables));
const options = { connections: 10, statement_ms: 5_000, connect_ms: 2_000 };
const sealer = createSealer(["a system secret of some length"]);
const QUARTER = 900;

/** A store on an empty database, as a server has it. */
async function open(): Promise<{ dsn: string; database: Database; store: Store }> {
  const dsn = await emptyPostgres();
  const database = openPostgres(dsn, options);
  await migrate(database, migrations, NOW);
  const store = await openStore(database, { sealer, features: featureTables, now: NOW });
  return { dsn, database, store };
}

function tokenUntil(expires_at: number): NewAccessToken {
  return {
    signature: mintOpaqueToken(expires_at * 1000).signature,
    client_id: "photos",
    client_epoch: 7,
    subject: "photos",
    scope: [],
    audience: [],
    issued_at: NOW,
    expires_at,
    details: undefined,
    sources: undefined,
  };
}

async function issue(store: Store, ...times: readonly number[]): Promise<NewAccessToken[]> {
  const tokens = times.map(tokenUntil);
  for (const token of tokens) await store.access_tokens.issue(token);
  return tokens;
}

/** How many rows each partition of access tokens has, by how many quarters of an hour it begins after the start of the tests. */
async function rowsByWindow(dsn: string, database: Database): Promise<Record<string, number>> {
  const layout = (await layoutsOf(database)).get("access_token");
  assert.ok(layout);
  const counts: Record<string, number> = {};
  return withClient(dsn, async (client) => {
    const count = async (name: string, table: string | undefined): Promise<void> => {
      if (table === undefined) return;
      const { rows } = await client.query(`select count(*)::int as total from ${table}`);
      counts[name] = rows[0]?.total;
    };
    await count("earlier", layout.earlier?.name);
    for (const { name, from_ms } of layout.windows)
      await count(String((from_ms / 1000 - NOW) / QUARTER), name);
    await count("rest", layout.rest);
    return counts;
  });
}

describe("the partitions of a new database", () => {
  let opened: Awaited<ReturnType<typeof open>>;
  before(async () => {
    opened = await open();
    await partitionTables(opened.database, tables, NOW, assert.fail);
  });
  after(() => opened.store.close());
  const rows = () => rowsByWindow(opened.dsn, opened.database);

  it("are those of the tables whose keys begin with the time of expiry", async () => {
    const layouts = await opened.store.partitions.read(NOW);
    assert.deepEqual(
      layouts.map(({ table, width, windows, ahead }) => [table, width, windows, ahead]),
      tables
        .map(({ table }) => table)
        .toSorted()
        .map((table) => [table, QUARTER, 3, 2]),
    );
  });

  it("have the rows of their times, and rows of other times are in the default partition", async () => {
    await issue(opened.store, NOW + 1, NOW + QUARTER, NOW + QUARTER + 1, NOW + 5 * QUARTER);
    assert.deepEqual(await rows(), { 0: 1, 1: 2, 2: 0, rest: 1 });
  });

  it("are made ahead, with the rows that came before them", async () => {
    assert.deepEqual(await opened.store.partitions.keep(NOW), {
      made: 5,
      dropped: 0,
      postponed: 0,
    });
    assert.deepEqual(await rows(), { 0: 1, 1: 2, 2: 0, 3: 0, 4: 0, 5: 1, 6: 0, 7: 0, rest: 0 });
    assert.deepEqual(await opened.store.partitions.keep(NOW), {
      made: 0,
      dropped: 0,
      postponed: 0,
    });
  });

  it("are not swept row by row, but the default partition is", async () => {
    const [expired] = await issue(opened.store, NOW - 10);
    assert.deepEqual(await opened.store.sweep(NOW + 5, 100), 1);
    assert.equal(
      await opened.store.access_tokens.find(expired?.signature ?? assert.fail()),
      undefined,
    );
    assert.deepEqual((await rows())["0"], 1);
  });

  it("are dropped with all their rows a minute after their end", async () => {
    const early = await opened.store.partitions.keep(NOW + QUARTER + 59);
    assert.equal(early.dropped, 0);
    const kept = await opened.store.partitions.keep(NOW + QUARTER + 60);
    assert.equal(kept.dropped, tables.length);
    assert.deepEqual(await rows(), { 1: 2, 2: 0, 3: 0, 4: 0, 5: 1, 6: 0, 7: 0, rest: 0 });
  });

  it("are not dropped as long as a row of them is valid, as those of earlier versions may be", async () => {
    const now = NOW + 2 * QUARTER + 60;
    const { signature } = tokenUntil(NOW + QUARTER + 5);
    await opened.store.access_tokens.issue({ ...tokenUntil(now), signature });
    const kept = await opened.store.partitions.keep(now);
    assert.deepEqual([kept.dropped, kept.postponed], [tables.length - 1, 1]);
    assert.ok(await opened.store.access_tokens.find(signature));
    assert.equal((await opened.store.partitions.keep(now + 1)).dropped, 1);
    assert.equal(await opened.store.access_tokens.find(signature), undefined);
  });

  it("are kept later where another session reads them, and requests do not wait for it", async () => {
    const now = NOW + 3 * QUARTER + 60;
    await withClient(opened.dsn, async (reader) => {
      await reader.query("begin");
      await reader.query("select count(*) from access_token");
      const keeping = opened.store.partitions.keep(now);
      const [token] = await issue(opened.store, now + 10);
      assert.ok(await opened.store.access_tokens.find(token?.signature ?? assert.fail()));
      const kept = await keeping;
      assert.deepEqual([kept.dropped, kept.postponed > 0], [tables.length - 1, true]);
      await reader.query("commit");
    });
    assert.equal((await opened.store.partitions.keep(now)).dropped, 1);
  });
});

describe("a database with rows that is partitioned", () => {
  it("keeps its rows where they are, and serves requests meanwhile", async () => {
    const { dsn, database, store } = await open();
    const tokens = await issue(
      store,
      NOW - 5,
      ...Array.from({ length: 50 }, (_, at) => NOW + 60 * at),
    );
    const filenode = () =>
      withClient(dsn, async (client) => {
        const name = "coalesce(to_regclass('access_token_earlier'), to_regclass('access_token'))";
        return (await client.query(`select pg_relation_filenode(${name}) as node`)).rows[0]?.node;
      });
    const node = await filenode();
    const stop = new AbortController();
    const issued: NewAccessToken[] = [];
    const requests = (async () => {
      while (!stop.signal.aborted) issued.push(...(await issue(store, NOW + 3_600)));
    })();
    const converting = partitionTables(database, tables, NOW, () => {});
    await Promise.allSettled([converting]);
    stop.abort();
    await requests;
    const partitioned = await converting;
    const earlier_until = partitioned.find(({ table }) => table === "access_token")?.earlier_until;
    assert.ok(earlier_until !== undefined && earlier_until > NOW + 3_600);
    assert.equal(await filenode(), node, "no row was copied");
    for (const { signature } of [...tokens, ...issued])
      assert.ok(await store.access_tokens.find(signature));
    const [later] = await issue(store, earlier_until + 1);
    const counts = await rowsByWindow(dsn, database);
    assert.equal(counts["earlier"], tokens.length + issued.length);
    assert.equal(counts[String((earlier_until - NOW) / QUARTER)], 1);

    assert.equal(await store.sweep(NOW, 100), 1, "of the earlier rows, those that expired");
    assert.deepEqual(await partitionTables(database, tables, NOW, assert.fail), []);
    const kept = await store.partitions.keep(earlier_until + 60);
    assert.ok(kept.dropped >= 1);
    assert.equal(await store.access_tokens.find(tokens[9]?.signature ?? assert.fail()), undefined);
    assert.ok(await store.access_tokens.find(later?.signature ?? assert.fail()));
    await store.close();
  });

  it("is left as it is where rows live for years", async () => {
    const { database, store } = await open();
    const [token] = await issue(store, NOW + 9 * 365 * 86_400);
    await assert.rejects(partitionTables(database, tables, NOW, assert.fail), {
      name: "PartitioningError",
      message: /^access_token has rows that expire on \d{4}-\d\d-\d\d, in more than 40 days/,
    });
    assert.ok(await store.access_tokens.find(token?.signature ?? assert.fail()));
    assert.equal((await layoutsOf(database)).get("access_token"), undefined);
    await store.close();
  });
});
