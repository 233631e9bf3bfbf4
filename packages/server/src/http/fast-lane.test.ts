import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { json } from "./answer.ts";
import type { Handler } from "./handler.ts";
import { CLOSE, connectTo, echo, GET, limits, pausing, POST, start } from "./listen-fixture.ts";
import { createPlainReader, type PlainRequest } from "./plain-request.ts";

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
      await nextTurn();
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
    await nextTurn();
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
    await nextTurn();
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
      for (let turns = 0; turns < 20; turns += 1) await nextTurn();
    }
    assert.ok(asked < 20, `${asked} answers are waiting in memory`);
    socket.destroy();
  });

  it("ends when nothing is asked for too long", async () => {
    const socket = await connectTo(await start({ limits: { ...limits, idle_timeout_ms: 20 } }));
    await once(socket.resume(), "close");
  });

  it("ends when its answer is not taken for too long", { timeout: 10_000 }, async () => {
    const body = "x".repeat(8_000_000);
    const listener = await start({
      handler: () => ({ status: 200, headers: {}, body }),
      limits: { ...limits, idle_timeout_ms: 20 },
    });
    const socket = await connectTo(listener);
    socket.on("error", () => {}); // What is still on its way is cut off.
    socket.pause().write(GET);
    await nextTurn();
    await listener.close({ drain_ms: 0, timeout_ms: 600_000 }); // Over when the last connection is.
    socket.destroy();
  });

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

describe("what the fast lane reads", () => {
  before(() => once(node.listen(0, "127.0.0.1"), "listening"));
  after(() => node.close());

  it("is what Node would have read, whatever the request", async () => {
    const random = numbersFrom(20_261_115);
    const read = createPlainReader(limits);
    let plain = 0;
    for (let round = 0; round < 3_000; round += 1) {
      const sent = disturb(requests[round % requests.length] ?? "", random);
      const ours = read(Buffer.from(sent, "latin1"));
      if (ours === undefined) continue;
      plain += 1;
      assert.deepEqual(ours, await asNodeReads(sent), JSON.stringify(sent));
    }
    assert.ok(plain > 300, `only ${plain} requests were plain`);
  });
});

const requests = [
  "GET /userinfo HTTP/1.1\r\nHost: op\r\nAuthorization: Bearer lk_at_x\r\nAccept: */*\r\n\r\n",
  "POST /oauth2/token HTTP/1.1\r\nHost: op\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 29\r\nConnection: keep-alive\r\n\r\ngrant_type=client_credentials",
  "PUT /clients/a HTTP/1.1\r\nhost: op\r\ncontent-length: 2\r\ncookie: a=1; b=2\r\n\r\n{}",
];

const fragments = [
  "\r",
  "\n",
  "\r\n",
  " ",
  "\t",
  "\v",
  "\0",
  "\x7f",
  "\x80",
  "\xe9",
  ":",
  ",",
  ";",
  "/",
  "#",
  "%",
  '"',
  "\\",
  "0",
  "1",
  "HTTP/1.1",
  "\r\n\r\n",
  "Content-Length: 2\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Connection: close\r\n",
];

/** Puts in, takes out or repeats a little at a few random places. */
function disturb(request: string, random: (below: number) => number): string {
  let sent = request;
  for (let times = random(3); times >= 0; times -= 1) {
    const at = random(sent.length);
    const fragment = fragments[random(fragments.length)] ?? "";
    const kept = [at, at + 1, at + fragment.length][random(3)] ?? at;
    sent = sent.slice(0, at) + fragment + sent.slice(kept);
  }
  return sent;
}

/** The same numbers in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const seen: PlainRequest[] = [];
const node = createServer({ joinDuplicateHeaders: true }, (message, response) => {
  void note(message).then(() => response.end());
});

async function note(message: IncomingMessage): Promise<void> {
  const { method = "", url: target = "" } = message;
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
  );
  seen.push({ method, target, headers, body: await text(message) });
}

/** What Node makes of the same bytes, if it takes them for one request. */
async function asNodeReads(sent: string): Promise<PlainRequest | undefined> {
  const address = node.address();
  assert.ok(typeof address === "object" && address !== null);
  seen.length = 0;
  const socket = connect(address.port, "127.0.0.1");
  socket.end(sent, "latin1");
  await once(socket.resume(), "close");
  return seen.length === 1 ? seen[0] : undefined;
}
