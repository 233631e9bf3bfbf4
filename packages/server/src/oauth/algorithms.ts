/** RFC 7518 §3.1, RFC 8037 §3.1: the asymmetric signatures the server makes and believes. */
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
