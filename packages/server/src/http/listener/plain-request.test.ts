import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createPlainReader } from "./plain-request.ts";

const limits = { header_bytes: 1_024, body_bytes: 100 };
const read = (text: string) => createPlainReader(limits)(Buffer.from(text, "latin1"));
const HOST = "Host: op.example\r\n";

describe("a plain request", () => {
  it("is a GET with the usual headers", () => {
    const text = `GET /userinfo?a=%20b HTTP/1.1\r\n${HOST}X-Note:\r\nAuthorization: Bearer a: b\r\n\r\n`;
    assert.deepEqual(read(text), {
      method: "GET",
      target: "/userinfo?a=%20b",
      headers: { host: "op.example", "x-note": "", authorization: "Bearer a: b" },
      body: "",
    });
  });

  it("is a POST whose body is all there, in UTF-8", () => {
    const text = `POST /oauth2/token HTTP/1.1\r\nhost:op\r\nContent-Length: 6\r\nConnection: keep-alive\r\n\r\nn=n\xc3\xa9e`;
    assert.equal(read(text)?.body, "n=née");
  });

  it("may have the head of the one before, and another body", () => {
    const again = createPlainReader(limits);
    const head = `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\n`;
    const bodies = ["\r\na", "\r\nb", "A: 1\r\n\r\nc", "\r\nd"].map((rest) =>
      again(Buffer.from(head + rest)),
    );
    assert.deepEqual(
      bodies.map((request) => request?.body),
      ["a", "b", "c", "d"],
    );
    assert.deepEqual(
      bodies.map((request) => request?.headers["a"]),
      [undefined, undefined, "1", undefined],
    );
    assert.equal(again(Buffer.from(`${head}\r\nee`)), undefined);
  });

  const others: [string, string][] = [
    ["a head without end", `GET / HTTP/1.1\r\n${HOST}`],
    ["a body without end", `POST / HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhalf`],
    ["two requests at once", `GET / HTTP/1.1\r\n${HOST}\r\n`.repeat(2)],
    ["bytes after a body", `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\n\r\nab`],
    ["HTTP/1.0", `GET / HTTP/1.0\r\n${HOST}\r\n`],
    ["HTTP/1.10", `GET / HTTP/1.10\r\n${HOST}\r\n`],
    ["no version", `GET /\r\n${HOST}\r\n`],
    ["a rare method", `TRACE / HTTP/1.1\r\n${HOST}\r\n`],
    ["HEAD, whose answer has no body", `HEAD / HTTP/1.1\r\n${HOST}\r\n`],
    ["a small-letter method", `get / HTTP/1.1\r\n${HOST}\r\n`],
    ["a whole URL", `GET http://op.example/ HTTP/1.1\r\n${HOST}\r\n`],
    ["a space in the target", `GET /a b HTTP/1.1\r\n${HOST}\r\n`],
    ["a byte in the target that is not ASCII", `GET /\xe9 HTTP/1.1\r\n${HOST}\r\n`],
    ["an empty line first", `\r\nGET / HTTP/1.1\r\n${HOST}\r\n`],
    ["no host", "GET / HTTP/1.1\r\nAccept: */*\r\n\r\n"],
    ["no header at all", "GET / HTTP/1.1\r\n\r\n"],
    ["two hosts", `GET / HTTP/1.1\r\n${HOST}${HOST}\r\n`],
    ["a header twice", `GET / HTTP/1.1\r\n${HOST}A: 1\r\na: 2\r\n\r\n`],
    ["a folded header", `GET / HTTP/1.1\r\n${HOST}A: 1\r\n 2\r\n\r\n`],
    ["a header without a colon", `GET / HTTP/1.1\r\n${HOST}A\r\n\r\n`],
    ["a space before the colon", `GET / HTTP/1.1\r\n${HOST}Content-Length : 0\r\n\r\n`],
    ["a header without a name", `GET / HTTP/1.1\r\n${HOST}: 1\r\n\r\n`],
    ["a lone LF in a header", `GET / HTTP/1.1\r\n${HOST}A: 1\nB: 2\r\n\r\n`],
    ["a lone CR in a header", `GET / HTTP/1.1\r\n${HOST}A: 1\rB: 2\r\n\r\n`],
    ["a NUL in a header", `GET / HTTP/1.1\r\n${HOST}A: 1\0\r\n\r\n`],
    ["a value with space around it", `GET / HTTP/1.1\r\n${HOST}A:  1\r\n\r\n`],
    ["a value that ends in a tab", `GET / HTTP/1.1\r\n${HOST}A: 1\t\r\n\r\n`],
    ["a name that objects inherit", `GET / HTTP/1.1\r\n${HOST}__proto__: 1\r\n\r\n`],
    ["lines that end with LF alone", "GET / HTTP/1.1\nHost: op\n\n"],
    ["chunks", `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    [
      "a length and chunks",
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 0\r\nTransfer-Encoding: x\r\n\r\n`,
    ],
    ["two lengths in one", `POST / HTTP/1.1\r\n${HOST}Content-Length: 1, 1\r\n\r\na`],
    ["a signed length", `POST / HTTP/1.1\r\n${HOST}Content-Length: +1\r\n\r\na`],
    ["a length in hex", `POST / HTTP/1.1\r\n${HOST}Content-Length: 0x1\r\n\r\na`],
    ["an empty length", `POST / HTTP/1.1\r\n${HOST}Content-Length:\r\n\r\n`],
    [
      "a body past the limit",
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 101\r\n\r\n${"x".repeat(101)}`,
    ],
    ["a head past the limit", `GET / HTTP/1.1\r\n${HOST}Cookie: ${"x".repeat(1_024)}\r\n\r\n`],
    ["a wish to be asked", `POST / HTTP/1.1\r\n${HOST}Expect: 100-continue\r\n\r\n`],
    ["a wish to close", `GET / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
    [
      "a wish to close in the words of a proxy",
      `GET / HTTP/1.1\r\n${HOST}Proxy-Connection: close\r\n\r\n`,
    ],
    ["two hosts in one", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"],
    ["a malformed host", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"],
    [
      "more headers than any client sends",
      `GET / HTTP/1.1\r\n${HOST}${"abc".repeat(34).replaceAll(/./g, (_, at) => `${at}:\r\n`)}\r\n`,
    ],
    ["a wish for another protocol", `GET / HTTP/1.1\r\n${HOST}Upgrade: h2c\r\n\r\n`],
  ];
  for (const [name, text] of others) {
    it(`is not ${name}`, () => assert.equal(read(text), undefined));
  }
});
