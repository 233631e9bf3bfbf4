import assert from "node:assert/strict";
import { constants, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, it } from "node:test";

import type { JsonWebKey } from "@latchkey/api";

import { decodeJwt } from "./jwt.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pairs: Readonly<Record<string, { privateKey: KeyObject; publicKey: KeyObject }>> = {
  RS256: rsa,
  PS384: rsa,
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  ES512: generateKeyPairSync("ec", { namedCurve: "P-521" }),
  EdDSA: generateKeyPairSync("ed25519"),
};

function mint(alg: string, privateKey: KeyObject): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const data = `${encode({ alg, kid: alg })}.${encode({ sub: "alice" })}`;
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 };
  const options = alg.startsWith("PS") ? pss : { dsaEncoding: "ieee-p1363" as const };
  const digest = alg === "EdDSA" ? null : `sha${alg.slice(2)}`;
  const signature = sign(digest, Buffer.from(data), { key: privateKey, ...options });
  return `${data}.${signature.toString("base64url")}`;
}

function publish(alg: string, publicKey: KeyObject): JsonWebKey {
  const { kty = "", ...members } = publicKey.export({ format: "jwk" });
  const { n, e, x, y, crv } = members;
  return { kty, alg, kid: alg, ...JSON.parse(JSON.stringify({ n, e, x, y, crv })) };
}

describe("a decoded JWT", () => {
  for (const [alg, { privateKey, publicKey }] of Object.entries(pairs)) {
    it(`${alg}: a valid signature is distinguished from an invalid one`, () => {
      const token = mint(alg, privateKey);
      const [header, , signature] = token.split(".");
      const claims = Buffer.from('{"sub":"mallory"}').toString("base64url");
      const keys = [publish(alg, publicKey)];
      const decoded = decodeJwt(token, keys);
      assert.deepEqual([decoded?.claims["sub"], decoded?.signature], ["alice", "valid"]);
      assert.equal(decodeJwt(`${header}.${claims}.${signature}`, keys)?.signature, "invalid");
      assert.equal(decodeJwt(token, [])?.signature, "unknown");
    });
  }

  it("a key is used for no other algorithm than its own", () => {
    const key = { ...publish("RS256", rsa.publicKey), alg: "PS256" };
    assert.equal(decodeJwt(mint("RS256", rsa.privateKey), [key])?.signature, "unknown");
  });

  it("what is no JWT is not decoded", () => {
    for (const token of ["", "lk_at_abc", "a.b.c", "e30.e30", "e30.e30.e30.e30.e30"])
      assert.equal(decodeJwt(token, []), undefined);
  });

  it("an unsigned one is never good", () => {
    const token = `${Buffer.from('{"alg":"none","kid":"RS256"}').toString("base64url")}.e30.`;
    assert.equal(decodeJwt(token, [publish("RS256", rsa.publicKey)])?.signature, "unknown");
  });
});
