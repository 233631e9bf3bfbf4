import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashApiKey, mintApiKey } from "./api-key.ts";
import { equalInConstantTime } from "./constant-time.ts";

describe("an API key", () => {
  it("is long, has its prefix, and is never repeated", () => {
    const key = mintApiKey();
    assert.match(key, /^lk_key_[\w-]{43}$/);
    assert.notEqual(mintApiKey(), key);
  });

  it("is hashed with SHA-256", () => {
    assert.equal(hashApiKey("abc"), "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"); // FIPS 180-2 B.1
  });
});

describe("texts compared in constant time", () => {
  const cases: [string, string, boolean][] = [
    ["", "", true],
    ["alice", "alice", true],
    ["alice", "alicf", false],
    ["alice", "alic", false],
    ["", "alice", false],
    ["é", "e", false],
  ];
  for (const [one, other, same] of cases) {
    it(`${JSON.stringify(one)} and ${JSON.stringify(other)} are ${same ? "the same" : "different"}`, () => {
      assert.equal(equalInConstantTime(one, other), same);
    });
  }
});
