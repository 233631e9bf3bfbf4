import assert from "node:assert/strict";
import { Socket } from "node:net";
import { it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
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

it("connecting to a database that refuses is tried again at least once a second, however long that lasts", async (t) => {
  const { mock } = t.mock.method(Socket.prototype, "connect");
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const options = { connections: 2, statement_ms: 300_000, connect_ms: 300_000 };
  const database = openPostgres("postgres://latchkey@127.0.0.1:1/none?sslmode=disable", options);
  const refused = assert.rejects(database.check());
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    for (let turn = 0; turn < 200; turn += 1) await nextTurn(); // Until it has failed.
    assert.equal(mock.callCount(), attempt);
    t.mock.timers.tick(1_000);
  }
  await database.close();
  await refused;
});
