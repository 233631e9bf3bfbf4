import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { text } from "../../../src/store/database/columns.ts";
import { insertValues } from "../../../src/store/database/sql.ts";
import { command, newRow, query } from "../../../src/store/database/statement.ts";
import { lease } from "../../../src/store/tables/leases.ts";
import { anId, NOW, type Servers } from "./example.ts";

const insert = command({
  given: lease.columns,
  sql: `insert into lease ${insertValues(lease.columns)}`,
});
const named = query({
  given: { name: text },
  returns: { name: text },
  sql: "select name from lease where name = :name",
});

/** The contract of writes that fail. */
export function describeTransactions(servers: () => Servers): void {
  const aLease = () => ({ name: anId(), holder: "alice", expires_at: NOW + 60 });
  const isStored = async (name: string): Promise<boolean> =>
    (await servers().database.read(() => named({ name }))).length > 0;

  describe("a write that fails", () => {
    it("leaves nothing of its earlier statements, when its script throws", async () => {
      const { database } = servers();
      const first = aLease();
      const failing = database.write(function* script() {
        yield* insert(first);
        throw new Error("a bug");
      });
      await assert.rejects(failing, { message: "a bug" });
      assert.equal(await isStored(first.name), false);
    });

    it("leaves nothing of its earlier statements, when the database rejects one", async () => {
      const { database } = servers();
      const [first, second] = [aLease(), aLease()];
      const failing = database.write(function* script() {
        yield* insert(first);
        yield* insert(second);
        yield* insert(second);
      });
      await assert.rejects(failing);
      assert.deepEqual([await isStored(first.name), await isStored(second.name)], [false, false]);
    });

    it("leaves none of its rows, and all of the others in its batch", async () => {
      const { database } = servers();
      const [first, second, other] = [aLease(), aLease(), aLease()];
      const insertion = { table: lease.name, columns: lease.columns };
      const outcomes = await Promise.allSettled([
        database.write(() => insert(other)),
        database.insert(
          newRow(insertion, first),
          newRow(insertion, second),
          newRow(insertion, first),
        ),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ["fulfilled", "rejected"],
      );
      const names = [first.name, second.name, other.name];
      assert.deepEqual(await Promise.all(names.map(isStored)), [false, false, true]);
    });
  });
}
