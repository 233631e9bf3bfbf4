import assert from "node:assert/strict";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, it } from "node:test";
import { type KeyAttributes, readPublicKey } from "./public-key.ts";

const none: KeyAttributes = {
  key_type: undefined,
  modulus: undefined,
  public_exponent: undefined,
  ec_params: undefined,
  ec_point: undefined,
};
const [RSA, EC, EDWARDS] = [0x0, 0x3, 0x40];
const params = {
  "P-256": "06082a8648ce3d030107",
  "P-384": "06052b81040022",
  "P-521": "06052b81040023",
} as const;

function decode(text: string | undefined): Buffer {
  return Buffer.from(text ?? "", "base64url");
}

/** A DER OCTET STRING of up to 255 bytes. */
function octets(bytes: Buffer): Buffer {
  const header = bytes.length < 128 ? [4, bytes.length] : [4, 0x81, bytes.length];
  return Buffer.concat([Buffer.from(header), bytes]);
}

function pointOf({
  x,
  y,
}: {
  readonly x?: string | undefined;
  readonly y?: string | undefined;
}): Buffer {
  return Buffer.concat([Buffer.from([4]), decode(x), decode(y)]);
}

describe("the public half of a key in a token", () => {
  it("is read of RSA keys, whose numbers may begin with zeros", () => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const jwk = publicKey.export({ format: "jwk" });
    const modulus = Buffer.concat([Buffer.from([0]), decode(jwk.n)]);
    const public_exponent = Buffer.from([0, 1, 0, 1]);
    const read = readPublicKey({ ...none, key_type: RSA, modulus, public_exponent });
    assert.equal(read?.kind, "RSA");
    assert.deepEqual(read?.jwk, { kty: "RSA", n: jwk.n, e: "AQAB" });
  });

  for (const curve of ["P-256", "P-384", "P-521"] as const)
    it(`is read of keys on ${curve}, whose point is wrapped or not`, () => {
      const { publicKey } = generateKeyPairSync("ec", { namedCurve: curve });
      const jwk = publicKey.export({ format: "jwk" });
      const ec_params = Buffer.from(params[curve], "hex");
      for (const ec_point of [octets(pointOf(jwk)), pointOf(jwk)]) {
        const read = readPublicKey({ ...none, key_type: EC, ec_params, ec_point });
        assert.equal(read?.kind, curve);
        const imported = createPublicKey({ key: { ...read.jwk }, format: "jwk" });
        assert.ok(imported.equals(publicKey));
      }
    });

  it("is read of Ed25519 keys, whose curve has a name or an object identifier", () => {
    const { publicKey } = generateKeyPairSync("ed25519");
    const { x } = publicKey.export({ format: "jwk" });
    for (const written of ["06032b6570", "130c656477617264733235353139"]) {
      const ec_params = Buffer.from(written, "hex");
      const ec_point = octets(decode(x));
      const read = readPublicKey({ ...none, key_type: EDWARDS, ec_params, ec_point });
      assert.deepEqual(read?.jwk, { kty: "OKP", crv: "Ed25519", x });
    }
  });

  const ec_params = Buffer.from(params["P-256"], "hex");
  for (const [what, attributes] of [
    ["a key without a type", { modulus: Buffer.from([5]), public_exponent: Buffer.from([3]) }],
    ["an RSA key without a modulus", { key_type: RSA, public_exponent: Buffer.from([3]) }],
    ["a secret key", { key_type: 0x1f }],
    ["a key of another curve", { key_type: EC, ec_params: Buffer.from("06052b8104000a", "hex") }],
    ["a compressed point", { key_type: EC, ec_params, ec_point: Buffer.alloc(33, 2) }],
    ["a point that was cut", { key_type: EC, ec_params, ec_point: octets(Buffer.alloc(64, 4)) }],
  ] as const)
    it(`is not read of ${what}`, () => {
      const ec_point = Buffer.alloc(65, 4);
      assert.equal(readPublicKey({ ...none, ec_point, ...attributes }), undefined);
    });
});
