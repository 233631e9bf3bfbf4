import assert from "node:assert/strict";
import { after, it } from "node:test";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import { openDatabase, openForReading } from "../open.ts";
import { migrate, readMigrationStatus } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { text } from "../database/columns.ts";
import { query } from "../database/statement.ts";
import { flow as flow_table } from "../tables/flows.ts";
import { authorization_grant } from "../tables/grants/grant-table.ts";
import { toId } from "../port/ids.ts";
import { openSqlite } from "../sqlite/sqlite.ts";

const NOW = 1_800_000_000;

it("keeps the flows and grants of a database that was made before their rows were whole", async () => {
  const database = openSqlite(":memory:");
  after(() => database.close());
  const earlier = migrations.filter(({ name }) => name < "0004");
  await database.write(function* asItWas() {
    yield { sql: "create table migration (name text primary key, applied_at bigint)", values: [] };
    for (const { name, statements } of earlier) {
      for (const sql of statements(database.dialect)) yield { sql, values: [] };
      yield { sql: "insert into migration values ($1, $2)", values: [name, NOW] };
    }
    yield { sql: "insert into flow values ($1, 3, $2, 9)", values: [id, sealed] };
    yield {
      sql: `insert into authorization_grant values
        ($1, 'photos', 1, 2, 'alice', 's', 'openid', '', 4, 5, null, 0, 6, 7, null, null, 0, $2)`,
      values: [id, sealed],
    };
  });

  const applied = await migrate(database, NOW);

  assert.ok(applied.includes("0005-whole-rows"));
  const [flow] = await database.read(() => flows({}));
  const kept = { flow_id: toId(id), version: 3, sealed, expires_at: 9 };
  assert.deepEqual({ ...flow }, { ...kept, answers: undefined, stage: 0 });
  const [grant] = await database.read(() => grants({}));
  assert.deepEqual(
    [grant?.grant_id, grant?.subject, grant?.generation, grant?.sealed],
    [toId(id), "alice", 4, sealed],
  );
  assert.deepEqual(await migrate(database, NOW), []);
});

const id = new Uint8Array(16).fill(7);
const sealed = new Uint8Array(1_500).fill(9);
const flows = query({ returns: flow_table.columns, sql: "select * from flow" });
const grants = query({
  returns: authorization_grant.columns,
  sql: "select * from authorization_grant",
});

it("gives the clients of an earlier version the origins of their redirect URIs", async () => {
  const database = openSqlite(":memory:");
  after(() => database.close());
  const gallery = {
    token_endpoint_auth_method: "none",
    redirect_uris: ["https://gallery.example:443/callback", "app.gallery:/callback"],
    allowed_cors_origins: ["https://www.gallery.example"],
  };
  const shop = {
    token_endpoint_auth_method: "client_secret_basic",
    redirect_uris: ["https://shop.example/"],
  };
  await database.write(function* asItWas() {
    yield { sql: "create table migration (name text primary key, applied_at bigint)", values: [] };
    for (const { name, statements } of migrations.filter((each) => each.name < "0008")) {
      for (const sql of statements(database.dialect)) yield { sql, values: [] };
      yield { sql: "insert into migration values ($1, $2)", values: [name, NOW] };
    }
    const documents = Array.from({ length: 1_200 }, (_, index): [string, object] => [
      `filler-${index}`,
      {},
    ]);
    documents.push(["gallery", gallery], ["shop", shop]);
    for (const [client_id, document] of documents)
      yield {
        sql: "insert into client values ($1, $2, null, 1, 1)",
        values: [client_id, JSON.stringify({ ...document, created_at: NOW, updated_at: NOW })],
      };
    yield { sql: "insert into client values ('damaged', '{', null, 1, 1)", values: [] };
  });

  await migrate(database, NOW);

  const rows = await database.read(() => origins({}));
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { client_id: "gallery", origin: "https://gallery.example" },
      { client_id: "gallery", origin: "https://www.gallery.example" },
    ],
  );
});

const origins = query({
  returns: { client_id: text, origin: text },
  sql: "select client_id, origin from client_origin order by origin",
});

it("reads which migrations of a PostgreSQL are pending, without creating the table of migrations", async () => {
  const dsn = await emptyPostgres();
  const statusOf = async () => {
    const database = await openForReading(dsn);
    const read = await readMigrationStatus(database);
    await database?.close();
    return read;
  };
  const pending = migrations.map(({ name }) => ({ name, status: "pending" }));
  assert.deepEqual(await statusOf(), pending);
  assert.deepEqual(await statusOf(), pending);

  const database = await openDatabase(dsn);
  await migrate(database, NOW);
  await database.close();
  const applied = migrations.map(({ name }) => ({ name, status: "applied", applied_at: NOW }));
  assert.deepEqual(await statusOf(), applied);
});

it("takes a PostgreSQL that speaks another language for empty where it has no table of migrations", async () => {
  const message = "Relation »migration« existiert nicht";
  const read = () => Promise.reject(Object.assign(new Error(message), { code: "42P01" }));
  const pending = migrations.map(({ name }) => ({ name, status: "pending" }));
  assert.deepEqual(await readMigrationStatus({ read }), pending);
});
