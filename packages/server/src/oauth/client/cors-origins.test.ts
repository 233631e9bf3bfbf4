import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { originsOf, parseOrigins } from "./cors-origins.ts";

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

describe("the origins of a public client's redirect URIs", () => {
  const table: [redirect_uri: string, origins: readonly string[]][] = [
    ["https://photos.example/cb", ["https://photos.example"]],
    ["https://Photos.example:443/cb", ["https://photos.example"]],
    ["https://photos.example/%2A", ["https://photos.example"]],
    ["http://localhost:5173/cb", ["http://localhost", "http://localhost:*"]],
    ["http://[::1]/cb", ["http://[::1]", "http://[::1]:*"]],
    ["com.example.app:/cb", []],
    ["https://*/cb", []],
    ["https://*.photos.example/cb", []],
    ["https://%2A/cb", []],
    ["https://%2a%2Aa%2A%2Aa/cb", []],
    ["https://%EF%BC%8A.example/cb", []],
    ["https://\u{ff0a}.example/cb", []],
  ];
  for (const [redirect_uri, origins] of table) {
    it(`${redirect_uri} has ${origins.join(" and ") || "none"}`, () => {
      const client = {
        token_endpoint_auth_method: "none",
        redirect_uris: [redirect_uri],
        allowed_cors_origins: [],
      } as const;
      assert.deepEqual(originsOf(client), origins);
    });
  }

  it("of the server's own client have the ports of its redirect URIs", () => {
    const own = {
      allowed_cors_origins: [],
      redirect_uris: ["http://127.0.0.1:4445/console/signed-in"],
      token_endpoint_auth_method: "none",
      exact_redirect_uris: true,
    } as const;
    assert.deepEqual(originsOf(own), ["http://127.0.0.1:4445"]);
  });
});
