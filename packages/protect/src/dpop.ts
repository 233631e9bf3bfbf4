import { createHash } from "node:crypto";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import type { ProtectedRequest } from "./protected-request.ts";
import { TokenRefusedError } from "./verified-token.ts";

/** Which proofs were used before. */
export interface ReplayStore {
  /** Whether this is the first use of a proof. `expires_at`, in Unix seconds, is when it may be forgotten. */
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
  if (!(await facts.replays.firstUse(id, iat + LIFESPAN + facts.clock_tolerance)))
    throw refused("The DPoP proof was used before.");
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

/** Keeps the used proofs in this process. When it is full, the oldest ones are dropped first. */
export function createInMemoryReplayStore(now: () => number): ReplayStore {
  const seen = new Map<string, number>();
  return {
    firstUse(id, expires_at) {
      for (const [old, until] of seen) {
        if (until > now() && seen.size < MAX_PROOFS) break;
        seen.delete(old);
      }
      if (seen.has(id)) return false;
      seen.set(id, expires_at);
      return true;
    },
  };
}
