import assert from "node:assert/strict";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { connectTo, exchange, GET, pausing, POST, start } from "./listen-fixture.ts";

describe("a listener that closes", () => {
  it("finishes what is under way and asks the client not to come back", async () => {
    const held = pausing();
    const listener = await start({ handler: held.handler });
    const answered = exchange(listener, GET);
    await held.arrived;
    const closed = listener.close(10_000);
    await assert.rejects(fetch(listener.url));
    held.release();
    assert.match(await answered, /^HTTP\/1\.1 200 OK.*Connection: close.*"late":true/s);
    await closed;
  });

  it("takes the rest of a request that has begun to arrive", async () => {
    const listener = await start();
    const socket = await connectTo(listener);
    const answered = text(socket);
    socket.write(`${POST}Content-Length: 4\r\nExpect: 100-continue\r\n\r\n`);
    await once(socket, "readable"); // The 100 says that the server is reading.
    const closed = listener.close(10_000);
    socket.write("late");
    assert.match(await answered, /HTTP\/1\.1 200 OK.*"body":"late"/s);
    await closed;
  });

  it("hangs up on connections that wait for nothing", async () => {
    const listener = await start();
    const silent = await connectTo(listener);
    const idle = await connectTo(listener);
    idle.write(GET);
    await once(idle, "data");
    const gone = Promise.all([once(silent.resume(), "close"), once(idle.resume(), "close")]);
    await listener.close(10_000);
    await gone;
  });

  it("hangs up on the rest when the time is over", async () => {
    const held = pausing();
    const listener = await start({ handler: held.handler });
    const answered = exchange(listener, GET);
    await held.arrived;
    await listener.close(1);
    assert.equal(await answered, "");
    held.release();
  });

  it("may be closed twice", async () => {
    const listener = await start();
    await Promise.all([listener.close(0), listener.close(0)]);
    await listener.close(0);
  });
});
