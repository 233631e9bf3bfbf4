import { type KeyObject, generateKeyPairSync, randomUUID, sign } from "node:crypto";

/** A key pair of a client that sends DPoP proofs (RFC 9449). */
export interface ProofKey {
  readonly private_key: KeyObject;
  /** The header of every proof, encoded. */
  readonly header: string;
}

/** Makes a key for ES256. */
export function makeProofKey(): ProofKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" });
  return {
    private_key: privateKey,
    header: encode({ typ: "dpop+jwt", alg: "ES256", jwk }),
  };
}

/** A proof for one POST to a URL. */
export function signProof({ private_key, header }: ProofKey, htu: string): string {
  const iat = Math.floor(Date.now() / 1000);
  const signed = `${header}.${encode({ jti: randomUUID(), htm: "POST", htu, iat })}`;
  const key = { key: private_key, dsaEncoding: "ieee-p1363" } as const;
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
