import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bytes, text } from "../database/columns.ts";
import { newRow, type Step } from "../database/statement.ts";
import { isTransient } from "../port/unavailable.ts";
import { type Connection, ConnectionLostError } from "./connection.ts";
import { createInsertLanes } from "./insert-lanes.ts";

const columns = { key: bytes, name: text };
const insertion = { table: "door", columns, random_key: "key" };
const door = (part: number, name: string) =>
  newRow(insertion, { key: Uint8Array.of(part, name.length), name });

/** Lanes of a table whose keys begin with their part, and what was sent. `fail` returns how a statement fails. */
function open(fail: (step: Step, sent: number) => Error | undefined = () => undefined) {
  const steps: Step[] = [];
  const connection: Pick<Connection, "run" | "destroy"> = {
    async run(step) {
      steps.push(step);
      const failure = fail(step, steps.length);
      if (failure !== undefined) throw failure;
      return [];
    },
    destroy: () => {},
  };
  const pool: Parameters<typeof createInsertLanes>[0] = { lend: (_, work) => work(connection) };
  const partOf = (_: string, value: unknown) =>
    value instanceof Uint8Array ? value[0] : undefined;
  const lanes = createInsertLanes(pool, { partOf }, { statement_ms: 1_000, connect_ms: 1_000 });
  return { lanes, steps };
}

const namesOf = ({ values }: Step) => values.filter((value) => typeof value === "string");

describe("rows of a distributed database", () => {
  it("are inserted with a statement for each part", async () => {
    const { lanes, steps } = open();
    const rows = [door(1, "a"), door(2, "bb"), door(1, "ccc")];
    await Promise.all(rows.flatMap((row) => lanes.insert([row]) ?? []));
    const sent = steps.map((step) => namesOf(step).join(" "));
    assert.deepEqual(new Set(sent), new Set(["a ccc", "bb"]));
    assert.match(
      steps.find(({ values }) => values.length === 2)?.sql ?? "",
      /^insert into door \(key, name\) values \(\$1::bytea, \$2::text\)$/,
    );
  });

  it("belong into a write batch where their key is not random, or several are inserted together", () => {
    const { lanes } = open();
    const other = newRow({ table: "door", columns }, { key: Uint8Array.of(1), name: "a" });
    assert.equal(lanes.insert([other]), undefined);
    assert.equal(lanes.insert([door(1, "a"), door(1, "bb")]), undefined);
  });

  it("are sent again after a lost connection", async () => {
    const lost = new ConnectionLostError("The connection was lost.", false);
    const { lanes, steps } = open((_, sent) => (sent === 1 ? lost : undefined));
    await lanes.insert([door(1, "a")]);
    assert.equal(steps.length, 2);
    assert.deepEqual(steps[0]?.values, steps[1]?.values);
    assert.equal(steps[1]?.sql, `${steps[0]?.sql} on conflict (key) do nothing`);
  });

  it("may have been inserted when the database did not answer in time", async () => {
    const { lanes } = open(() => new ConnectionLostError("No answer.", true));
    await assert.rejects(
      lanes.insert([door(1, "a")]) ?? Promise.resolve(),
      (error) => isTransient(error) && error instanceof Error && "outcome_unknown" in error,
    );
  });

  it("are inserted alone when one of them is rejected", async () => {
    const { lanes, steps } = open((step) =>
      namesOf(step).includes("bb")
        ? Object.assign(new Error("rejected"), { code: "22021" })
        : undefined,
    );
    const rows = [door(1, "a"), door(1, "bb"), door(1, "ccc")];
    const outcomes = await Promise.allSettled(rows.flatMap((row) => lanes.insert([row]) ?? []));
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.equal(steps.length, 4);
  });
});
