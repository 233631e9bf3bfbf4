import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { setImmediate as nextTick } from "node:timers/promises";
import { json } from "../response.ts";
import type { Handler } from "../handler.ts";
import { CLOSE, connectTo, echo, GET, limits, pausing, POST, start } from "./listen-fixture.ts";

describe("a connection on the fast lane", () => {
  it("is asked again and again, and then something that only Node reads", async () => {
    const socket = await connectTo(await start());
    const answered = text(socket);
    for (const one of ["1", "2"]) {
      socket.write(`${POST}Content-Length: 1\r\n\r\n${one}`);
      await once(socket, "readable");
    }
    socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n3\r\n0\r\n\r\n`);
    socket.write(`${POST}Content-Length: 1\r\n${CLOSE}\r\n4`);
    const bodies = (await answered).matchAll(/"body":"(\d)"/g);
    assert.deepEqual(
      [...bodies].map(([, body]) => body),
      ["1", "2", "3", "4"],
    );
  });

  it("has its request put together where it came in pieces", async () => {
    const socket = await connectTo(await start());
    const answered = text(socket);
    const whole = `${POST}Content-Length: 9\r\n${CLOSE}\r\nin pieces`;
    for (const piece of whole.match(/[^]{1,7}/g) ?? []) {
      socket.write(piece);
      await nextTick();
    }
    assert.match(await answered, /^HTTP\/1\.1 200 OK.*"body":"in pieces"/s);
  });

  it("gets its answers in order when it does not wait for them", async () => {
    const held = pausing();
    const handler: Handler = (incoming) =>
      incoming.target === "/" ? held.handler(incoming) : echo(incoming);
    const socket = await connectTo(await start({ handler }));
    const answered = text(socket);
    socket.write(GET);
    await held.arrived;
    socket.write(`GET /next HTTP/1.1\r\nHost: op\r\n${CLOSE}\r\n`);
    await nextTick();
    held.release();
    assert.match(await answered, /"late":true.*"target":"\/next"/s);
  });

  it("hears its answer before it hears that the next request is nonsense", async () => {
    const held = pausing();
    const socket = await connectTo(await start({ handler: held.handler }));
    const answered = text(socket);
    socket.write(GET);
    await held.arrived;
    socket.write("nonsense\r\n\r\n");
    await nextTick();
    held.release();
    assert.match(await answered, /^HTTP\/1\.1 200 OK.*"late":true.*HTTP\/1\.1 400 /s);
  });

  it("is answered although it has said its last word", async () => {
    const held = pausing();
    const socket = connect({
      port: (await start({ handler: held.handler })).port,
      allowHalfOpen: true,
    });
    const answered = text(socket);
    socket.end(GET);
    await held.arrived;
    held.release();
    assert.match(await answered, /^HTTP\/1\.1 200 OK.*"late":true/s);
    socket.destroy();
  });

  it("is not read from while its answers pile up", async () => {
    let asked = 0;
    const body = "x".repeat(4_000_000);
    const handler: Handler = () => {
      asked += 1;
      return { status: 200, headers: {}, body };
    };
    const socket = await connectTo(await start({ handler }));
    for (let sent = 0; sent < 20; sent += 1) {
      socket.write(GET);
      for (let ticks = 0; ticks < 20; ticks += 1) await nextTick();
    }
    assert.ok(asked < 20, `${asked} answers are waiting in memory`);
    socket.destroy();
  });

  it("ends when nothing is asked for too long", async () => {
    const socket = await connectTo(await start({ limits: { ...limits, idle_timeout_ms: 20 } }));
    await once(socket.resume(), "close");
  });

  it(
    "is closed when the client does not read its response for too long",
    { timeout: 10_000 },
    async () => {
      const body = "x".repeat(8_000_000);
      const listener = await start({
        handler: () => ({ status: 200, headers: {}, body }),
        limits: { ...limits, idle_timeout_ms: 20 },
      });
      const socket = await connectTo(listener);
      socket.on("error", () => {}); // What is still on its way is cut off.
      socket.pause().write(GET);
      await nextTick();
      await listener.close({ drain_ms: 0, timeout_ms: 600_000 }); // Over when the last connection is.
      socket.destroy();
    },
  );

  it(
    "ends with an answer that was on its way when the listener closed",
    { timeout: 10_000 },
    async () => {
      const body = "x".repeat(8_000_000);
      const listener = await start({ handler: () => ({ status: 200, headers: {}, body }) });
      const socket = await connectTo(listener);
      socket.write(GET);
      await once(socket, "readable");
      const closed = listener.close({ drain_ms: 0, timeout_ms: 600_000 });
      assert.ok((await text(socket)).endsWith(body));
      await closed;
    },
  );

  it("carries what is not ASCII whole, with its length in bytes", async () => {
    const handler: Handler = () => json(200, { name: "Zoë 日本" });
    const { url } = await start({ handler });
    const response = await fetch(url);
    assert.deepEqual(await response.json(), { name: "Zoë 日本" });
  });
});
