import assert from "node:assert/strict";
import { connect, createServer, type Server } from "node:net";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createForwarder } from "@latchkey/takeover/shadow";
import { randomOf } from "../fast-lane/random.ts";
import { createRawServer, idOf, POISON } from "./old-server.ts";
import { type Conversation, makeConversation, makePlainRequest } from "./requests.ts";
import { casesOf } from "../../support/properties.ts";

const SEED = 20_261_119;
const CALLERS = 16;
const TIMEOUT_MS = 200;
/** Pieces are sent so far apart that most answers arrive in between. */
const BETWEEN_MS = 20;
const ROUNDS = casesOf(12);

test(`${ROUNDS * CALLERS} callers who frame requests as they like get their own answers, of the old server alone`, async () => {
  const decoy = createServer((socket) => {
    strangers += 1;
    socket.destroy();
  });
  let strangers = 0;
  const elsewhere = `127.0.0.1:${await listen(decoy)}`;
  let host = "";
  const old = createRawServer(() => host);
  host = `127.0.0.1:${await listen(old.server)}`;
  const forwarded = new Map<string, number>();
  const { server } = createForwarder({
    listener: "public",
    old: new URL(`http://${host}`),
    mode: "forward",
    timeout_ms: TIMEOUT_MS,
    onRequest({ method, target }) {
      const line = `${method} ${target}`;
      forwarded.set(line, (forwarded.get(line) ?? 0) + 1);
      return { ready: undefined, end: () => {} };
    },
    onExchange: () => {},
    onSkipped: () => {},
  });
  const port = await listen(server);

  let [answered, served] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const random = randomOf(SEED, round);
    const callers = Array.from({ length: CALLERS }, (_none, number) => {
      const name = `r${round}c${number}`;
      return { name, conversation: makeConversation(random, name, elsewhere) };
    });
    const report = (): string => JSON.stringify({ round, callers }, null, 2);
    const attacks = callers.map(async ({ name, conversation }) => {
      const said = await talk(port, conversation);
      const both = JSON.stringify({ conversation, said }, null, 2);
      const ids = answeredIds(said);
      answered += ids.length;
      for (const id of ids) assert.ok(id.startsWith(`${name}-`), `${id} to ${name}: ${both}`);
      assert.deepEqual(ids, [...new Set(ids)], `answered twice: ${both}`);
      assert.ok(!said.includes(POISON), both);
    });
    const victims = ["v", "w"].map(async (letter) => {
      const id = `r${round}${letter}`;
      const said = await talk(port, { pieces: [makePlainRequest(id)] });
      // On a busy machine the old server may be late for one, but never with the answer of another.
      if (said.startsWith("HTTP/1.1 502 ")) return;
      assert.ok(
        said.startsWith("HTTP/1.1 200 ") && said.endsWith(`\r\n\r\n${id}`),
        `${said}\n${report()}`,
      );
      served += 1;
    });
    await Promise.all([...attacks, ...victims]);
    assert.deepEqual(old.violations, [], report());
    assert.equal(strangers, 0, report());
    for (const line of old.seen.splice(0)) {
      const count = forwarded.get(line) ?? 0;
      assert.ok(count > 0, `${line} was never forwarded, and arrived all the same: ${report()}`);
      forwarded.set(line, count - 1);
    }
  }
  assert.ok(served > ROUNDS, `only ${served} others were served`);
  assert.ok(answered > (ROUNDS * CALLERS) / 4, `only ${answered} were answered`);
});

/** Says the pieces, and hears the other side out. */
async function talk(port: number, { pieces }: Conversation): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const heard: Uint8Array[] = [];
  let isHanging = false;
  socket.on("data", (chunk: Buffer) => heard.push(chunk));
  socket.on("error", () => {}); // A connection that is reset is closed as well.
  const limit = setTimeout(() => {
    isHanging = true;
    socket.destroy();
  }, 50 * TIMEOUT_MS);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  for (const piece of pieces) {
    socket.write(piece, "latin1");
    await pause(BETWEEN_MS);
  }
  await closed;
  clearTimeout(limit);
  assert.ok(!isHanging, `no end for ${JSON.stringify(pieces)}`);
  return Buffer.concat(heard).toString("latin1");
}

/** The ids of the answers on a connection; with those of the old server, which have one. */
function answeredIds(said: string): readonly string[] {
  const ids: string[] = [];
  let rest = said;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    assert.notEqual(end, -1, `half an answer: ${JSON.stringify(said)}`);
    const head = rest.slice(0, end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    assert.ok(status === 100 || (status >= 200 && status < 600), JSON.stringify(said));
    assert.doesNotMatch(head, /^(?:transfer-encoding|upgrade|trailer):/im);
    const id = /^x-id: (.*)$/im.exec(head)?.[1];
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (id !== undefined) {
      assert.ok(body === "" || body === id, `${body} in the answer to ${id}`);
      ids.push(idOf(`/id-${id}`));
    }
    rest = rest.slice(end + 4 + length);
  }
  return ids;
}

async function listen(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return address.port;
}
