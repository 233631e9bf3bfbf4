import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";

import type { JsonWebKey } from "@latchkey/api";

/** RFC 7519: a decoded JWT, and whether its signature is valid. */
export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** `unknown`: no key has this kid, or the algorithm is not asymmetric. */
  readonly signature: "valid" | "invalid" | "unknown";
}

/** Decodes a JWT. Undefined if the token is not a JWT. */
export function decodeJwt(token: string, keys: readonly JsonWebKey[]): DecodedJwt | undefined {
  const [first = "", second = "", third, fourth] = token.split(".");
  const [header, claims] = [decode(first), decode(second)];
  if (header === undefined || claims === undefined || third === undefined || fourth !== undefined)
    return undefined;
  const data = Buffer.from(`${first}.${second}`);
  return { header, claims, signature: check(header, data, Buffer.from(third, "base64url"), keys) };
}

function check(
  { alg, kid }: Readonly<Record<string, unknown>>,
  data: Buffer,
  signature: Buffer,
  keys: readonly JsonWebKey[],
): DecodedJwt["signature"] {
  const jwk = keys.find((key) => key.kid === kid);
  const verifier =
    typeof alg === "string" && alg !== "none" ? verifiers[alg.slice(0, 2)] : undefined;
  if (jwk === undefined || verifier === undefined || (jwk.alg ?? alg) !== alg) return "unknown";
  const digest = `sha${String(alg).slice(2)}`;
  const key = createPublicKey({ key: { ...jwk }, format: "jwk" });
  return verifier(digest, data, key, signature) ? "valid" : "invalid";
}

type Verifier = (digest: string, data: Buffer, key: KeyObject, signature: Buffer) => boolean;

// RFC 7518 §3.3, §3.4, §3.5; RFC 8037 §3.1.
const verifiers: Readonly<Record<string, Verifier>> = {
  RS: (digest, data, key, signature) => verify(digest, data, key, signature),
  ES: (digest, data, key, signature) =>
    verify(digest, data, { key, dsaEncoding: "ieee-p1363" }, signature),
  PS: (digest, data, key, signature) =>
    verify(
      digest,
      data,
      {
        key,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      },
      signature,
    ),
  Ed: (_digest, data, key, signature) => verify(null, data, key, signature),
};

function decode(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
