import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { after, describe, it } from "node:test";
import { setImmediate as nextTick } from "node:timers/promises";
import { deliveryMethods, type EventDelivery } from "@latchkey/api";
import { createOutbound, type Outbound } from "../../src/outbound/outbound.ts";
import { newDelivery } from "../../src/features/signals/store/delivery-table.ts";
import { MAX_ATTEMPTS_PER_RECEIVER } from "../../src/jobs/attempts.ts";
import { ok } from "../../src/result.ts";
import { registerApp } from "../support/app.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { signalsOf } from "../support/signals.ts";
import { tokenOf } from "./machine.ts";
import { assertRefused } from "./refusal.ts";

const TIMEOUT_MS = 300;
const impatient = await startTestServer(
  {},
  { wrapOutbound: () => createOutbound({ development: true, timeout_ms: TIMEOUT_MS }) },
);
let made = 0;

/** A client with the scope for streams, and its access token. */
async function newReader({ latchkey }: TestServer, scope = "ssf.manage ssf.read") {
  made += 1;
  const app = await registerApp(latchkey, {
    client_id: `reader-${made}`,
    grant_types: ["authorization_code", "client_credentials"],
    scope: `openid ${scope}`,
  });
  const machine = { authorization: app.authorization ?? "" };
  return {
    app,
    machine,
    as: { authorization: `Bearer ${await tokenOf(latchkey, machine, { scope })}` },
  };
}

/** Sends one event to a URL, in each of the two ways; what the operator sees of the first attempt. */
const ways = {
  "by a webhook": async ({ latchkey }: TestServer, url: string): Promise<EventDelivery> => {
    const body = { name: "Security team", url, kinds: ["account.created"] as const };
    const { id } = await latchkey.createEventReceiver({ body });
    return latchkey.testEventReceiver({ id });
  },
  "by a push": async (world: TestServer, url: string): Promise<EventDelivery> => {
    const { latchkey, server } = world;
    const { as } = await newReader(world);
    const delivery = { method: deliveryMethods.push, endpoint_url: url };
    const { stream_id } = await latchkey.createSsfStream({ body: { delivery } }, as);
    await latchkey.verifySsfStream({ body: { stream_id } }, as);
    for (;;) {
      server.context.deliveries_due.notify();
      const [sent] = await latchkey.listEventDeliveries({ id: stream_id });
      if (sent !== undefined && sent.outcome !== null) return sent;
      await nextTick();
    }
  },
};

/** A server that reads a request and then does this with the connection. */
async function startSocket(answer: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => {}));
    socket.once("data", () => answer(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return `http://127.0.0.1:${address.port}/`;
}

/** Writes a piece again and again, for as long as the other side reads. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), TIMEOUT_MS / 30);
  socket.on("close", () => clearInterval(timer));
}

const LATE = `No complete response came within ${TIMEOUT_MS} ms.`;

for (const [way, send] of Object.entries(ways))
  describe(`a receiver that misbehaves ${way}`, () => {
    const table: Readonly<Record<string, readonly [(socket: Socket) => void, RegExp | string]>> = {
      "and never responds is given up": [() => {}, LATE],
      "and sends headers without an end is given up": [
        (socket) => {
          socket.write("HTTP/1.1 200 OK\r\n");
          drip(socket, "X-Drip: drop\r\n");
        },
        LATE,
      ],
      "and sends its body in drops is given up": [
        (socket) => {
          socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          drip(socket, "1\r\nx\r\n");
        },
        LATE,
      ],
      "and sends much is cut off": [
        (socket) =>
          void socket.write(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${"x".repeat(300_000)}`),
        /^Its response is larger than \d+ bytes\.$/,
      ],
      "and sends large headers is cut off": [
        (socket) => void socket.write(`HTTP/1.1 200 OK\r\nX-Much: ${"x".repeat(300_000)}\r\n\r\n`),
        /^The host 127\.0\.0\.1 could not be reached \(HPE_HEADER_OVERFLOW\)\.$/,
      ],
      "and sends no HTTP is cut off": [
        (socket) => void socket.end("SSH-2.0-OpenSSH\r\n"),
        /^The host 127\.0\.0\.1 could not be reached/,
      ],
    };
    for (const [title, [answer, outcome]] of Object.entries(table))
      it(title, async () => {
        const { outcome: seen } = await send(impatient, await startSocket(answer));
        if (typeof outcome === "string") assert.equal(seen, outcome);
        else assert.match(seen ?? "", outcome);
      });

    it("and redirects is not followed", async () => {
      const inside = await startReceiver();
      const url = await startSocket((socket) => {
        socket.end(`HTTP/1.1 307 Go\r\nLocation: ${inside.url}\r\nContent-Length: 0\r\n\r\n`);
      });
      const { outcome } = await send(impatient, url);
      assert.equal(outcome, "It responded 307, and redirects are not followed.");
      assert.equal(inside.count, 0);
    });

    it("and puts text into its response finds it neither in lists nor in the log", async () => {
      const body = JSON.stringify({ err: "<script>inject", description: "inject" });
      const { url } = await startReceiver(() => ({ status: 400, body }));
      const delivery = await send(impatient, url);
      assert.equal(delivery.outcome, "It responded 400.");
      impatient.server.context.log.flush();
      assert.doesNotMatch(impatient.lines.join(""), /inject/);
    });

    it("and whose name resolves to the internal network gets no request", async () => {
      const reached: string[] = [];
      const rebound = await startTestServer(
        { "urls.self.issuer": "https://id.example" },
        {
          wrapOutbound: () =>
            createOutbound({
              development: false,
              lookup: (name, _, callback) => {
                reached.push(name);
                callback(null, [{ address: "10.0.0.1", family: 4 }]);
              },
            }),
        },
      );
      const { outcome } = await send(rebound, "https://rebound.example/events");
      assert.equal(outcome, "The host rebound.example is not on the public internet.");
      assert.deepEqual(reached, ["rebound.example"]);
    });
  });

it("a receiver that hangs with 10,000 events waiting delays no other one, and gets few requests at a time", async () => {
  const EVENTS = 10_000;
  let underWay = 0;
  let most = 0;
  const released = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const hang = async (): Promise<void> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await released.promise;
  };
  const wrapOutbound = (outbound: Outbound): Outbound => ({
    ...outbound,
    postJson: async (url) => {
      if (url.includes("hanging")) await hang();
      else arrived.resolve();
      return ok({ status: 204 });
    },
  });
  const { latchkey, server } = await startTestServer(
    { "urls.self.issuer": "https://id.example" },
    { wrapOutbound },
  );
  const { signals, deliveries_due, now_ms } = signalsOf(server.context);
  const subscribe = async (url: string) => {
    const body = { name: "Security team", url, kinds: ["account.created"] as const };
    return (await latchkey.createEventReceiver({ body })).id;
  };
  const add = (receiver_id: string) => {
    const event = { receiver_id, kind: "account.created", content: "{}", is_sent: true };
    return signals.deliveries.add(newDelivery(event, now_ms()));
  };
  const hanging = await subscribe("https://hanging.example/");
  for (let count = 0; count < EVENTS; count += 100)
    await Promise.all(Array.from({ length: 100 }, () => add(hanging)));
  deliveries_due.notify();
  await add(await subscribe("https://events.example/"));
  deliveries_due.notify();
  await arrived.promise;
  assert.equal(most, MAX_ATTEMPTS_PER_RECEIVER);
  assert.equal(await signals.deliveries.countPending(hanging, EVENTS + 1), EVENTS);
  released.resolve();
});

describe("a stream cannot be polled with an access token", () => {
  const server = impatient;
  const body = { returnImmediately: true };

  async function newStream() {
    const reader = await newReader(server);
    const { stream_id } = await server.latchkey.createSsfStream({ body: {} }, reader.as);
    return { ...reader, stream_id };
  }
  const poll = (stream_id: string, token: string) =>
    server.latchkey.call(
      "pollSsfStream",
      { stream_id, body },
      { authorization: `Bearer ${token}` },
    );

  it("of another client", async () => {
    const [hers, other] = [await newStream(), await newStream()];
    const token = await tokenOf(server.latchkey, other.machine, { scope: "ssf.read" });
    assertRefused(await poll(hers.stream_id, token), 404, "not_found");
  });

  it("for an API", async () => {
    const audience = "https://api.example/";
    const app = await registerApp(server.latchkey, {
      client_id: "for-an-api",
      grant_types: ["client_credentials"],
      scope: "ssf.manage",
      audience: [audience],
    });
    const machine = { authorization: app.authorization ?? "" };
    const own = await tokenOf(server.latchkey, machine, { scope: "ssf.manage" });
    const as = { authorization: `Bearer ${own}` };
    const { stream_id } = await server.latchkey.createSsfStream({ body: {} }, as);
    assert.ok((await poll(stream_id, own)).ok);
    const token = await tokenOf(server.latchkey, machine, { scope: "ssf.manage", audience });
    assertRefused(await poll(stream_id, token), 401, "invalid_token");
  });

  it("that was revoked, has expired, or has another scope", async () => {
    const { machine, stream_id } = await newStream();
    const issue = (scope = "ssf.read") => tokenOf(server.latchkey, machine, { scope });
    const revoked = await issue();
    await server.latchkey.revokeOAuth2Token({ token: revoked }, machine);
    assertRefused(await poll(stream_id, revoked), 401, "invalid_token");
    assertRefused(await poll(stream_id, await issue("openid")), 403, "insufficient_scope");
    const expired = await issue();
    server.clock.now += 3_600;
    assertRefused(await poll(stream_id, expired), 401, "invalid_token");
  });

  it("in the URL or in a cookie", async () => {
    const { machine, stream_id } = await newStream();
    const token = await tokenOf(server.latchkey, machine, { scope: "ssf.read" });
    const path = `http://public.test/ssf/poll/${stream_id}`;
    const send = (url: string, headers: object) =>
      server.fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    assert.equal((await send(`${path}?access_token=${token}`, {})).status, 401);
    assert.equal((await send(path, { cookie: `access_token=${token}` })).status, 401);
    assert.equal((await send(path, { authorization: `Bearer ${token}` })).status, 200);
  });
});
