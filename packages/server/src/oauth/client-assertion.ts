/** RFC 7523 §3: a signed statement by which a client says who it is. */

import type { JsonObject } from "@latchkey/api";
import type { Client } from "./client.ts";
import { isOfType } from "./jwt-type.ts";
import { err, ok, type Result } from "./result.ts";

/** Why an assertion does not hold. */
export type AssertionRejection =
  | { readonly reason: "alg_not_registered"; readonly alg: unknown; readonly registered: string }
  | { readonly reason: "typ_not_accepted"; readonly typ: unknown }
  | { readonly reason: "iss_not_client"; readonly iss: unknown }
  | { readonly reason: "sub_not_client"; readonly sub: unknown }
  | { readonly reason: "aud_not_us"; readonly aud: unknown }
  | { readonly reason: "exp_missing" }
  | { readonly reason: "expired"; readonly exp: number }
  | { readonly reason: "exp_too_far"; readonly exp: number }
  | { readonly reason: "nbf_in_the_future"; readonly nbf: unknown }
  | { readonly reason: "iat_in_the_future"; readonly iat: unknown }
  | { readonly reason: "jti_missing" };

/** What an assertion is held against. Times are in seconds. */
export interface AssertionFacts {
  readonly client: Client;
  /** The names this server answers to. */
  readonly audiences: readonly string[];
  readonly now: number;
  /** How far the client's clock may be off. */
  readonly leeway: number;
}

/** An assertion that holds. It may be used once, and must be remembered until `expires_at`. */
export interface VerifiedAssertion {
  readonly jti: string;
  readonly expires_at: number;
}

/** A used assertion is remembered until it expires, so it may not live for ever. */
const LONGEST_LIFE = 24 * 60 * 60;

/** Checks the claims of an assertion whose signature is good. */
export function verifyAssertionClaims(
  header: JsonObject,
  claims: JsonObject,
  { client, audiences, now, leeway }: AssertionFacts,
): Result<VerifiedAssertion, AssertionRejection> {
  const { alg, typ } = header;
  const { iss, sub, aud, exp, nbf, iat, jti } = claims;
  const registered = assertionAlgorithm(client);
  if (alg !== registered) return err({ reason: "alg_not_registered", alg, registered });
  if (!isOfType(typ, TYPES)) return err({ reason: "typ_not_accepted", typ }); // RFC 8725 §3.11
  if (iss !== client.client_id) return err({ reason: "iss_not_client", iss }); // §3 (1)
  if (sub !== client.client_id) return err({ reason: "sub_not_client", sub }); // §3 (2)

  // §3 (3), and its update: one that is for another server as well could be replayed by that server. Clients are known that
  // name both the issuer and the token endpoint.
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const isOurs = (name: unknown): boolean => audiences.some((audience) => audience === name);
  if (named.length === 0 || !named.every(isOurs)) return err({ reason: "aud_not_us", aud });

  if (typeof exp !== "number" || !Number.isFinite(exp)) return err({ reason: "exp_missing" }); // §3 (4)
  if (exp + leeway <= now) return err({ reason: "expired", exp });
  if (exp - leeway > now + LONGEST_LIFE) return err({ reason: "exp_too_far", exp });
  if (!hasPassed(nbf, now + leeway)) return err({ reason: "nbf_in_the_future", nbf }); // §3 (5)
  if (!hasPassed(iat, now + leeway)) return err({ reason: "iat_in_the_future", iat }); // §3 (6)

  if (!isIdentifier(jti)) return err({ reason: "jti_missing" }); // §3 (7)
  return ok({ jti, expires_at: Math.ceil(exp) + leeway });
}

/** The update to RFC 7523 names the second; until now most clients say the first, or nothing. */
const TYPES = ["JWT", "client-authentication+jwt"];

/** OpenID Registration §2: what the client signs its assertions with. */
export function assertionAlgorithm(client: Client): string {
  return client.token_endpoint_auth_signing_alg ?? "RS256";
}

/** A time that was left out is no objection; one that is no number is. */
function hasPassed(time: unknown, by: number): boolean {
  return time === undefined || (typeof time === "number" && time <= by);
}

function isIdentifier(jti: unknown): jti is string {
  return typeof jti === "string" && jti !== "" && jti.length <= 255;
}
