import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseOrigins } from "./cors-origins.ts";

describe("an origin pattern", () => {
  const table: [string, string, boolean][] = [
    ["https://app.example.com", "https://app.example.com", true],
    ["https://App.Example.com", "https://app.example.COM", true],
    ["https://app.example.com", "https://app.example.com:8443", false],
    ["https://app.example.com", "http://app.example.com", false],
    ["https://app.example.com", "https://appXexample.com", false],
    ["https://*.example.com", "https://app.example.com", true],
    ["https://*.example.com", "https://a.b.example.com", false],
    ["https://*.example.com", "https://example.com", false],
    ["https://*.example.com", "https://app.example.com.mallory.example", false],
    ["https://**.example.com", "https://a.b.example.com", true],
    ["https://*", "https://a.b.example.com", true],
    ["https://*", "http://a.b.example.com", false],
    ["http://localhost:*", "http://localhost:3000", true],
    ["**", "https://app.example.com", true],
    ["**", "null", false],
    ["null", "null", false],
  ];
  for (const [pattern, origin, covered] of table) {
    it(`${pattern} ${covered ? "covers" : "does not cover"} ${origin}`, () => {
      assert.equal(parseOrigins([pattern]).includes(origin), covered);
    });
  }

  it("* sets everyone, and matches no origin by itself", () => {
    const { everyone, includes } = parseOrigins(["*"]);
    assert.equal(everyone, true);
    assert.equal(includes("https://app.example.com"), false);
  });
});
