import assert from "node:assert/strict";
import { it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { PendingWrite } from "../database/write-batch.ts";
import { type Connection, ConnectionLostError } from "./connection.ts";
import type { Pool } from "./pool.ts";
import { createWriter } from "./writer.ts";
import { StoreUnavailableError } from "../port/unavailable.ts";

const usage = () => ({ in_use: 0, idle: 0, waiting: 0 });

const write: PendingWrite = {
  kind: "insert",
  rows: [],
  outcome: { settle: () => {}, undo: () => undefined },
  reject: () => {},
};

it("writes that wait for the database are rejected with the latest reason, not the first", async () => {
  const first = new StoreUnavailableError("No connection is free.");
  const refused = new StoreUnavailableError("Wrong password.", { needs_operator: true });
  let reason = first;
  const pool: Pool = { lend: () => Promise.reject(reason), close: async () => {}, usage };
  const writer = createWriter(pool, { statement_ms: 50, connect_ms: 50 });
  assert.equal(await writer.commit([write]), first);
  reason = refused;
  while (writer.unavailability() !== refused) await pause(5);
  assert.equal(await writer.commit([write]), refused);
  writer.close();
});

/** A write that runs no statement, and one to take it back. */
function undoable(number: number): PendingWrite {
  const undo = function* undoScript() {
    yield { sql: `undo ${number}`, values: [] };
  };
  return {
    kind: "script",
    // oxlint-disable-next-line require-yield
    script: function* script() {
      return { settle: () => {}, undo };
    },
    unlimited: false,
    reject: () => {},
  };
}

it("a batch in doubt is undone in one transaction, and from its beginning where that fails", async () => {
  const statements: string[] = [];
  const losing = new Set(["commit", "undo 2"]); // The first time.
  const record = (statement: string): void => {
    statements.push(statement);
    if (losing.delete(statement)) throw new ConnectionLostError("No answer.", true);
  };
  const connection: Connection = {
    async run({ sql }) {
      record(sql.includes("write_attempt") ? "fence" : sql);
      return [{ fenced: 0 }];
    },
    execute: async (sql) => record(sql.split(";")[0] ?? ""),
    assertWritable: async () => {},
    isLost: () => true,
    isInTransaction: () => false,
    onLost: () => {},
    destroy: () => void statements.push("destroyed"),
    end: async () => {},
  };
  const pool: Pool = { lend: (_deadline, work) => work(connection), close: async () => {}, usage };
  const writer = createWriter(pool, { statement_ms: 5_000, connect_ms: 2_000 });
  const reason = await writer.commit([undoable(1), undoable(2)]);
  assert.equal(reason?.outcome_unknown, true);
  while (writer.unavailability() !== undefined) await pause(5);
  const failed = ["fence", "begin", "undo 1", "undo 2", "destroyed"];
  const undone = ["fence", "begin", "undo 1", "undo 2", "commit"];
  assert.deepEqual(statements, ["begin", "commit", ...failed, ...undone]);
  writer.close();
});
