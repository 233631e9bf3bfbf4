import type { ExternalKey } from "@latchkey/server";
import type { KeyKind } from "./algorithms.ts";

/** The attributes of a key object, as far as its public half needs them. */
export interface KeyAttributes {
  readonly key_type: number | undefined;
  readonly modulus: Uint8Array | undefined;
  readonly public_exponent: Uint8Array | undefined;
  readonly ec_params: Uint8Array | undefined;
  readonly ec_point: Uint8Array | undefined;
}

/** A public key as a JWK, and which algorithms it is for. */
export interface PublicKey {
  readonly kind: KeyKind;
  readonly jwk: ExternalKey["public_key"];
}

const CKK = { RSA: 0x0, EC: 0x3, EC_EDWARDS: 0x40 } as const;

const CURVES: ReadonlyMap<string, { readonly kind: KeyKind; readonly bytes: number }> = new Map([
  ["06082a8648ce3d030107", { kind: "P-256", bytes: 32 }],
  ["06052b81040022", { kind: "P-384", bytes: 48 }],
  ["06052b81040023", { kind: "P-521", bytes: 66 }],
]);

/** RFC 8410's object identifier, and the name that PKCS#11 3.0 §2.3.10 has for it. */
const ED25519: ReadonlySet<string> = new Set(["06032b6570", "130c656477617264733235353139"]);

/** The public half of a key by the attributes of its object; undefined where it is no key that JWS knows. */
export function readPublicKey(attributes: KeyAttributes): PublicKey | undefined {
  const { key_type, modulus, public_exponent, ec_params, ec_point } = attributes;
  if (key_type === CKK.RSA && modulus !== undefined && public_exponent !== undefined) {
    const jwk = { kty: "RSA", n: encodeNumber(modulus), e: encodeNumber(public_exponent) };
    return { kind: "RSA", jwk };
  }
  const curve = ec_params && Buffer.from(ec_params).toString("hex");
  if (curve === undefined || ec_point === undefined) return undefined;
  if (key_type === CKK.EC) return readPoint(curve, ec_point);
  if (key_type !== CKK.EC_EDWARDS || !ED25519.has(curve)) return undefined;
  const x = lastBytes(ec_point, 32);
  return x && { kind: "Ed25519", jwk: { kty: "OKP", crv: "Ed25519", x: encode(x) } };
}

function readPoint(params: string, point: Uint8Array): PublicKey | undefined {
  const curve = CURVES.get(params);
  if (curve === undefined) return undefined;
  const { kind, bytes } = curve;
  const uncompressed = lastBytes(point, 1 + 2 * bytes);
  if (uncompressed?.[0] !== 0x04) return undefined; // SEC 1 §2.3.3: not compressed.
  const [x, y] = [uncompressed.subarray(1, 1 + bytes), uncompressed.subarray(1 + bytes)];
  return { kind, jwk: { kty: "EC", crv: kind, x: encode(x), y: encode(y) } };
}

/** The point of CKA_EC_POINT, which is a DER OCTET STRING; some tokens have the bytes alone. */
function lastBytes(point: Uint8Array, length: number): Uint8Array | undefined {
  if (point.length === length) return point;
  const header = length < 0x80 ? [0x04, length] : [0x04, 0x81, length];
  const isWrapped =
    point.length === header.length + length && header.every((byte, index) => point[index] === byte);
  return isWrapped ? point.subarray(header.length) : undefined;
}

/** RFC 7518 §2: without leading zeros. */
function encodeNumber(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte !== 0);
  return encode(first === -1 ? bytes : bytes.subarray(first));
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
