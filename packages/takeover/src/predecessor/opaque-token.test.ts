import assert from "node:assert/strict";
import { createHmac, hash } from "node:crypto";
import { describe, it } from "node:test";
import { issueOpaque } from "../../test/support/issued.ts";
import {
  isAuthentic,
  parseOpaqueToken,
  storedAccessSignatures,
  storedJwtSignature,
  systemKey,
} from "./opaque-token.ts";

const secret = "the secret of the other server";

describe("opaque tokens", () => {
  it("are of the use that their prefix names", () => {
    const uses = ["", "ory_ac_", "ory_at_", "ory_rt_"].map(
      (prefix) => parseOpaqueToken(issueOpaque(secret, prefix).token)?.use,
    );
    assert.deepEqual(uses, [undefined, "code", "access", "refresh"]);
  });

  it("of another shape are none", () => {
    const { token } = issueOpaque(secret);
    const others = [
      "",
      ".",
      "lk_at_".concat(token),
      `ory_xx_${token}`,
      `${token}A`,
      token.slice(1),
    ];
    for (const text of [...others, `${token}\n`, token.replace(".", "..")])
      assert.equal(parseOpaqueToken(text), undefined, text);
  });

  it("are authentic under the SHA-256 of any of the secrets", () => {
    const { token } = issueOpaque(secret);
    const parsed = parseOpaqueToken(token);
    assert.ok(parsed);
    assert.equal(isAuthentic(parsed, ["another secret", secret].map(systemKey)), true);
    assert.equal(isAuthentic(parsed, ["another secret"].map(systemKey)), false);
    assert.equal(isAuthentic(parsed, []), false);
  });

  it("with another random half are not: the signature alone is in the database", () => {
    const { signature } = issueOpaque(secret);
    const forged = parseOpaqueToken(`${Buffer.alloc(32).toString("base64url")}.${signature}`);
    assert.ok(forged);
    assert.equal(isAuthentic(forged, [systemKey(secret)]), false);
  });

  it("have the MAC of SHA-512/256, not of SHA-512 cut to its length", () => {
    const random = Buffer.alloc(32, 7);
    const key = systemKey(secret);
    const cut = createHmac("sha512", key).update(random).digest().subarray(0, 32);
    const text = `${random.toString("base64url")}.${cut.toString("base64url")}`;
    const parsed = parseOpaqueToken(text);
    assert.ok(parsed);
    assert.equal(isAuthentic(parsed, [key]), false);
  });

  it("were stored by their signature or by its digest", () => {
    const { token, signature } = issueOpaque(secret);
    const parsed = parseOpaqueToken(token);
    assert.ok(parsed);
    assert.deepEqual(storedAccessSignatures(parsed), [hash("sha384", signature, "hex"), signature]);
  });
});

describe("JWT access tokens", () => {
  it("were stored by the digest of their third part", () => {
    assert.equal(storedJwtSignature("aGVhZA.Ym9keQ.c2ln"), hash("sha384", "c2ln", "hex"));
  });

  it("of another shape are none", () => {
    for (const text of ["", "a.b", "a.b.c.d", "a.b.", "a b.c.d"])
      assert.equal(storedJwtSignature(text), undefined, text);
  });
});
