import assert from "node:assert/strict";
import { it } from "node:test";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import { withClient } from "../../../test/support/sql.ts";
import { rowHash } from "./row-hash.ts";

it("is that of PostgreSQL for values of any length", async () => {
  const values = Array.from({ length: 40 }, (_, length) =>
    "The quick brown fox".repeat(3).slice(0, length),
  );
  await withClient(await emptyPostgres(), async (client) => {
    const { rows } = await client.query(
      "select hashtext(value) as hash from unnest($1::text[]) as value",
      [values],
    );
    assert.deepEqual(
      values.map((value) => rowHash(Buffer.from(value))),
      rows.map(({ hash }) => hash),
    );
  });
});
