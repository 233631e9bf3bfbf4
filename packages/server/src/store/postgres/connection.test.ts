import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, Socket } from "node:net";
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

it(
  "a server that authenticates and then does not respond is connected to again",
  { timeout: 20_000 },
  async (t) => {
    const AUTHENTICATED = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1"); // AuthenticationOk, ReadyForQuery
    const sockets: Socket[] = [];
    const again = Promise.withResolvers<void>();
    const silent = createServer((socket) => {
      socket.on("error", () => {}).once("data", () => socket.write(AUTHENTICATED));
      if (sockets.push(socket) === 2) again.resolve();
    }).listen(0, "127.0.0.1");
    await once(silent, "listening");
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const database = openPostgres(`postgres://latchkey@127.0.0.1:${port}/none?sslmode=disable`, {
      connections: 2,
      statement_ms: 10_000,
      connect_ms: 50,
    });
    const refused = assert.rejects(database.check());
    await again.promise;
    await database.close();
    await refused;
  },
);
