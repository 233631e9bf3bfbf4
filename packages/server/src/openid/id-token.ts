/** OpenID Connect Core §2: the claims of ID tokens. */

import { createHash, hash } from "node:crypto";
import type { JsonObject } from "@latchkey/api";
import type { Grant } from "../oauth/grant.ts";
import { withoutServerClaims } from "../oauth/jwt/server-claims.ts";

/** The claims that are not in the grant. */
export interface IdTokenFacts {
  readonly issuer: string;
  readonly jti: string;
  /** The signing algorithm. It also selects the hash of `at_hash`. */
  readonly alg: string;
  /** Unix seconds. */
  readonly now: number;
  /** Seconds. */
  readonly ttl: number;
  /** The access token issued with it, for `at_hash`. */
  readonly access_token?: string | undefined;
  /** `leftHalfHash` of the code issued with it, or before it in a hybrid flow. */
  readonly c_hash?: string | undefined;
  /** The `state` that the authorization endpoint sends beside it, for `s_hash`. */
  readonly state?: string | undefined;
  /** Whether to add `rat`, the time of the authorization request. */
  readonly rat?: boolean;
}

/** The claims of an ID token to be signed. */
export function describeIdToken(
  grant: Pick<Grant, "client_id" | "sid" | "session">,
  { issuer, jti, alg, now, ttl, access_token, c_hash, state, rat }: IdTokenFacts,
): JsonObject {
  const { session, sid } = grant;
  return {
    ...describeUserClaims(grant, session.id_token, { issuer, rat }),
    iat: now,
    exp: now + ttl,
    jti,
    sid,
    ...(session.nonce !== undefined && { nonce: session.nonce }),
    ...(access_token !== undefined && { at_hash: leftHalfHash(alg, access_token) }), // §3.1.3.6
    ...(c_hash !== undefined && { c_hash }), // §3.3.2.11
    ...(state !== undefined && { s_hash: leftHalfHash(alg, state) }), // FAPI 1.0 Advanced §5.1.1
  };
}

/** The claims that ID tokens and userinfo have in common, and those of the consent provider (`added`). */
export function describeUserClaims(
  { client_id, session }: Pick<Grant, "client_id" | "session">,
  added: JsonObject,
  { issuer, rat = false }: { readonly issuer: string; readonly rat?: boolean | undefined },
): JsonObject & { readonly sub: string } {
  const { id_token_subject, auth_time, requested_at, amr, consent } = session;
  const { acr_values = [], claims } = consent.oidc_context;
  const isLevelRequested = acr_values.length > 0 || claims?.id_token?.["acr"] !== undefined;
  // A client that requested a level and got none is given the lowest: §2 defines "0" as below ISO/IEC 29115 level 1.
  const acr = session.acr ?? (isLevelRequested ? "0" : undefined);
  return {
    ...withoutServerClaims(added),
    iss: issuer,
    sub: id_token_subject,
    aud: [client_id],
    auth_time,
    ...(rat && { rat: requested_at }),
    ...(acr !== undefined && { acr }),
    ...(amr !== undefined && { amr }),
  };
}

/**
 * §3.1.3.6: the left half of a hash, with the hash function of the signing algorithm. Ed25519 uses SHA-512, and ML-DSA
 * SHAKE256, of which client libraries take 64 bytes.
 */
export function leftHalfHash(alg: string, text: string): string {
  const bits = /(?:256|384|512)$/.exec(alg)?.[0] ?? "512";
  const digest = alg.startsWith("ML-DSA")
    ? createHash("shake256", { outputLength: 64 }).update(text).digest()
    : hash(`sha${bits}`, text, "buffer");
  return digest.toString("base64url", 0, digest.length / 2);
}
