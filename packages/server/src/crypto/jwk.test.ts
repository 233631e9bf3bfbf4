import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { describe, it } from "node:test";
import { algOf, generateJwk, isPrivate, publicHalf } from "./jwk.ts";
import { isSigningAlgorithm, jwsAlgorithms } from "./signing-algorithm.ts";

describe("a generated key", () => {
  const cases = [
    ["RS256", "RSA", undefined],
    ["PS512", "RSA", undefined],
    ["ES256", "EC", "P-256"],
    ["ES384", "EC", "P-384"],
    ["ES512", "EC", "P-521"],
    ["EdDSA", "OKP", "Ed25519"],
  ] as const;
  for (const [alg, kty, crv] of cases) {
    it(`for ${alg} is a private ${crv ?? kty} key with that alg`, async () => {
      const jwk = await generateJwk({ alg, kid: "2026", use: "sig", rsa_bits: 2_048 });
      assert.deepEqual(
        [jwk.kty, jwk.crv, jwk.alg, jwk.kid, jwk.use],
        [kty, crv, alg, "2026", "sig"],
      );
      assert.ok(isPrivate(jwk));
      createPrivateKey({ key: jwk, format: "jwk" });
    });
  }

  it("for RSA is as long as asked for", async () => {
    const jwk = await generateJwk({ alg: "RS256", kid: "2026", use: "sig", rsa_bits: 3_072 });
    assert.equal(Buffer.from(jwk.n ?? "", "base64url").length, 384);
  });

  const symmetric = [
    ["HS256", 32],
    ["HS384", 48],
    ["HS512", 64],
  ] as const;
  for (const [alg, bytes] of symmetric) {
    it(`for ${alg} is ${bytes} random bytes, and secret as a whole`, async () => {
      const jwk = await generateJwk({ alg, kid: "2026", use: "sig", rsa_bits: 2_048 });
      assert.equal(Buffer.from(jwk.k ?? "", "base64url").length, bytes);
      assert.ok(isPrivate(jwk));
      assert.equal(publicHalf(jwk), undefined);
    });
  }

  it("without a use has no such field", async () => {
    const jwk = await generateJwk({ alg: "ES256", kid: "2026", use: "", rsa_bits: 2_048 });
    assert.ok(!("use" in jwk));
  });
});

describe("the public half of a key", () => {
  for (const alg of ["RS256", "ES256", "EdDSA"] as const) {
    it(`for ${alg} keeps the public fields and drops the private ones`, async () => {
      const jwk = await generateJwk({ alg, kid: "2026", use: "sig", rsa_bits: 2_048 });
      const half = publicHalf({ ...jwk, k: "c2VjcmV0", x5c: ["MIIB"] });
      assert.ok(half !== undefined && !isPrivate(half));
      const { kty, kid, use, crv, n, e, x, y } = jwk;
      const expected = { kty, kid, use, alg, crv, n, e, x, y, x5c: ["MIIB"] };
      assert.deepEqual(half, JSON.parse(JSON.stringify(expected)));
    });
  }

  it("has no unknown fields", () => {
    const extended = { kty: "RSA", n: "AQAB", e: "AQAB", oth: [{ r: "secret" }] };
    assert.deepEqual(publicHalf(extended), { kty: "RSA", n: "AQAB", e: "AQAB" });
  });
});

describe("a key signs with", () => {
  const cases: [string, Parameters<typeof algOf>[0], string | undefined][] = [
    ["the algorithm it names", { kty: "RSA", alg: "PS384" }, "PS384"],
    ["RS256 when it is RSA", { kty: "RSA" }, "RS256"],
    ["RS256 when it is RSA with a stray curve", { kty: "RSA", crv: "P-256" }, "RS256"],
    ["ES256 on P-256", { kty: "EC", crv: "P-256" }, "ES256"],
    ["ES384 on P-384", { kty: "EC", crv: "P-384" }, "ES384"],
    ["ES512 on P-521", { kty: "EC", crv: "P-521" }, "ES512"],
    ["EdDSA on Ed25519", { kty: "OKP", crv: "Ed25519" }, "EdDSA"],
    ["HS256 when it is symmetric", { kty: "oct", k: "c2VjcmV0" }, "HS256"],
    ["nothing on X25519", { kty: "OKP", crv: "X25519" }, undefined],
    ["nothing on a curve we do not know", { kty: "EC", crv: "secp256k1" }, undefined],
    ["nothing when it is for encryption", { kty: "RSA", alg: "RSA-OAEP" }, undefined],
    ["nothing when its algorithm is none", { kty: "RSA", alg: "none" }, undefined],
    ["nothing when it names another type's algorithm", { kty: "RSA", alg: "HS256" }, undefined],
    ["nothing when it names what every object has", { kty: "RSA", alg: "toString" }, undefined],
  ];
  for (const [title, jwk, alg] of cases) {
    it(title, () => assert.equal(algOf(jwk), alg));
  }

  it("one of sixteen algorithms, and none is not among them", () => {
    assert.equal(jwsAlgorithms.length, 16);
    assert.ok(!isSigningAlgorithm("none"));
  });
});
