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
  const table: readonly {
    readonly what: string;
    readonly content: string | Buffer;
    readonly alg: string;
    readonly secret: boolean;
  }[] = [
    {
      what: "private PEM",
      content: rsa.privateKey.export({ type: "pkcs8", format: "pem" }),
      alg: "RS256",
      secret: true,
    },
    {
      what: "PKCS#1 PEM",
      content: rsa.privateKey.export({ type: "pkcs1", format: "pem" }),
      alg: "RS256",
      secret: true,
    },
    {
      what: "SEC1 PEM",
      content: ec.privateKey.export({ type: "sec1", format: "pem" }),
      alg: "ES384",
      secret: true,
    },
    {
      what: "private DER",
      content: ed.privateKey.export({ type: "pkcs8", format: "der" }),
      alg: "EdDSA",
      secret: true,
    },
    {
      what: "PKCS#1 DER",
      content: rsa.privateKey.export({ type: "pkcs1", format: "der" }),
      alg: "RS256",
      secret: true,
    },
    {
      what: "SEC1 DER",
      content: ec.privateKey.export({ type: "sec1", format: "der" }),
      alg: "ES384",
      secret: true,
    },
    {
      what: "public PEM",
      content: ec.publicKey.export({ type: "spki", format: "pem" }),
      alg: "ES384",
      secret: false,
    },
    {
      what: "public DER",
      content: rsa.publicKey.export({ type: "spki", format: "der" }),
      alg: "RS256",
      secret: false,
    },
    { what: "certificate", content: certificate_pem, alg: "ES256", secret: false },
  ];
  for (const { what, content, alg, secret } of table) {
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
