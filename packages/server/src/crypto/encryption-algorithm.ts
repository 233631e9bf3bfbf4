import type { JsonWebKey, requestEncryptionAlgorithms } from "@latchkey/api";

/** RFC 7518 §4.1: the key encryptions of the server's own keys, each with the type of its key. */

/** How clients encrypt to a key of the server. */
export type KeyEncryption = (typeof requestEncryptionAlgorithms)[number];

/** The key type and curve of each. */
export const encryptionKeyTypes = {
  "RSA-OAEP-256": { kty: "RSA" },
  "ECDH-ES+A256KW": { kty: "EC", crv: "P-256" },
} as const satisfies Readonly<Record<KeyEncryption, object>>;

/** Whether a value is the name of one of them. */
export function isKeyEncryption(alg: unknown): alg is KeyEncryption {
  return typeof alg === "string" && Object.hasOwn(encryptionKeyTypes, alg);
}

/** Whether a private key of the server decrypts what was encrypted with the algorithm. */
export function canDecrypt(jwk: JsonWebKey, alg: KeyEncryption): boolean {
  return jwk.alg === alg && jwk.kty === encryptionKeyTypes[alg].kty && jwk.d !== undefined;
}
