import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseReply } from "./connection.ts";

const redirect = `HTTP/1.1 302 Found\r
Location: https://photos.example/callback?code=1\r
Set-Cookie: flow=a; Path=/; HttpOnly\r
set-cookie: session=b\r
Content-Length: 4\r
\r
gone`;

describe("a response from the wire", () => {
  it("has status, location, cookies and body", () => {
    assert.deepEqual(parseReply(redirect), {
      reply: {
        status: 302,
        location: "https://photos.example/callback?code=1",
        cookies: ["flow=a", "session=b"],
        body: "gone",
      },
      length: redirect.length,
    });
  });

  it("ends after its content length", () => {
    assert.equal(parseReply(`${redirect}HTTP/1.1 200`)?.length, redirect.length);
  });

  it("without a body ends after its header", () => {
    assert.equal(parseReply("HTTP/1.1 204 No Content\r\n\r\n")?.reply.body, "");
  });

  for (const part of [redirect.slice(0, -1), redirect.slice(0, 30), ""]) {
    it(`is incomplete with ${part.length} characters`, () => {
      assert.equal(parseReply(part), undefined);
    });
  }
});
