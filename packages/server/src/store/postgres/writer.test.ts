import assert from "node:assert/strict";
import { it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { PendingWrite } from "../database/write-batch.ts";
import type { Pool } from "./pool.ts";
import { createWriter } from "./writer.ts";
import { StoreUnavailableError } from "../port/unavailable.ts";

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
  const pool: Pool = { lend: () => Promise.reject(reason), close: async () => {} };
  const writer = createWriter(pool, { statement_ms: 50, connect_ms: 50 });
  assert.equal(await writer.commit([write]), first);
  reason = refused;
  while (writer.unavailability() !== refused) await pause(5);
  assert.equal(await writer.commit([write]), refused);
  writer.close();
});
