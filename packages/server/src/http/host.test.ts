import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isHost } from "./host.ts";
import { CLOSE, echo, exchange, limits, start } from "./listener/listen-fixture.ts";

const valid = [
  "",
  "op.example",
  "OP.example:4444",
  "op_1.example.",
  "127.0.0.1:4444",
  "[::1]",
  "[2001:db8::7]:443",
  "op.example:",
  "a,b",
  "xn--bcher-kva.example",
  "b%C3%BCcher.example",
];
const malformed = [
  "op.example, op.example",
  "a b",
  "a/b",
  "a@b",
  "user:pass@op.example",
  "http://op.example",
  "op.example?x",
  "op.example#x",
  "a\\b",
  "a<b>",
  '"a"',
  "op.example:x",
  "op.example:-1",
  "op.example:65536",
  "op.example:443:443",
  "[::1",
  "::1",
  "[op]",
  "[::1]x",
  "[1:2]",
  "a%zz",
  "b\xfccher",
];

describe("the value of a Host header", () => {
  for (const value of valid) it(`may be ${JSON.stringify(value)}`, () => assert.ok(isHost(value)));
  for (const value of malformed)
    it(`is not ${JSON.stringify(value)}`, () => assert.ok(!isHost(value)));
  it("is read in linear time", () => assert.ok(!isHost(`${"a".repeat(1_000_000)} `)));
});

for (const fast_lane of [true, false]) {
  const lane = fast_lane ? "on the fast lane" : "without the fast lane";

  describe(`a listener ${lane}`, () => {
    const refused: [string, string][] = [
      ["two Host headers", `GET / HTTP/1.1\r\nHost: op\r\nHost: evil\r\n${CLOSE}\r\n`],
      ["the same Host header twice", `GET / HTTP/1.1\r\nHost: op\r\nhost: op\r\n\r\n`],
      ["a Host header and an empty one", `GET / HTTP/1.1\r\nHost: op\r\nHost:\r\n\r\n`],
      ["two Host headers in HTTP/1.0", `GET / HTTP/1.0\r\nHost: op\r\nHost: evil\r\n\r\n`],
      ["no Host header", `GET / HTTP/1.1\r\n${CLOSE}\r\n`],
      [
        "two Host headers beside a whole URL",
        `GET http://op/ HTTP/1.1\r\nHost: op\r\nHost: evil\r\n\r\n`,
      ],
      [
        "two Host headers of a sender that waits for 100",
        `POST / HTTP/1.1\r\nHost: op\r\nHost: evil\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
      ],
      ...malformed.map((value): [string, string] => [
        `the Host ${JSON.stringify(value)}`,
        `GET / HTTP/1.1\r\nHost: ${value}\r\n\r\n`,
      ]),
      ["HTTP/0.9", "GET /\r\n\r\n"],
      ["HTTP/0.9 with headers", "GET /\r\nHost: op\r\n\r\n"],
      ["HTTP/0.9 by name", "GET / HTTP/0.9\r\nHost: op\r\n\r\n"],
      ["HTTP/2.0", "GET / HTTP/2.0\r\nHost: op\r\n\r\n"],
      ["HTTP/1.2", "GET / HTTP/1.2\r\nHost: op\r\n\r\n"],
    ];
    for (const [name, request] of refused) {
      it(`answers ${name} with 400 and hangs up`, async () => {
        let handled = 0;
        const listener = await start({
          fast_lane,
          handler: (incoming) => {
            handled += 1;
            return echo(incoming);
          },
        });
        const answered = await exchange(listener, Buffer.from(request, "latin1"));
        assert.match(answered, /^HTTP\/1\.1 400 Bad Request\r\n/);
        assert.match(answered, /"error":"invalid_request"/);
        assert.equal(answered.match(/^HTTP\/1\.1 /gm)?.length, 1);
        assert.equal(handled, 0);
      });
    }

    it("does not answer a line of HTTP/0.9, and ends the connection after the request timeout", async () => {
      const listener = await start({ fast_lane, limits: { ...limits, request_timeout_ms: 50 } });
      assert.match(await exchange(listener, "GET /\r\n"), /^HTTP\/1\.1 408 /);
    });

    for (const value of valid) {
      it(`serves the Host ${JSON.stringify(value)}`, async () => {
        const request = `GET / HTTP/1.1\r\nHost: ${value}\r\n${CLOSE}\r\n`;
        assert.match(await exchange(await start({ fast_lane }), request), /^HTTP\/1\.1 200 OK\r\n/);
      });
    }

    it("serves HTTP/1.0 without a Host header", async () => {
      const answered = await exchange(await start({ fast_lane }), "GET / HTTP/1.0\r\n\r\n");
      assert.match(answered, /^HTTP\/1\.1 200 OK\r\n/);
    });
  });
}
