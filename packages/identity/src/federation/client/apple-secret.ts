import { importPKCS8, SignJWT } from "jose";

/** Seconds. Apple allows six months. */
const VALID_FOR = 60 * 60;

/** What a client secret of Apple is made of. */
export interface AppleKey {
  readonly team_id: string;
  readonly key_id: string;
  readonly client_id: string;
  /** PKCS #8 in PEM, as Apple hands it out. */
  readonly private_key: string;
}

/** Sign in with Apple, “Creating a client secret”: a JWT in place of a secret, signed with the key of the team. */
export async function signAppleSecret(key: AppleKey, now: number): Promise<string> {
  const private_key = await importPKCS8(key.private_key, "ES256");
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: key.key_id })
    .setIssuer(key.team_id)
    .setSubject(key.client_id)
    .setAudience("https://appleid.apple.com")
    .setIssuedAt(now)
    .setExpirationTime(now + VALID_FOR)
    .sign(private_key);
}
