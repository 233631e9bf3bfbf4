import assert from "node:assert/strict";
import { after, it } from "node:test";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import { migrations } from "../../../test/support/tables.ts";
import { migrate } from "../migrations/migrate.ts";
import {
  isDistributed,
  PlacementError,
  placeTables,
  readPlacement,
} from "../migrations/placement.ts";
import { openPostgres } from "./postgres.ts";

const dsn = await emptyPostgres();
const database = openPostgres(dsn, { connections: 2, statement_ms: 5_000, connect_ms: 2_000 });
after(() => database.close());

it("a database without Citus is not distributed, and nothing is changed", async () => {
  await assert.rejects(migrate(database, migrations, 1, { distributed: true }), (error) => {
    assert.ok(error instanceof PlacementError);
    assert.match(error.message, /no extension Citus.*create extension citus/);
    return true;
  });
  assert.equal(await isDistributed(database), false);
  assert.deepEqual(await readPlacement(database, migrations), []);
  assert.equal((await migrate(database, migrations, 1)).length, migrations.length);
});

it("a table is not distributed by a column that a unique index does not have", async () => {
  const placed = database.write(() => placeTables({ workspace_member: { by: "user_id" } }));
  await assert.rejects(placed, {
    name: "PlacementError",
    message:
      "The table workspace_member cannot be distributed by user_id: its unique index workspace_member_workspace_id_subject_key does not have that column.",
  });
});
