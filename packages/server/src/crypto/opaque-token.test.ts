import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { mintOpaqueToken, signatureOf, signatureOfJwt } from "./opaque-token.ts";

const noon = 1_800_000_000_000;

describe("an opaque token", () => {
  it("begins with a prefix that secret scanners recognise", () => {
    assert.match(mintOpaqueToken(noon).token, /^lk_at_[A-Za-z0-9_-]{43}$/);
  });

  it("is found again under the signature it was minted with", () => {
    const { token, signature } = mintOpaqueToken(noon);
    assert.deepEqual(signatureOf(token), signature);
  });

  it("has a signature of its expiry and the start of its SHA-256", () => {
    const { token, signature } = mintOpaqueToken(noon);
    const digest = createHash("sha256").update(token).digest();
    assert.equal(signature.length, 24);
    assert.equal(signature.readUIntBE(0, 6), noon);
    assert.deepEqual(signature.subarray(6), digest.subarray(0, 18));
  });

  it("sorts behind every token of an earlier millisecond", () => {
    const earlier = mintOpaqueToken(noon).signature;
    const later = mintOpaqueToken(noon + 1).signature;
    assert.equal(Buffer.compare(earlier, later), -1);
  });

  it("is never the same twice", () => {
    const tokens = Array.from({ length: 1_000 }, () => mintOpaqueToken(noon).token);
    assert.equal(new Set(tokens).size, tokens.length);
    const randomParts = tokens.map((token) => Buffer.from(token.slice(6), "base64url").subarray(6));
    assert.ok(randomParts.every((part) => part.some((byte) => byte !== 0)));
  });

  it("spelt with other spare bits at its end is another token", () => {
    const { token, signature } = mintOpaqueToken(noon);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const respelt = token.slice(0, -1) + alphabet[alphabet.indexOf(token.slice(-1)) ^ 1];
    assert.notDeepEqual(signatureOf(respelt), signature);
  });

  for (const time of [-1, 2 ** 48]) {
    it(`is not minted at ${time}, which no clock returns`, () => {
      assert.throws(() => mintOpaqueToken(time), RangeError);
    });
  }
});

describe("malformed text is not a token", () => {
  const body = "A".repeat(43);
  const junk: [string, string][] = [
    ["nothing", ""],
    ["a prefix alone", "lk_at_"],
    ["a body alone", body],
    ["a refresh token's prefix", `lk_rt_${body}`],
    ["a code's prefix", `lk_ac_${body}`],
    ["an unknown prefix", `lk_xx_${body}`],
    ["an upper-case prefix", `LK_AT_${body}`],
    ["a name every object has", "constructor"],
    ["one character too few", `lk_at_${"A".repeat(42)}`],
    ["one character too many", `lk_at_${"A".repeat(44)}`],
    ["base64 in place of base64url", `lk_at_${"+".repeat(43)}`],
    ["a line end behind it", `lk_at_${body}\n`],
    ["a space before it", ` lk_at_${body}`],
    ["letters beyond ASCII", `lk_at_${"é".repeat(43)}`],
    ["half a surrogate pair", "\ud800".repeat(49)],
    ["a JWT", "eyJhbGciOiJSUzI1NiJ9.e30.c2ln"],
    ["a megabyte", "A".repeat(1_000_000)],
  ];
  for (const [title, text] of junk) {
    it(title, () => {
      assert.equal(signatureOf(text), undefined);
    });
  }
});

it("the signature of a JWT has the same format, with its exp", () => {
  const signature = signatureOfJwt("header.claims.signature", noon / 1000);
  assert.equal(signature.length, 24);
  assert.equal(signature.readUIntBE(0, 6), noon);
});
