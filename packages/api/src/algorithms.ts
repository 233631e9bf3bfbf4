/** The algorithms of signatures and encryption that clients and APIs may choose: JOSE. */

/** RFC 7518 §3.1, RFC 8037 §3.1: the asymmetric signatures that the server makes and verifies. */
export const signingAlgorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
] as const;

/** RFC 9964: post-quantum signatures (FIPS 204), where the server's settings enable them. */
export const postQuantumAlgorithms = ["ML-DSA-44", "ML-DSA-65", "ML-DSA-87"] as const;

/** Both. */
export const allSigningAlgorithms = [...signingAlgorithms, ...postQuantumAlgorithms] as const;

/** RFC 7518 §4.1: how the server encrypts to the public key of a client. */
export const encryptionAlgorithms = [
  "RSA-OAEP",
  "RSA-OAEP-256",
  "RSA-OAEP-384",
  "RSA-OAEP-512",
  "ECDH-ES",
  "ECDH-ES+A128KW",
  "ECDH-ES+A192KW",
  "ECDH-ES+A256KW",
] as const;

/** The same for what clients encrypt to a key of the server: it has one key for each. */
export const requestEncryptionAlgorithms = ["RSA-OAEP-256", "ECDH-ES+A256KW"] as const;

/** RFC 7518 §5.1: how the content is encrypted. The first is the default of OpenID Connect Registration §2. */
export const contentEncryptions = [
  "A128CBC-HS256",
  "A192CBC-HS384",
  "A256CBC-HS512",
  "A128GCM",
  "A192GCM",
  "A256GCM",
] as const;
