import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PendingWrite } from "../database/write-batch.ts";
import type { Connection } from "./connection.ts";
import type { Pool } from "./pool.ts";
import { createWriter } from "./writer.ts";
import { integer, type RawRow } from "../database/columns.ts";
import type { Update } from "../database/sql.ts";

const usage = () => ({ in_use: 0, idle: 0, waiting: 0 });

const open: Update = {
  table: "door",
  given: { door_id: integer },
  set: "open = 1",
  where: "door.door_id = :door_id",
};
const paint: Update = { ...open, set: "painted = 1" };

/** A connection that records the statements, and returns the given rows. */
function aDatabase(answer: (text: string) => readonly RawRow[]) {
  const statements: string[] = [];
  const connection: Connection = {
    async run({ sql }) {
      statements.push(sql);
      return answer(sql);
    },
    execute: async (sql) => void statements.push(sql),
    assertWritable: async () => {},
    isLost: () => false,
    isInTransaction: () => false,
    onLost: () => {},
    destroy: () => {},
    end: async () => {},
  };
  const pool: Pool = { lend: (_deadline, work) => work(connection), close: async () => {}, usage };
  return { statements, writer: createWriter(pool, { statement_ms: 5_000, connect_ms: 2_000 }) };
}

/** Commits these updates as one batch, and returns the result of each. */
async function change(
  { writer }: ReturnType<typeof aDatabase>,
  updates: readonly Update[],
): Promise<unknown[]> {
  const settled: unknown[] = [];
  const group = updates.map((update, index): PendingWrite => {
    const outcome = (was_made: boolean) => ({
      settle: () => void (settled[index] = was_made),
      undo: () => undefined,
    });
    const reject = (reason: unknown) => void (settled[index] = reason);
    return { kind: "update", update, values: [index], rows: [], outcome, reject };
  });
  await writer.commit(group);
  return settled;
}

describe("a batch of writes on PostgreSQL", () => {
  it("is one statement, which returns the updates that were made", async () => {
    const database = aDatabase(() => [{ made: "[[2],null]" }]);
    assert.deepEqual(await change(database, [open, open, paint]), [false, true, false]);
    assert.equal(database.statements.length, 1);
  });

  it("is a transaction where a table can be changed only once in a statement, and from then on", async () => {
    const database = aDatabase((text) => {
      if (text.startsWith("with")) throw Object.assign(new Error("no"), { code: "0A000" });
      return [{ place: 1 }];
    });
    for (let time = 1; time <= 2; time += 1) {
      assert.deepEqual(await change(database, [open, paint]), [true, true]);
    }
    const texts = database.statements.map((text) => text.split(/[ ;]/)[0]);
    const transaction = ["begin", "update", "update", "commit"];
    assert.deepEqual(texts, ["with", ...transaction, ...transaction]);
  });

  it("rejects only the write at fault", async () => {
    const database = aDatabase((text) => {
      if (text.includes("open") && text.includes("paint")) throw new Error("not in one statement");
      if (text.includes("paint")) throw new Error("not painted");
      return [{ made: "[[1]]" }];
    });
    assert.deepEqual(await change(database, [open, paint]), [true, new Error("not painted")]);
  });
});
