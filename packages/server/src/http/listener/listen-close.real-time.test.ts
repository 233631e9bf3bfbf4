import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { connect as connectSecurely } from "node:tls";
import { makeCertificate } from "../../../test/support/certificates.ts";
import type { Listener } from "./listen.ts";
import { connectTo, exchange, GET, pausing, POST, start, suspend } from "./listen-fixture.ts";

describe("a listener that closes", () => {
  it("finishes what is under way and asks the client not to come back", async () => {
    const held = pausing();
    const listener = await start({ handler: held.handler });
    const answered = exchange(listener, GET);
    await held.arrived;
    const closed = listener.close({ drain_ms: 0, timeout_ms: 10_000 });
    await whenRefused(listener);
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
    const closed = listener.close({ drain_ms: 0, timeout_ms: 10_000 });
    socket.write("late");
    assert.match(await answered, /HTTP\/1\.1 200 OK.*"body":"late"/s);
    await closed;
  });

  it("answers what was sent before it closed, over connections old and new", async () => {
    const listener = await start();
    const idle = await connectTo(listener);
    idle.write(GET);
    await once(idle, "data");
    const fresh = await Promise.all(Array.from({ length: 20 }, () => connectTo(listener)));
    const closed = listener.close({ drain_ms: 0, timeout_ms: 10_000 });
    await assertAnswered([idle, ...fresh]);
    await closed;
  });

  for (const fast_lane of [true, false]) {
    it(`answers a proxy that connected, and was slow to send, with fast_lane: ${fast_lane}`, async () => {
      const listener = await start({ fast_lane });
      const idle = await connectTo(listener);
      idle.write(GET);
      await once(idle, "data");
      const fresh = await connectTo(listener);
      const closed = listener.close({ drain_ms: 1_000, timeout_ms: 10_000 });
      await whenRefused(listener);
      await assertAnswered([idle, fresh]);
      await closed;
    });
  }

  for (const fast_lane of [true, false]) {
    it(`answers what arrived while its process did not run, with fast_lane: ${fast_lane}`, async () => {
      const listener = await start({ fast_lane });
      const socket = await connectTo(listener);
      const closed = listener.close({ drain_ms: 1_000, timeout_ms: 10_000 });
      await whenRefused(listener);
      socket.write(GET);
      suspend(1_100); // Longer than idle connections are kept.
      assert.match(await text(socket), /^HTTP\/1\.1 200 OK.*Connection: close/s);
      await closed;
    });

    it(`answers pipelined requests that it has received, with fast_lane: ${fast_lane}`, async () => {
      const held = pausing();
      const listener = await start({ handler: held.handler, fast_lane });
      const socket = await connectTo(listener);
      socket.write(GET);
      await held.arrived;
      socket.write(GET);
      const closed = listener.close({ drain_ms: 0, timeout_ms: 10_000 });
      await whenRefused(listener);
      held.release();
      assert.equal((await text(socket)).match(/HTTP\/1\.1 200 OK/g)?.length, 2);
      await closed;
    });
  }

  it("closes under a steady stream of connections too", async () => {
    const listener = await start();
    const sockets = new Set<Socket>();
    let streaming = true;
    const connectAnew = (): void => {
      if (!streaming) return;
      const socket = connect(listener.port, "127.0.0.1").on("error", () => {});
      sockets.add(socket);
      socket.once("connect", connectAnew);
    };
    for (let stream = 1; stream <= 4; stream += 1) connectAnew();
    await listener.close({ drain_ms: 0, timeout_ms: 10_000 });
    streaming = false;
    for (const socket of sockets) socket.destroy();
  });

  it("hangs up on connections that wait for nothing", async () => {
    const listener = await start();
    const silent = await connectTo(listener);
    const idle = await connectTo(listener);
    idle.write(GET);
    await once(idle, "data");
    const gone = Promise.all([once(silent.resume(), "close"), once(idle.resume(), "close")]);
    await listener.close({ drain_ms: 0, timeout_ms: 10_000 });
    await gone;
  });

  it("hangs up on TLS connections that have not begun their handshake", async () => {
    const listener = await start({ tls: makeCertificate({ subject: "/CN=op" }) });
    const silent = await connectTo(listener);
    const gone = once(silent.resume(), "close");
    await listener.close({ drain_ms: 0, timeout_ms: 10_000 });
    await gone;
  });

  it(
    "hangs up on TLS connections whose handshake does not advance, long before the time is over",
    { timeout: 30_000 },
    async () => {
      await closeDuringHandshake(600_000);
    },
  );

  it("answers over a TLS connection whose handshake was under way", async () => {
    const held = pausing();
    const tls = makeCertificate({ subject: "/CN=op" });
    const listener = await start({ handler: held.handler, tls });
    const socket = await connectTo(listener);
    const secure = connectSecurely({ socket, rejectUnauthorized: false });
    const closed = listener.close({ drain_ms: 0, timeout_ms: 10_000 });
    secure.write(GET);
    await held.arrived;
    await pause(1_100); // Handshakes that do not advance are closed meanwhile.
    held.release();
    assert.match(await text(secure), /^HTTP\/1\.1 200 OK.*Connection: close/s);
    await closed;
  });

  it("hangs up on TLS connections that never finish their handshake, when the time is over", async () => {
    await closeDuringHandshake(100);
  });

  it("hangs up on the rest when the time is over", async () => {
    const held = pausing();
    const listener = await start({ handler: held.handler });
    const answered = exchange(listener, GET);
    await held.arrived;
    await listener.close({ drain_ms: 0, timeout_ms: 1 });
    assert.equal(await answered, "");
    held.release();
  });

  it("may be closed twice", async () => {
    const listener = await start();
    await Promise.all([
      listener.close({ drain_ms: 0, timeout_ms: 0 }),
      listener.close({ drain_ms: 0, timeout_ms: 0 }),
    ]);
    await listener.close({ drain_ms: 0, timeout_ms: 0 });
  });
});

/** Closes a listener while a TLS handshake is under way, and waits until the connection is closed. */
async function closeDuringHandshake(timeout_ms: number): Promise<void> {
  const listener = await start({ tls: makeCertificate({ subject: "/CN=op" }) });
  const slow = await connectTo(listener);
  slow.write(Buffer.from([0x16, 0x03, 0x01, 0x02])); // The beginning of a ClientHello.
  const gone = once(slow.resume(), "close");
  await listener.close({ drain_ms: 0, timeout_ms });
  await gone;
}

/** Sends a request over each connection, and asserts that its response closes it. */
async function assertAnswered(sockets: readonly Socket[]): Promise<void> {
  const answers = sockets.map((socket) => {
    socket.write(GET);
    return text(socket);
  });
  for (const answer of await Promise.all(answers)) {
    assert.match(answer, /HTTP\/1\.1 200 OK.*Connection: close/s);
  }
}

/** Resolves when the listener takes no more connections. */
async function whenRefused(listener: Listener): Promise<void> {
  for (;;) {
    try {
      (await connectTo(listener)).destroy();
    } catch {
      return;
    }
  }
}
