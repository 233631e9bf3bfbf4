import { hash, randomUUID } from "node:crypto";
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
} from "jose";

/** The key of a client that sends DPoP proofs. */
export interface ProofKey {
  readonly alg: string;
  readonly jwk: JWK;
  /** With its private half. */
  readonly private_jwk: JWK;
  readonly private_key: CryptoKey;
  /** RFC 9449 §6.1. */
  readonly jkt: string;
}

/** Where the servers of tests say that they are. */
export const ISSUER = "http://127.0.0.1:4444";

/** Makes a key the way a client would. */
export async function makeProofKey(alg = "ES256"): Promise<ProofKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return {
    alg,
    jwk,
    private_jwk: await exportJWK(privateKey),
    private_key: privateKey,
    jkt: await calculateJwkThumbprint(jwk),
  };
}

/** What a proof says otherwise. */
export interface ProofChanges {
  readonly claims?: JWTPayload;
  readonly header?: Readonly<Record<string, unknown>>;
}

/** Signs a proof for a token request at the time of the tests, unless the test says otherwise. */
export function signProof(
  { alg, jwk, private_key }: ProofKey,
  iat: number,
  { claims, header }: ProofChanges = {},
): Promise<string> {
  const all = { jti: randomUUID(), htm: "POST", htu: `${ISSUER}/oauth2/token`, iat, ...claims };
  return new SignJWT(all)
    .setProtectedHeader({ typ: "dpop+jwt", alg, jwk, ...header })
    .sign(private_key);
}

/** Signs a proof for userinfo with this access token. */
export function signUserinfoProof(
  key: ProofKey,
  iat: number,
  access_token: string,
  changes: ProofChanges = {},
): Promise<string> {
  const ath = hash("sha256", access_token, "base64url");
  const claims = { htm: "GET", htu: `${ISSUER}/userinfo`, ath, ...changes.claims };
  return signProof(key, iat, { ...changes, claims });
}
