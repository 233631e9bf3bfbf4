import assert from "node:assert/strict";
import { it } from "node:test";
import { emptyPostgres } from "../../../../test/support/postgres.ts";
import { withClient } from "../../../../test/support/sql.ts";
import { NOW } from "../../../../test/store/conformance/example.ts";
import { featureTables, migrations } from "../../../../test/support/tables.ts";
import { bytes, text } from "../../database/columns.ts";
import { arraysOf, type Lookup, selectFromPartitions } from "../../database/sql.ts";
import { migrate } from "../../migrations/migrate.ts";
import { expiringTablesOf } from "../../tables/sweep.ts";
import { openPostgres } from "../postgres.ts";
import { partitionTables } from "./partition.ts";
import { partitionedTables } from "./partitioned-table.ts";

const lookup: Lookup = {
  table: "access_token",
  given: { signature: bytes },
  returns: { client_id: text },
};

/** A key that begins with a time in unix seconds. */
function keyAt(time: number): Buffer {
  const key = Buffer.alloc(24, 7);
  key.writeUIntBE(time * 1000, 0, 6);
  return key;
}

it("a batch of lookups searches the one partition of each key, by a plan that is made once", async () => {
  const dsn = await emptyPostgres();
  const database = openPostgres(dsn, { connections: 2, statement_ms: 5_000, connect_ms: 2_000 });
  await migrate(database, migrations, NOW);
  await partitionTables(
    database,
    partitionedTables(expiringTablesOf(featureTables)),
    NOW,
    () => {},
  );
  await database.close();
  await withClient(dsn, async (client) => {
    const sql = selectFromPartitions(lookup, ["signature"]);
    await client.query(`prepare find (bytea[]) as ${sql}`);
    const run = (prefix: string, ...times: readonly number[]) => {
      const [array = ""] = arraysOf(
        lookup.given,
        times.map((time) => [keyAt(time)]),
      );
      return client.query(`${prefix} execute find ('${array}')`);
    };
    for (let times = 0; times < 8; times += 1) await run("", NOW + times);
    const { rows } = await client.query(
      "select generic_plans::int as generic from pg_prepared_statements where name = 'find'",
    );
    assert.equal(rows[0]?.generic, 3, "after the five that PostgreSQL always makes anew");

    const searched = async (...times: readonly number[]): Promise<readonly string[]> => {
      const explained = await run(
        "explain (analyze, costs off, timing off, summary off)",
        ...times,
      );
      const lines: readonly string[] = explained.rows.map((row) => row["QUERY PLAN"]);
      return lines.flatMap((line) =>
        line.includes("never executed") ? [] : (/ on (access_token_\w+)/.exec(line)?.[1] ?? []),
      );
    };
    assert.equal((await searched(NOW + 1)).length, 1);
    assert.equal((await searched(NOW + 1, NOW + 2)).length, 1);
    const [one, other] = await searched(NOW + 1, NOW + 901);
    assert.ok(one !== undefined && other !== undefined && one !== other);
    assert.deepEqual(await searched(NOW - 1), ["access_token_rest"]);
  });
});
