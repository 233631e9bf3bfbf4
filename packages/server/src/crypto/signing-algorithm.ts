import type { JsonWebKey } from "@latchkey/api";

/** RFC 7518 §3.1, RFC 8037 §3.1 and RFC 9964 (ML-DSA): the JWS algorithms with their key type, curve and digest. */

const algorithms = {
  RS256: { kty: "RSA", digest: "sha256" },
  RS384: { kty: "RSA", digest: "sha384" },
  RS512: { kty: "RSA", digest: "sha512" },
  PS256: { kty: "RSA", digest: "sha256", pss: true },
  PS384: { kty: "RSA", digest: "sha384", pss: true },
  PS512: { kty: "RSA", digest: "sha512", pss: true },
  ES256: { kty: "EC", crv: "P-256", digest: "sha256" },
  ES384: { kty: "EC", crv: "P-384", digest: "sha384" },
  ES512: { kty: "EC", crv: "P-521", digest: "sha512" },
  EdDSA: { kty: "OKP", crv: "Ed25519" },
  "ML-DSA-44": { kty: "AKP", type: "ml-dsa-44" },
  "ML-DSA-65": { kty: "AKP", type: "ml-dsa-65" },
  "ML-DSA-87": { kty: "AKP", type: "ml-dsa-87" },
  HS256: { kty: "oct", digest: "sha256", key_bytes: 32 },
  HS384: { kty: "oct", digest: "sha384", key_bytes: 48 },
  HS512: { kty: "oct", digest: "sha512", key_bytes: 64 },
} as const;

/** A supported JWS algorithm. `none` is not supported. */
export type SigningAlgorithm = keyof typeof algorithms;

/** The key type, curve and digest of an algorithm. */
export type AlgorithmTraits =
  | { readonly kty: "RSA"; readonly digest: string; readonly pss?: true }
  | { readonly kty: "EC"; readonly crv: string; readonly digest: string }
  | { readonly kty: "OKP"; readonly crv: "Ed25519" }
  | { readonly kty: "AKP"; readonly type: "ml-dsa-44" | "ml-dsa-65" | "ml-dsa-87" }
  | { readonly kty: "oct"; readonly digest: string; readonly key_bytes: number };

/** All algorithms. The default for a key type comes before the others of that type. */
export const jwsAlgorithms = Object.keys(algorithms).filter(isSigningAlgorithm);

/** Whether a value is the name of a supported algorithm. */
export function isSigningAlgorithm(alg: unknown): alg is SigningAlgorithm {
  return typeof alg === "string" && Object.hasOwn(algorithms, alg);
}

export function algorithmTraits(alg: SigningAlgorithm): AlgorithmTraits {
  return algorithms[alg];
}

/** Whether a key has the type and curve of the algorithm, and no other `alg`. */
export function fits(alg: SigningAlgorithm, jwk: JsonWebKey): boolean {
  const traits = algorithmTraits(alg);
  if (jwk.kty !== traits.kty) return false;
  if ("crv" in traits && jwk.crv !== traits.crv) return false;
  if (traits.kty === "AKP") return jwk.alg === alg; // Such a key has no other sign of its algorithm.
  return jwk.alg === undefined || jwk.alg === alg;
}
