import assert from "node:assert/strict";
import { constants, createHash, generateKeyPairSync, privateEncrypt, verify } from "node:crypto";
import { describe, it } from "node:test";
import { algorithmsOf, mechanismOf } from "./algorithms.ts";

const data = Buffer.from("header.claims");
const [RSA_PKCS, SHA256_RSA_PKCS, ECDSA, ECDSA_SHA256, EDDSA] = [1, 0x40, 0x1041, 0x1044, 0x1057];

describe("the mechanism of an algorithm", () => {
  it("is one that the token has, if possible one that hashes here", () => {
    const typeWith = (...offered: number[]) => mechanismOf("RS256", new Set(offered))?.type;
    assert.equal(typeWith(RSA_PKCS, SHA256_RSA_PKCS), RSA_PKCS);
    assert.equal(typeWith(SHA256_RSA_PKCS), SHA256_RSA_PKCS);
    assert.equal(typeWith(ECDSA), undefined);
    assert.equal(mechanismOf("ES256", new Set([ECDSA_SHA256]))?.prepare(data), data);
    assert.equal(mechanismOf("EdDSA", new Set([EDDSA]))?.prepare(data), data);
    assert.equal(mechanismOf("HS256", new Set([EDDSA])), undefined);
  });

  for (const [alg, digest] of [
    ["RS256", "sha256"],
    ["RS384", "sha384"],
    ["RS512", "sha512"],
  ] as const)
    it(`of ${alg} signs a DigestInfo of the digest, which OpenSSL verifies`, () => {
      const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const prepared = mechanismOf(alg, new Set([RSA_PKCS]))?.prepare(data) ?? Buffer.alloc(0);
      // What CKM_RSA_PKCS does: PKCS #1 v1.5 padding and the private operation.
      const padding = constants.RSA_PKCS1_PADDING;
      const signature = privateEncrypt({ key: privateKey, padding }, prepared);
      assert.ok(verify(digest, data, publicKey, signature));
    });

  for (const [alg, parameters, digest] of [
    ["PS256", [0x250, 2, 32], "sha256"],
    ["PS384", [0x260, 3, 48], "sha384"],
    ["PS512", [0x270, 4, 64], "sha512"],
  ] as const)
    it(`of ${alg} has a salt as long as the digest`, () => {
      const found = mechanismOf(alg, new Set([0xd]));
      assert.deepEqual(found?.parameters, parameters);
      const expected = createHash(digest).update(data).digest();
      assert.deepEqual(found.prepare(data), expected);
    });

  it("of a kind of key is for that kind alone", () => {
    assert.deepEqual(algorithmsOf("P-384"), ["ES384"]);
    assert.equal(algorithmsOf("RSA")[0], "RS256");
  });
});
