import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { identifierKey } from "./api.ts";

describe("RFC 3986 §6.2: what identifiers are compared by", () => {
  const table: [identifier: string, key: string][] = [
    ["https://api.example", "https://api.example/"],
    ["https://api.example/", "https://api.example/"],
    ["HTTPS://Api.Example/Photos", "https://api.example/Photos"],
    ["https://api.example:443/photos", "https://api.example/photos"],
    ["https://api.example:8443", "https://api.example:8443/"],
    ["http://api.example:80", "http://api.example/"],
    ["http://api.example:443", "http://api.example:443/"],
    ["https://api.example?tenant=A", "https://api.example/?tenant=A"],
    ["https://api.example/a/", "https://api.example/a/"],
    ["https://api.example/a/../b", "https://api.example/a/../b"],
    ["https://api.example/%61", "https://api.example/%61"],
    ["https://[::1]:443/x", "https://[::1]/x"],
    ["URN:example:API", "urn:example:API"],
    ["Mcp://Server/Tool", "mcp://server/Tool"],
    ["api", "api"],
    ["", ""],
  ];
  for (const [identifier, key] of table) {
    it(`${identifier} → ${key}`, () => assert.equal(identifierKey(identifier), key));
  }
});
