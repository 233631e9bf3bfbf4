import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, test } from "node:test";
import * as fc from "fast-check";
import { startServer } from "../../src/process/start.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { fieldsOf } from "../operations/refusal.ts";
import { assertProperty } from "../support/properties.ts";
import { testConfig } from "../support/server.ts";

const config = testConfig({
  "serve.public.port": 0,
  "serve.admin.port": 0,
  "serve.limits.shutdown_timeout": "1s",
});
const log = createLog({ level: "error", format: "json", write: () => {} });
const server = await startServer(config, { log });
after(() => server.close());
const { public_url = "", admin_url = "" } = server;

const GET = "GET /health/alive HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const POST =
  "POST /oauth2/token HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 29\r\n\r\ngrant_type=client_credentials";
const CHUNKED =
  "POST /oauth2/token HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n";

/** Malformed requests, and the statuses of their responses; none means that the connection is closed. */
const broken: readonly [string, string, readonly number[]][] = [
  ["no request at all", "hello\r\n\r\n", [400]],
  ["a TLS hello on a plain port", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", [400]],
  ["HTTP/2 with prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
  ["an unknown method", "BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n", [400]],
  ["no host", "GET /health/alive HTTP/1.1\r\nConnection: close\r\n\r\n", [400]],
  [
    "two lengths",
    POST.replace("Content-Length: 29", "Content-Length: 29\r\nContent-Length: 5"),
    [400],
  ],
  ["a length and chunks", CHUNKED.replace("Transfer", "Content-Length: 5\r\nTransfer"), [400]],
  ["a length that is no number", POST.replace("29", "-1"), [400]],
  ["a body cut short", POST.slice(0, -3), [400]],
  ["a chunk without a size", CHUNKED.replace("\r\n5\r\n", "\r\nzz\r\n"), [400]],
  ["a chunk of endless size", CHUNKED.replace("\r\n5\r\n", "\r\nffffffffffffffffff\r\n"), [400]],
  ["a line break in a header", GET.replace("Host: a", "Host: a\r\nX: a\nb"), [400]],
  ["a NUL in a header", GET.replace("Host: a", "Host: a\0b"), [400]],
  ["a NUL in the path", GET.replace("alive", "ali\0ve"), [400]],
  ["a head of 20 KiB", GET.replace("Host: a", `Host: a\r\nX-Long: ${"x".repeat(20_000)}`), [431]],
  ["a path of 20 KiB", GET.replace("alive", "x".repeat(20_000)), [414, 431]],
  ["a body of 300 KiB", POST.replace("29", "300000") + "x".repeat(299_971), [413]],
  ["an unknown expectation", POST.replace("Host: a", "Host: a\r\nExpect: 200-maybe"), [417]],
  ["a tunnel", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", [400]],
  [
    "another protocol",
    GET.replace("Connection: close", "Connection: Upgrade\r\nUpgrade: websocket"),
    [200, 400],
  ],
];

const wound = fc.record({
  at: fc.nat(200),
  length: fc.nat(12),
  put: fc.oneof(
    fc.constantFrom("\r\n", "\r\n\r\n", "\0", ":", " ", "\n", "HTTP/1.1", "%00"),
    fc.string({ unit: "binary-ascii", maxLength: 8 }),
  ),
});

/** A whole request with one to three wounds. */
const torn = fc
  .tuple(
    fc.constantFrom<string>(GET, POST, CHUNKED),
    fc.array(wound, { minLength: 1, maxLength: 3 }),
  )
  .map(([whole, wounds]) =>
    wounds.reduce(
      (text, { at, length, put }) => text.slice(0, at) + put + text.slice(at + length),
      whole,
    ),
  );

for (const [title, bytes, statuses] of broken) {
  test(`${title} gets responses in order, or the connection is closed`, async () => {
    for (const url of [public_url, admin_url]) {
      const answers = parseAnswers(await exchange(url, Buffer.from(bytes, "latin1")));
      for (const answer of answers) verify(answer);
      const received = answers.map(({ status }) => status);
      assert.ok(
        received.every((status) => statuses.includes(status)),
        received.join(),
      );
      assert.equal(received.length > 0, statuses.length > 0, "no answer at all");
    }
  });
}

test("requests with bytes torn out, doubled and put in: never our failure, and we live on", async () => {
  const property = fc.asyncProperty(torn, async (bytes) => {
    const said = await exchange(public_url, Buffer.from(bytes, "latin1"));
    for (const answer of parseAnswers(said)) verify(answer);
  });
  await assertProperty(property);
  const [answer] = parseAnswers(await exchange(public_url, Buffer.from(GET)));
  assert.equal(answer?.status, 200);
});

interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

function verify({ status, text }: RawAnswer): void {
  assert.ok(status < 500, text);
  assert.match(text, /^x-request-id: [\w.-]+\r$/im, text);
  if (status < 400) return;
  const body = /^\{.*\}/ms.exec(text.slice(text.indexOf("\r\n\r\n") + 4))?.[0] ?? "{}";
  const fields = Object.keys(fieldsOf(JSON.parse(body)));
  assert.deepEqual(fields.toSorted(), ["error", "error_description", "status_code"], text);
}

/** The answers in what a connection said, one after another; an interim one (RFC 9110 §15.2) is none. */
function parseAnswers(said: string): readonly RawAnswer[] {
  return said
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((text) => text !== "")
    .map((text) => ({ status: Number(text.slice(9, 12)), text }))
    .filter(({ status }) => status >= 200);
}

/** Says these bytes, then nothing more, and hears the other side out. */
async function exchange(url: string, bytes: Buffer): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const heard: Uint8Array[] = [];
  let hanging = false;
  socket.on("data", (chunk: Buffer) => heard.push(chunk));
  socket.on("error", () => {}); // A closed connection is a valid response.
  socket.setTimeout(5_000, () => {
    hanging = true;
    socket.destroy();
  });
  socket.end(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  assert.ok(!hanging, "the connection was left hanging");
  return Buffer.concat(heard).toString("latin1");
}
