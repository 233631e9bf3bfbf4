import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type postgres from "postgres";
import type { Pending } from "./group.ts";
import { commitGroup } from "./postgres-group.ts";
import type { Row, Update } from "./script.ts";

const open: Update = {
  table: "door",
  given: { door_id: "bigint" },
  set: "open = 1",
  where: "door.door_id = given.door_id",
};
const paint: Update = { ...open, set: "painted = 1" };

/** A database that notes what it is asked, and answers what it is told to. */
function aDatabase(answer: (text: string) => readonly Row[]) {
  const asked: string[] = [];
  const unsafe = async (text: string): Promise<Row[]> => {
    asked.push(text);
    return [...answer(text)];
  };
  const begin = async (run: (transaction: unknown) => Promise<unknown>): Promise<void> => {
    asked.push("begin");
    await run({ unsafe });
  };
  return { asked, sql: { unsafe, begin } as unknown as postgres.Sql };
}

/** Doors to be opened and painted, and what becomes of each. */
async function change(sql: postgres.Sql, updates: readonly Update[]): Promise<unknown[]> {
  const settled: unknown[] = [];
  const group = updates.map((update, index): Pending => {
    const [resolve, reject] = [
      (won: boolean) => (settled[index] = won),
      (reason: unknown) => (settled[index] = reason),
    ];
    return { kind: "update", update, values: [index], additions: [], resolve, reject };
  });
  await commitGroup(sql, group);
  return settled;
}

describe("a group of writes on PostgreSQL", () => {
  it("is one statement, whose answer tells who won", async () => {
    const { sql, asked } = aDatabase(() => [{ made: [[2], null] as unknown as string }]);
    assert.deepEqual(await change(sql, [open, open, paint]), [false, true, false]);
    assert.equal(asked.length, 1);
  });

  it("is a transaction where a table can be changed only once in a statement, and from then on", async () => {
    const { sql, asked } = aDatabase((text) => {
      if (text.startsWith("with")) throw Object.assign(new Error("no"), { code: "0A000" });
      return [{ place: 1 }];
    });
    for (let time = 1; time <= 2; time += 1) {
      assert.deepEqual(await change(sql, [open, paint]), [true, true]);
    }
    const texts = asked.map((text) => text.split(" ")[0]);
    assert.deepEqual(texts, ["with", "begin", "update", "update", "begin", "update", "update"]);
  });

  it("fails alone, whatever else goes wrong", async () => {
    const { sql } = aDatabase((text) => {
      if (text.includes("open") && text.includes("paint")) throw new Error("together, no");
      if (text.includes("paint")) throw new Error("not painted");
      return [{ made: [[1]] as unknown as string }];
    });
    assert.deepEqual(await change(sql, [open, paint]), [true, new Error("not painted")]);
  });
});
