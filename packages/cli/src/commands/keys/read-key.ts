import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";

import type { JsonWebKey } from "@latchkey/api";

/** Reads keys from a file: PEM or DER (private, public or certificate), JWK or JWK Set. Undefined for anything else. */
export function readKeys(content: Buffer): readonly JsonWebKey[] | undefined {
  return readJwks(content.toString("utf8")) ?? readPemOrDer(content);
}

function readJwks(text: string): readonly JsonWebKey[] | undefined {
  const value = attempt((): unknown => JSON.parse(text));
  if (typeof value !== "object" || value === null) return undefined;
  const keys: unknown = "keys" in value ? value.keys : [value];
  return Array.isArray(keys) && keys.every(isJwk) ? keys : undefined;
}

function isJwk(value: unknown): value is JsonWebKey {
  return typeof value === "object" && value !== null && "kty" in value;
}

function readPemOrDer(content: Buffer): readonly JsonWebKey[] | undefined {
  const key = readers.map((read) => attempt(() => read(content))).find((found) => found);
  if (key === undefined) return undefined;
  const jwk = attempt(() => key.export({ format: "jwk" }));
  if (jwk?.kty === undefined) return undefined;
  const alg = algorithmOf(jwk);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's export has an open type.
  return [{ ...jwk, ...(alg !== undefined && { alg }) } as JsonWebKey];
}

const readers: readonly ((content: Buffer) => KeyObject)[] = [
  (key) => createPrivateKey(key),
  (key) => createPrivateKey({ key, format: "der", type: "pkcs8" }),
  (key) => createPrivateKey({ key, format: "der", type: "pkcs1" }),
  (key) => createPrivateKey({ key, format: "der", type: "sec1" }),
  (key) => new X509Certificate(key).publicKey,
  (key) => createPublicKey(key),
  (key) => createPublicKey({ key, format: "der", type: "spki" }),
];

/** The default algorithm of a key type. */
function algorithmOf({ kty, crv = "" }: { kty?: string; crv?: string }): string | undefined {
  if (kty === "RSA") return "RS256";
  return { "P-256": "ES256", "P-384": "ES384", "P-521": "ES512", Ed25519: "EdDSA" }[crv];
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
