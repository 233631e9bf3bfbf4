import { hash, randomBytes } from "node:crypto";
import { hashGeneratedSecret } from "../../crypto/client-secret.ts";
import type { Signer } from "../../crypto/signer.ts";

/** A new initial access token, with which clients can register: RFC 7591 §3. */
export function mintInitialAccessToken(): string {
  return `lk_iat_${randomBytes(32).toString("base64url")}`;
}

/** A new registration access token, with which a client manages itself: RFC 7592 §3. */
export function mintRegistrationAccessToken(): string {
  return `lk_rat_${randomBytes(32).toString("base64url")}`;
}

/** The registration access token after an update, and a secret for the client if it needs one. */
interface Successor {
  readonly token: string;
  readonly client_secret: string;
}

/**
 * What follows a registration access token. It is derived from it, so that a lost response can be repeated, and not stored.
 */
export function deriveSuccessor(signer: Signer, token: string): Successor {
  const [newest] = successorsOf(signer, token);
  if (newest === undefined) throw new TypeError("A signer needs at least one secret.");
  return newest;
}

/** The successor with this hash. Undefined when it was derived with a system secret that is not listed any more. */
export function findSuccessor(
  signer: Signer,
  token: string,
  successor_hash: string | undefined,
): Successor | undefined {
  return successorsOf(signer, token).find(
    (derived) => hashRegistrationToken(derived.token) === successor_hash,
  );
}

/** One for each system secret, the newest first. */
function successorsOf(signer: Signer, token: string): readonly Successor[] {
  // A MAC has 132 bits: two have more than those of a minted token and those of a generated secret.
  const derive = (purpose: string): readonly string[] => {
    const rest = signer.macs(`${purpose} 2`, token);
    return signer.macs(`${purpose} 1`, token).map((mac, index) => mac + (rest[index] ?? ""));
  };
  const secrets = derive("registration_client_secret");
  return derive("registration_access_token").map((derived, index) => ({
    token: `lk_rat_${derived.slice(0, 43)}`,
    client_secret: `lk_cs_${(secrets[index] ?? "").slice(0, 32)}`,
  }));
}

/** How either is stored. */
export function hashRegistrationToken(token: string): string {
  return hashGeneratedSecret(token);
}

/** By which a request is recognised when it is sent again. */
export function hashRegistrationRequest(body: string): string {
  return hash("sha256", body, "base64url");
}
