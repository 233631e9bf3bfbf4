import assert from "node:assert/strict";
import { it } from "node:test";
import { openDatabase } from "../../src/store/open.ts";
import { partitionTables } from "../../src/store/postgres/partitions/partition.ts";
import { partitionedTables } from "../../src/store/postgres/partitions/partitioned-table.ts";
import { expiringTablesOf } from "../../src/store/tables/sweep.ts";
import { databases } from "../processes/databases.ts";
import { createTestServer } from "../support/server.ts";
import { featureTables } from "../support/tables.ts";
import { holdEverything, ISSUER } from "../upgrade/held.ts";
import { backUp, dump, restore, rowsOf } from "./support.ts";

const [sqlite, postgres] = databases;
assert.ok(sqlite && postgres);
const tables = partitionedTables(expiringTablesOf(featureTables));

it("a database with partitions is backed up, and restored with plain tables, which are partitioned again", async () => {
  const original = await postgres.emptyDsn();
  const world = await createTestServer({ "urls.self.issuer": ISSUER, dsn: original });
  await holdEverything(world);
  await world.server.close();
  const rows = await dump(original);
  const partition = async (dsn: string): Promise<number> => {
    const database = await openDatabase(dsn);
    const done = await partitionTables(database, tables, world.clock.now, assert.fail);
    await database.close();
    return done.length;
  };
  assert.equal(await partition(original), tables.length);
  assert.deepEqual(await dump(original), rows);

  const file = await backUp(original);
  assert.deepEqual(await dump(await restore(file, await sqlite.emptyDsn())), rows);
  const moved = await restore(file, await postgres.emptyDsn());
  const partitions = "select relname::text as name from pg_class where relispartition";
  assert.deepEqual(await rowsOf(moved, partitions), []);
  assert.deepEqual(await dump(moved), rows);
  assert.equal(await partition(moved), tables.length);
  assert.deepEqual(await dump(moved), rows);
});
