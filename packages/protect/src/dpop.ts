import { createHash } from "node:crypto";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import type { ProtectedRequest } from "./protected-request.ts";
import { TokenRefusedError } from "./verified-token.ts";

/** Which proofs were used before. */
export interface ReplayStore {
  /**
   * Whether this is the first use of a proof. `expires_at`, in Unix seconds, is when it may be forgotten, and not before. A store
   * that cannot tell throws or rejects: the request is refused with 503.
   */
  firstUse(id: string, expires_at: number): boolean | Promise<boolean>;
}

interface ProofFacts {
  readonly token: string;
  /** The thumbprint of the key that the token is bound to. */
  readonly jkt: string;
  readonly clock_tolerance: number;
  /** Unix seconds. */
  readonly now: number;
  readonly replays: ReplayStore;
}

/** Those that clients should use. Others are accepted as well. */
export const advertisedAlgorithms: readonly string[] = ["ES256", "PS256", "EdDSA"];
const ALGORITHMS = [...advertisedAlgorithms, "ES384", "ES512", "PS384", "PS512", "RS256"];
/** Seconds that a proof may be used after it was made. */
const LIFESPAN = 60;

/** RFC 9449 §4.3, §7.1: the proof that the caller has the key of the token. */
export async function verifyProof(request: ProtectedRequest, facts: ProofFacts): Promise<void> {
  const proof = request.header("dpop") ?? "";
  if (proof === "" || proof.includes(",")) throw refused("Send exactly one DPoP proof.");
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: "dpop+jwt",
    algorithms: ALGORITHMS,
    requiredClaims: ["jti", "htm", "htu", "iat", "ath"],
    currentDate: new Date(facts.now * 1000),
    clockTolerance: facts.clock_tolerance,
  }).catch(() => {
    throw refused("The DPoP proof is not valid.");
  });
  const { jti = "", htm, htu, iat = 0, ath } = payload;
  const { jwk = {} } = protectedHeader;
  if ("d" in jwk || "k" in jwk) throw refused("The DPoP proof contains a secret key.");
  if ((await calculateJwkThumbprint(jwk)) !== facts.jkt)
    throw refused("The DPoP proof has another key than the token.");
  if (htm !== request.method) throw refused("The htm of the DPoP proof is not the method.");
  if (typeof htu !== "string" || withoutQuery(htu) !== withoutQuery(request.url))
    throw refused("The htu of the DPoP proof is not the URL of the request.");
  if (iat > facts.now + facts.clock_tolerance || iat < facts.now - LIFESPAN)
    throw refused("The iat of the DPoP proof is not now.");
  if (ath !== createHash("sha256").update(facts.token).digest("base64url"))
    throw refused("The ath of the DPoP proof is not that of the token.");
  if (jti.length > 256) throw refused("The jti of the DPoP proof is too long.");
  const id = `${facts.jkt}:${jti}`;
  const isFirst: unknown = await facts.replays.firstUse(id, iat + LIFESPAN + facts.clock_tolerance);
  // Stores are written in JavaScript too: a reply that is no boolean is no first use.
  if (isFirst !== true) throw refused("The DPoP proof was used before.");
}

function refused(message: string): TokenRefusedError {
  return new TokenRefusedError("invalid_dpop_proof", message);
}

/** RFC 9449 §4.3: compared without query and fragment. */
function withoutQuery(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

const MAX_PROOFS = 100_000;

/** Keeps the used proofs in this process. While it is full of proofs that have not expired, it throws. */
export function createInMemoryReplayStore(
  now: () => number,
  max_proofs = MAX_PROOFS,
): ReplayStore & { firstUse(id: string, expires_at: number): boolean } {
  const seen = new Map<string, number>();
  let sweptAt = 0;

  /** Once a second at most: it visits every proof. */
  const sweep = (): void => {
    if (sweptAt === now()) return;
    sweptAt = now();
    for (const [id, until] of seen) if (until <= sweptAt) seen.delete(id);
  };

  return {
    firstUse(id, expires_at) {
      for (const [oldest, until] of seen) {
        if (until > now()) break;
        seen.delete(oldest);
      }
      if (seen.has(id)) return false;
      if (seen.size >= max_proofs) sweep();
      if (seen.size >= max_proofs)
        throw new Error(
          `The replay store is full: ${max_proofs} DPoP proofs have not expired. Pass a shared store as replays.`,
        );
      seen.set(id, expires_at);
      return true;
    },
  };
}
