import { postQuantumAlgorithms, signingAlgorithms } from "@latchkey/api";

export { signingAlgorithms };

/** Every algorithm of the server's own signatures: an operator may add a key for any. */
export const allSigningAlgorithms: readonly string[] = [
  ...signingAlgorithms,
  ...postQuantumAlgorithms,
];

/** The algorithms that clients can use and choose. ML-DSA is offered where the setting `oidc.ml_dsa.enabled` is on. */
export function offeredAlgorithms(offers_ml_dsa: boolean): readonly string[] {
  return offers_ml_dsa ? allSigningAlgorithms : signingAlgorithms;
}
