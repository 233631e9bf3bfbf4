import assert from "node:assert/strict";
import { it } from "node:test";
import type { Cost, Layout, Stored } from "../partitions/stored.ts";
import { growthOf, partitionRows } from "./partitions-table.ts";

function cost(...totals: readonly number[]): Cost {
  const rounds = totals.map((total) => ({ server_us: total - 10, database_us: 10, rate: 1 }));
  return { server_us: 1, database_us: 10, rate: 1, rounds };
}

function stored(layout: Layout, size: number, issue: Cost): Stored {
  return {
    layout,
    size,
    bytes_per_access_token: 170,
    bytes_per_grant: 800,
    filled_per_second: 1,
    windows: 8,
    issue,
    introspect: cost(50),
    clean_up: {
      expired: 5_000,
      removed: 4_000,
      removed_per_second: 2_000,
      issued_per_second: 900,
      issued_before_per_second: 1_000,
      issued_p99_ms: 12,
      dropping_ms: layout === "partitioned" ? 70 : undefined,
      dead_rows: 0,
      vacuum_s: 1,
      bytes_before: 2e6,
      bytes_after: 1e6,
    },
  };
}

const measured = [
  stored("sqlite", 10, cost(100, 100, 100)),
  stored("sqlite", 1_000, cost(300, 110, 120)),
  stored("partitioned", 10, cost(50, 60, 70)),
  stored("partitioned", 1_000, cost(50, 90, 70)),
];

it("cost is compared with that of the smaller store of the same layout, round by round", () => {
  const growth = measured.map((one) => growthOf(measured, one, "issue"));
  assert.deepEqual(growth, [undefined, 1.2, undefined, 1]);
});

it("each store is a column", () => {
  const { head, rows } = partitionRows({ measured });
  assert.deepEqual(head.slice(1), [
    "SQLite, 10",
    "SQLite, 1,000",
    "PostgreSQL, partitions, 10",
    "PostgreSQL, partitions, 1,000",
  ]);
  for (const row of rows) assert.equal(row.length, head.length);
  const dropping = rows.find(([title]) => title?.startsWith("dropping"));
  assert.deepEqual(dropping?.slice(1), ["", "", "70", "70"]);
});
