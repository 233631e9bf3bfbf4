import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it } from "node:test";
import { setImmediate as nextTick, setTimeout as pause } from "node:timers/promises";
import { makeCertificate } from "../../../test/support/certificates.ts";
import type { Handler } from "../handler.ts";
import {
  CLOSE,
  connectTo,
  echo,
  exchange,
  GET,
  limits,
  pausing,
  POST,
  start,
} from "./listen-fixture.ts";

describe("a listener that is sent too much", { concurrency: true }, () => {
  const large = "x".repeat(1_025);
  const chunk = `${large.length.toString(16)}\r\n${large}\r\n`;
  const bodies: [string, string, number][] = [
    ["a body of just the limit", `Content-Length: 1024\r\n${CLOSE}\r\n${"x".repeat(1_024)}`, 200],
    ["a body past the limit", `Content-Length: 1025\r\n\r\n${large}`, 413],
    ["chunks past the limit", `Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`, 413],
    ["chunks without end", `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(400)}`, 413],
    ["an announcement alone", "Content-Length: 999999999\r\n\r\n", 413],
    ["an announcement that waits", "Content-Length: 1025\r\nExpect: 100-continue\r\n\r\n", 413],
  ];
  for (const [name, request, status] of bodies) {
    it(`answers ${name} with ${status}, and closes`, async () => {
      const answered = await exchange(await start(), POST + request);
      assert.match(answered, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(answered, /Connection: close/);
      assert.equal(answered.match(/HTTP\/1\.1/g)?.length, 1);
    });
  }

  it("sends 100 Continue to a client that waits for it", async () => {
    const body = `Content-Length: 2\r\nExpect: 100-continue\r\n${CLOSE}\r\nhi`;
    const answered = await exchange(await start(), POST + body);
    assert.match(answered, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  });

  it("lets a client finish sending, so that the response is not lost", async () => {
    const { url } = await start();
    const response = await fetch(url, { method: "POST", body: "x".repeat(4_000_000) });
    assert.equal(response.status, 413);
  });
});

describe("a listener that is sent nonsense", () => {
  const nonsense: [string, string, number][] = [
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["no Host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["two lengths", `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
    ["a length and chunks", `${POST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
    ["a negative length", `${POST}Content-Length: -1\r\n\r\n`, 400],
    ["chunks that are none", `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ["a head past the limit", `${POST}Cookie: ${"x".repeat(5_000)}\r\n\r\n`, 431],
  ];
  for (const [name, request, status] of nonsense) {
    it(`answers ${name} with ${status}, and closes`, async () => {
      const hits: string[] = [];
      const listener = await start({ onLimit: (limit) => hits.push(limit) });
      const answered = await exchange(listener, request);
      assert.match(answered, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.deepEqual(hits, status === 431 ? ["serve.limits.header_bytes"] : []);
    });
  }

  it("answers it in JSON like everything else", async () => {
    const answered = await exchange(await start(), "hello\r\n\r\n");
    const [head = "", body = ""] = answered.split("\r\n\r\n");
    assert.match(head, /X-Request-Id: [0-9a-f-]{36}/);
    assert.deepEqual(JSON.parse(body), {
      error: "invalid_request",
      error_description: "This is not a well-formed HTTP request.",
      status_code: 400,
    });
  });

  for (const fast_lane of [true, false]) {
    const lane = fast_lane ? "on the fast lane" : "without it";
    it(`answers an earlier request first, ${lane}`, async () => {
      const held = pausing();
      const listener = await start({ handler: held.handler, fast_lane });
      const answered = exchange(listener, GET, "nonsense\r\n\r\n");
      await held.arrived;
      held.release();
      assert.match(await answered, /^HTTP\/1\.1 200 OK.*"late":true.*HTTP\/1\.1 400 /s);
    });
  }

  const slow: [string, string][] = [
    ["a head", "POST /echo HTTP/1.1\r\nHost: op\r\n"],
    ["a body", `${POST}Content-Length: 10\r\n\r\nhalf`],
  ];
  for (const [name, half] of slow) {
    it(`answers ${name} that never ends with 408`, async () => {
      const hits: string[] = [];
      const listener = await start({
        limits: { ...limits, request_timeout_ms: 50 },
        onLimit: (limit) => hits.push(limit),
      });
      const answered = await exchange(listener, half);
      assert.match(answered, /^HTTP\/1\.1 408 .*serve\.limits\.request_timeout/s);
      assert.deepEqual(hits, ["serve.limits.request_timeout"]);
    });
  }

  it("hangs up on a TLS handshake that never ends", { timeout: 30_000 }, async () => {
    const { key, cert } = makeCertificate({ subject: "/CN=op" });
    const hits: string[] = [];
    const listener = await start({
      limits: { ...limits, request_timeout_ms: 50 },
      tls: { key, cert },
      onLimit: (limit) => hits.push(limit),
    });
    const socket = await connectTo(listener);
    socket.on("error", () => {}).resume();
    socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02])); // The beginning of a ClientHello.
    await once(socket, "close");
    assert.deepEqual(hits, ["serve.limits.request_timeout"]);
  });

  it("is not troubled by a sender that leaves in the middle of a body", async () => {
    const asked: string[] = [];
    const handler: Handler = (incoming) => {
      asked.push(incoming.target);
      return echo(incoming);
    };
    const listener = await start({ handler });
    const socket = await connectTo(listener);
    socket.end(`${POST}Content-Length: 10\r\n\r\nhalf`);
    await once(socket.resume(), "close");
    assert.deepEqual(asked, []);
  });

  it("is not troubled by a sender that leaves before its answer", async () => {
    const held = pausing();
    const listener = await start({ handler: held.handler });
    const socket = await connectTo(listener);
    socket.write(GET);
    await held.arrived;
    socket.destroy();
    await once(socket, "close");
    held.release();
    assert.equal((await fetch(listener.url)).status, 200);
  });
});

describe("a listener whose client reads no responses", () => {
  for (const fast_lane of [true, false]) {
    const lane = fast_lane ? "that began on the fast lane" : "without the fast lane";

    it(`does not collect the responses to pipelined requests, ${lane}`, async () => {
      let asked = 0;
      const handler: Handler = async () => {
        asked += 1;
        return { status: 200, headers: {}, body: "x".repeat(5_000) };
      };
      const listener = await start({ handler, fast_lane });
      const socket = await connectTo(listener);
      socket.on("error", () => {}); // The connection is reset.
      socket.pause().write(GET.repeat(20_000));
      for (let ticks = 0; ticks < 1_000; ticks += 1) await nextTick();
      assert.ok(asked < 1_000, `${asked} requests were answered`);
      socket.destroy();
    });

    it(`closes the connection after a while, ${lane}`, { timeout: 10_000 }, async () => {
      const body = "x".repeat(8_000_000);
      const listener = await start({
        handler: () => ({ status: 200, headers: {}, body }),
        limits: { ...limits, idle_timeout_ms: 20 },
        fast_lane,
      });
      const socket = await connectTo(listener);
      socket.on("error", () => {}); // What is still on its way is cut off.
      socket.pause().write(GET.repeat(2)); // Two at once are parsed by Node.
      while (!socket.destroyed) {
        await pause(20);
        socket.write(" "); // Fails once the connection is reset.
      }
    });
  }

  it("waits for a handler that takes longer than that", async () => {
    const held = pausing();
    const listener = await start({
      handler: held.handler,
      limits: { ...limits, idle_timeout_ms: 20 },
      fast_lane: false,
    });
    const answered = exchange(listener, `GET / HTTP/1.1\r\nHost: op\r\n${CLOSE}\r\n`);
    await held.arrived;
    await pause(100);
    held.release();
    assert.match(await answered, /"late":true/);
  });

  it("answers as many pipelined requests as a client may send at once", async () => {
    const last = `GET /last HTTP/1.1\r\nHost: op\r\n${CLOSE}\r\n`;
    const answered = await exchange(await start(), GET.repeat(90) + last);
    assert.equal(answered.match(/HTTP\/1\.1 200 /g)?.length, 91);
  });
});
