import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { quote, statusOf } from "./oauth-error.ts";

describe("RFC 6749 §5.2: quoting text of a request", () => {
  const table: [text: string, quoted: string][] = [
    ["photos.read", "'photos.read'"],
    ['say "cheese"', "'say ?cheese?'"],
    ["back\\slash", "'back?slash'"],
    ["line\r\nSet-Cookie: mallory", "'line??Set-Cookie: mallory'"],
    ["fotografía 📷", "'fotograf?a ?'"],
    ["a".repeat(120), `'${"a".repeat(120)}'`],
    ["a".repeat(121), `'${"a".repeat(120)}...'`],
  ];
  for (const [text, quoted] of table) {
    it(`${JSON.stringify(text.slice(0, 30))} is quoted as ${quoted.slice(0, 30)}`, () => {
      assert.equal(quote(text), quoted);
    });
  }
});

describe("the status of an error", () => {
  it("is 400 for a bad request and 401 for a bad client", () => {
    assert.equal(statusOf("invalid_request"), 400);
    assert.equal(statusOf("invalid_client"), 401);
  });
});
