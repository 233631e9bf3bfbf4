/** OpenID Connect Core §2: what an ID token says. */

import { hash } from "node:crypto";
import type { JsonObject } from "@latchkey/api";
import type { Grant } from "../oauth/grant.ts";

/** What this token has that the grant does not know. */
export interface IdTokenFacts {
  readonly issuer: string;
  readonly jti: string;
  /** The algorithm it will be signed with, which also decides how `at_hash` is made. */
  readonly alg: string;
  /** Unix seconds. */
  readonly now: number;
  /** Seconds. */
  readonly ttl: number;
  /** The access token that travels beside it. */
  readonly access_token?: string | undefined;
  /** Where a code travels beside it, or did in a hybrid flow: `leftHalfHash` of it. */
  readonly c_hash?: string | undefined;
  /** Whether to say when the client asked. */
  readonly rat?: boolean;
}

/** The claims of an ID token that is about to be signed. What the consent provider adds comes under no reserved name. */
export function describeIdToken(
  grant: Pick<Grant, "client_id" | "sid" | "session">,
  { issuer, jti, alg, now, ttl, access_token, c_hash, rat }: IdTokenFacts,
): JsonObject {
  const { session, sid } = grant;
  return {
    ...describePerson(grant, session.id_token, { issuer, rat }),
    iat: now,
    exp: now + ttl,
    jti,
    sid,
    ...(session.nonce !== undefined && { nonce: session.nonce }),
    ...(access_token !== undefined && { at_hash: leftHalfHash(alg, access_token) }), // §3.1.3.6
    ...(c_hash !== undefined && { c_hash }), // §3.3.2.11
  };
}

/** What ID tokens and userinfo both say of a person, and the claims that the consent provider added. */
export function describePerson(
  { client_id, session }: Pick<Grant, "client_id" | "session">,
  added: JsonObject,
  { issuer, rat = false }: { readonly issuer: string; readonly rat?: boolean | undefined },
): JsonObject & { readonly sub: string } {
  const { id_token_subject, auth_time, requested_at, amr, consent } = session;
  const extras = Object.entries(added).filter(([name]) => !RESERVED.has(name));
  // A client that asks for a level and gets none learns that it is the lowest: ISO/IEC 29115 begins at 0.
  const acr = session.acr ?? (consent.oidc_context.acr_values?.length ? "0" : undefined);
  return {
    ...Object.fromEntries(extras),
    iss: issuer,
    sub: id_token_subject,
    aud: [client_id],
    auth_time,
    ...(rat && { rat: requested_at }),
    ...(acr !== undefined && { acr }),
    ...(amr !== undefined && { amr }),
  };
}

const RESERVED: ReadonlySet<string> = new Set([
  "iss",
  "sub",
  "aud",
  "exp",
  "iat",
  "rat",
  "auth_time",
  "nonce",
  "jti",
  "sid",
  "at_hash",
  "c_hash",
]);

/** §3.1.3.6: the left half of a digest, the digest being the one inside the signature. Ed25519 has SHA-512 inside. */
export function leftHalfHash(alg: string, text: string): string {
  const bits = /(?:256|384|512)$/.exec(alg)?.[0] ?? "512";
  const digest = hash(`sha${bits}`, text, "buffer");
  return digest.toString("base64url", 0, digest.length / 2);
}
