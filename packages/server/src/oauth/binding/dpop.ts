/** RFC 9449: DPoP proofs, with which a client proves that it has the private key that its tokens are bound to. */

import { hash } from "node:crypto";
import { type JsonObject, privateKeyFields } from "@latchkey/api";
import { isOfType } from "../jwt/jwt-type.ts";
import { defineRejections, type RejectionOf } from "../rejection.ts";
import { err, ok, type Result } from "../../result.ts";

/** The request that a proof came with, and what is expected of the proof. Times are in unix seconds. */
export interface ProofFacts {
  readonly method: string;
  /** The URLs of the endpoint: the public one, and where there are others, those. */
  readonly urls: readonly string[];
  readonly now: number;
  /** How far `iat` may lie from `now`, in either direction. */
  readonly iat_window: number;
  /** How far the clock of the client may be off from `exp` and `nbf`. */
  readonly leeway: number;
  /** How long a nonce is accepted at most. */
  readonly nonce_lifespan: number;
  /** Whether a nonce is one of this server and still valid. Undefined where no nonce is required. */
  readonly acceptsNonce?: ((nonce: string) => boolean) | undefined;
  /** At a resource: the access token that the proof must belong to. */
  readonly access_token?: string | undefined;
}

/** A valid proof. It may be used once; its `jti` must be stored until `expires_at`. */
export interface VerifiedProof {
  readonly jti: string;
  readonly expires_at: number;
}

/** Why a proof is rejected. */
export type ProofRejection = RejectionOf<typeof proofRejections>;

/** The `typ` of a proof: §4.2. Without it, a JWT that was signed for something else could pass as a proof. */
const TYPES = ["dpop+jwt"];

/** The key in the header of a proof that is not verified yet. §4.3: a public key, of an asymmetric algorithm. */
export function readProofKey(
  header: JsonObject,
  algorithms: readonly string[],
): Result<JsonObject, ProofRejection> {
  const { typ, alg, jwk } = header;
  if (typ === undefined || !isOfType(typ, TYPES)) return err({ reason: "proof_typ_wrong" });
  if (typeof alg !== "string" || !algorithms.includes(alg))
    return err({ reason: "proof_alg_refused" });
  if (!isObject(jwk)) return err({ reason: "proof_key_unusable", detail: "jwk is missing." });
  return privateKeyFields.some((field) => field in jwk)
    ? err({ reason: "proof_key_private" })
    : ok(jwk);
}

/** §4.3: checks the claims of a proof whose signature was verified. That the `jti` is new is left to the caller. */
export function verifyProofClaims(
  claims: JsonObject,
  facts: ProofFacts,
): Result<VerifiedProof, ProofRejection> {
  const { jti, htm, htu, iat, nonce, ath } = claims;
  if (typeof jti !== "string" || jti === "") return missing("jti");
  if (typeof htm !== "string") return missing("htm");
  if (typeof htu !== "string") return missing("htu");
  if (typeof iat !== "number" || !Number.isFinite(iat)) return missing("iat");

  const { method, urls, now, iat_window, access_token } = facts;
  if (htm !== method) return err({ reason: "proof_method_mismatch", method });
  if (!isAddressedTo(htu, urls)) return err({ reason: "proof_url_mismatch", url: urls[0] ?? "" });
  const nonceRejection = verifyNonce(nonce, facts);
  if (nonceRejection !== undefined) return err(nonceRejection);
  // §4.3 (11): the time of the server counts where its nonce says when the proof was made, and the client's clock does not.
  const isDatedByNonce = facts.acceptsNonce !== undefined;
  if (!isDatedByNonce && iat < now - iat_window) return err({ reason: "proof_too_old" });
  if (!isDatedByNonce && iat > now + iat_window) return err({ reason: "proof_from_the_future" });
  const untimely = verifyTimes(claims, facts);
  if (untimely !== undefined) return err(untimely);
  if (access_token !== undefined) {
    if (typeof ath !== "string") return missing("ath");
    if (ath !== accessTokenHash(access_token)) return err({ reason: "proof_token_mismatch" });
  }
  const acceptedUntil = isDatedByNonce ? now + facts.nonce_lifespan : Math.ceil(iat) + iat_window;
  return ok({ jti, expires_at: acceptedUntil + CLOCK_DIFFERENCE });
}

/** RFC 7519 §4.1.4, §4.1.5: a proof may say when it is valid. */
function verifyTimes(
  { exp, nbf }: JsonObject,
  { now, leeway }: ProofFacts,
): ProofRejection | undefined {
  if (exp !== undefined && !(typeof exp === "number" && exp + leeway > now))
    return { reason: "proof_expired" };
  if (nbf !== undefined && !(typeof nbf === "number" && nbf - leeway <= now))
    return { reason: "proof_not_valid_yet" };
  return undefined;
}

/** Seconds by which the clocks of two servers may differ: one must not forget a `jti` while the other accepts the proof. */
const CLOCK_DIFFERENCE = 60;

function missing(claim: string): Result<never, ProofRejection> {
  return err({ reason: "proof_claim_missing", claim });
}

/** Before `iat` is checked, so that a client whose proof has both faults learns of the nonce first (§8). */
function verifyNonce(nonce: unknown, { acceptsNonce }: ProofFacts): ProofRejection | undefined {
  if (acceptsNonce === undefined) return undefined;
  if (typeof nonce !== "string") return { reason: "proof_nonce_missing" };
  return acceptsNonce(nonce) ? undefined : { reason: "proof_nonce_invalid" };
}

/** §4.3 (9): without query and fragment, after the normalization of RFC 3986 §6.2.2 and §6.2.3. */
function isAddressedTo(htu: string, urls: readonly string[]): boolean {
  const target = normalize(htu);
  return target !== undefined && urls.some((url) => normalize(url) === target);
}

function normalize(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return undefined;
  url.search = url.hash = "";
  return url.href;
}

/** §4.2: `ath`. */
function accessTokenHash(access_token: string): string {
  return hash("sha256", access_token, "base64url");
}

/** Whether a text can be a `dpop_jkt`: §10. A SHA-256 in base64url. */
export function isKeyThumbprint(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const PROOF = "RFC 9449 §4.3";
const LIBRARY =
  "Sign a new proof for each request. OAuth libraries with DPoP do that by themselves.";
const REPEATED =
  "Nothing, if the client repeats its request with the nonce of the response. OAuth libraries with DPoP do.";

/** §5, §8: the errors of the token endpoint. */
export const proofRejections = defineRejections("invalid_dpop_proof", {
  proof_missing: {
    description: "This token is bound to a key: send a DPoP proof in the DPoP header.",
    reference: "RFC 9449 §5.2",
    fix: "Send a DPoP proof, or turn off dpop_bound_access_tokens of the client and oauth2.dpop.required.",
  },
  proof_sent_twice: {
    description: "Send exactly one DPoP header.",
    reference: PROOF,
    fix: "Send one DPoP header. Check whether a proxy adds another one.",
  },
  proof_malformed: {
    description: "The DPoP header must be a JWT in the compact serialization.",
    reference: PROOF,
    fix: LIBRARY,
  },
  proof_typ_wrong: {
    description: "The typ of the DPoP proof must be dpop+jwt.",
    reference: PROOF,
    fix: "Set the typ of the proof to dpop+jwt.",
  },
  proof_alg_refused: {
    description: "The alg of the DPoP proof must be one of dpop_signing_alg_values_supported.",
    reference: PROOF,
    fix: "Use an algorithm of dpop_signing_alg_values_supported, such as ES256.",
  },
  proof_key_unusable: {
    description: ({ detail }: { detail: string }) =>
      `The jwk of the DPoP proof must be a public key: ${detail}`,
    reference: PROOF,
    fix: "Send the public key as jwk in the header of the proof.",
  },
  proof_key_private: {
    description:
      "The jwk of the DPoP proof must have no private fields. The key that was sent is compromised: replace it.",
    reference: PROOF,
    fix: "Send only the public fields of the key. The key that was sent is compromised: make a new one.",
  },
  proof_signature_invalid: {
    description: "The signature of the DPoP proof does not match its jwk.",
    reference: PROOF,
    fix: "Sign the proof with the private key of the jwk in its header.",
  },
  proof_claim_missing: {
    description: ({ claim }: { claim: string }) => `The DPoP proof must have the claim ${claim}.`,
    reference: "RFC 9449 §4.2",
    fix: LIBRARY,
  },
  proof_method_mismatch: {
    description: ({ method }: { method: string }) => `The htm of the DPoP proof must be ${method}.`,
    reference: PROOF,
    fix: LIBRARY,
  },
  proof_url_mismatch: {
    description: ({ url }: { url: string }) => `The htu of the DPoP proof must be ${url}.`,
    reference: PROOF,
    fix: "Use the URL of the discovery document. If clients reach the server by another one, set urls.self.public.",
  },
  proof_too_old: {
    description:
      "The iat of the DPoP proof is too old. Sign a new proof for each request, with a clock that is right.",
    reference: "RFC 9449 §11.1",
    fix: "Check the clock of the client, or increase oauth2.dpop.iat_window.",
  },
  proof_from_the_future: {
    description: "The iat of the DPoP proof lies in the future. Check the clock of the client.",
    reference: "RFC 9449 §11.1",
    fix: "Check the clock of the client, or increase oauth2.dpop.iat_window.",
  },
  proof_expired: {
    description: "The DPoP proof has expired (exp). Sign a new proof for each request.",
    reference: "RFC 7519 §4.1.4",
    fix: "Sign a new proof for each request; its exp has passed.",
  },
  proof_not_valid_yet: {
    description: "The DPoP proof is not valid yet (nbf). Check the clock of the client.",
    reference: "RFC 7519 §4.1.5",
    fix: "Correct the clock of the client, or leave nbf out of the proof.",
  },
  proof_token_mismatch: {
    description: "The ath of the DPoP proof must be the SHA-256 of the access token, in base64url.",
    reference: "RFC 9449 §7.1",
    fix: LIBRARY,
  },
  proof_nonce_missing: {
    error: "use_dpop_nonce",
    description: "The DPoP proof must have a nonce. Use the one of the DPoP-Nonce header.",
    reference: "RFC 9449 §8",
    fix: REPEATED,
  },
  proof_nonce_invalid: {
    error: "use_dpop_nonce",
    description:
      "The nonce of the DPoP proof is not valid any more. Use the one of the DPoP-Nonce header.",
    reference: "RFC 9449 §8",
    fix: REPEATED,
  },
  proof_replayed: {
    description:
      "The DPoP proof was used before. Sign a new one for each request, with a jti of its own.",
    reference: "RFC 9449 §11.1",
    fix: "Sign a new proof for each request. If the application does, a proof was intercepted.",
  },
  dpop_jkt_mismatch: {
    description: "The dpop_jkt is not the thumbprint of the key of the DPoP proof.",
    reference: "RFC 9449 §10.1",
    fix: "Leave out dpop_jkt where the request has a DPoP header.",
  },
});
