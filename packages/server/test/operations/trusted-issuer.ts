import type {
  JsonObject,
  JsonWebKey,
  OAuth2TokenRequest,
  TrustedIssuer,
  TrustedIssuerInput,
} from "@latchkey/api";
import type { Client } from "@latchkey/client";
import { importJWK, type JWTHeaderParameters, SignJWT } from "jose";
import { makeSigner, type Signer } from "./assertion.ts";
import type { Received } from "./refusal.ts";

export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** An issuer of JWTs, without a line of ours. */
export interface Issuer {
  readonly iss: string;
  readonly signer: Signer;
  /** Signs claims beside `iss`. */
  sign(claims: JsonObject, header?: Partial<JWTHeaderParameters>): Promise<string>;
}

export async function makeIssuer(iss: string, kid = "2027-01", alg = "ES256"): Promise<Issuer> {
  const signer = await makeSigner(kid, alg);
  return {
    iss,
    signer,
    sign: (claims, header = {}) => signWith(signer.hidden, { iss, ...claims }, header),
  };
}

/** Signs with a JWK, private or symmetric, under any header. */
export async function signWith(
  jwk: JsonWebKey,
  claims: JsonObject,
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> {
  const { alg = "", kid = "" } = jwk;
  const key = await importJWK({ ...jwk }, alg);
  return new SignJWT({ ...claims }).setProtectedHeader({ alg, kid, ...header }).sign(key);
}

/** Trusts an issuer by its key, for any subject, unless the options say otherwise. */
export function trust(
  latchkey: Client,
  { iss, signer }: Issuer,
  remarks: Partial<TrustedIssuerInput> = {},
): Promise<TrustedIssuer> {
  const { subject, subject_pattern, jwks_uri } = remarks;
  const isAny = subject === undefined && subject_pattern === undefined;
  return latchkey.trustJwtGrantIssuer({
    body: {
      issuer: iss,
      ...(isAny && { allow_any_subject: true }),
      ...(jwks_uri === undefined && { jwk: { ...signer.open } }),
      scope: ["deploy", "logs.*"],
      expires_at: "2099-01-01T00:00:00Z",
      ...remarks,
    },
  });
}

/** Presents a JWT at the token endpoint; returns the response, successful or not. */
export function presentJwt(
  latchkey: Client,
  assertion: string,
  wishes: Partial<OAuth2TokenRequest> = {},
  authorization?: string,
): Promise<Received> {
  const options = authorization === undefined ? {} : { authorization };
  return latchkey.call("oauth2Token", { grant_type: JWT_BEARER, assertion, ...wishes }, options);
}
