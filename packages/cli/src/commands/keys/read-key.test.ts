import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { describe, it } from "node:test";

import { createSelfSigned } from "@latchkey/server";

import { readKeys } from "./read-key.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-384" });
const ed = generateKeyPairSync("ed25519");
const { certificate_pem } = await createSelfSigned({ hosts: ["localhost"], days: 1, now: 0 });
const jwk = { kty: "oct", k: "c2VjcmV0", kid: "one" };

describe("a file with a key", () => {
  const table: readonly [what: string, content: string | Buffer, alg: string, secret: boolean][] = [
    ["private PEM", rsa.privateKey.export({ type: "pkcs8", format: "pem" }), "RS256", true],
    ["PKCS#1 PEM", rsa.privateKey.export({ type: "pkcs1", format: "pem" }), "RS256", true],
    ["SEC1 PEM", ec.privateKey.export({ type: "sec1", format: "pem" }), "ES384", true],
    ["private DER", ed.privateKey.export({ type: "pkcs8", format: "der" }), "EdDSA", true],
    ["PKCS#1 DER", rsa.privateKey.export({ type: "pkcs1", format: "der" }), "RS256", true],
    ["SEC1 DER", ec.privateKey.export({ type: "sec1", format: "der" }), "ES384", true],
    ["public PEM", ec.publicKey.export({ type: "spki", format: "pem" }), "ES384", false],
    ["public DER", rsa.publicKey.export({ type: "spki", format: "der" }), "RS256", false],
    ["certificate", certificate_pem, "ES256", false],
  ];
  for (const [what, content, alg, secret] of table) {
    it(`${what} → ${alg}`, () => {
      const [key, ...more] = readKeys(Buffer.from(content)) ?? [];
      assert.deepEqual([key?.alg, key?.d !== undefined, more], [alg, secret, []]);
    });
  }

  it("a JWK and a set of them are taken as they are", () => {
    assert.deepEqual(readKeys(Buffer.from(JSON.stringify(jwk))), [jwk]);
    assert.deepEqual(readKeys(Buffer.from(JSON.stringify({ keys: [jwk, jwk] }))), [jwk, jwk]);
  });

  it("anything else is none", () => {
    for (const text of ["", "hello", "{}", '{"keys":[1]}', "-----BEGIN PRIVATE KEY-----"])
      assert.equal(readKeys(Buffer.from(text)), undefined);
  });
});
