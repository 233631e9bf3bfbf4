import type { JsonWebKey } from "@latchkey/api";
import type { Client } from "@latchkey/client";
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWTPayload } from "jose";
import type { Received } from "./refusal.ts";

/** A client's key pair, both halves as JWKs. */
export interface Signer {
  readonly open: JsonWebKey;
  readonly hidden: JsonWebKey;
}

/** Makes a key pair the way a client would, without a line of ours. */
export async function makeSigner(kid: string, alg = "ES256"): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const labels = { kty: "", kid, alg, use: "sig" };
  return {
    open: { ...labels, ...(await exportJWK(publicKey)) },
    hidden: { ...labels, ...(await exportJWK(privateKey)) },
  };
}

/** Signs an assertion under the kid of its key. */
export async function signAssertion({ hidden }: Signer, claims: JWTPayload): Promise<string> {
  const { alg = "", kid = "" } = hidden;
  const key = await importJWK({ ...hidden }, alg);
  return new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key);
}

/** Asks for a token with an assertion; returns the response, successful or not. */
export function presentAssertion(
  latchkey: Client,
  client_assertion: string,
  form: { readonly client_id?: string } = {},
): Promise<Received> {
  const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  const grant = { grant_type: "client_credentials", client_assertion_type, client_assertion };
  return latchkey.call("oauth2Token", { ...grant, ...form });
}
