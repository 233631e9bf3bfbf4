import assert from "node:assert/strict";
import { Socket } from "node:net";
import { it } from "node:test";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import { openPostgres } from "./postgres.ts";

it("a connection is probed while it is idle, so that one that leads nowhere is noticed", async (t) => {
  const dsn = await emptyPostgres();
  const { mock } = t.mock.method(Socket.prototype, "setKeepAlive");
  const database = openPostgres(dsn, { connections: 2, statement_ms: 20_000, connect_ms: 10_000 });
  await database.check();
  await database.close();
  const delays = new Set(mock.calls.map((call) => call.arguments.join()));
  assert.deepEqual(delays, new Set(["true,10000"]));
});
