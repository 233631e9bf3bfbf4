/** RFC 7519 §4.1.4 to §4.1.6: the times of a JWT. */

import type { JsonObject } from "@latchkey/api";
import { err, ok, type Result } from "../../result.ts";

/** Why the times of a JWT are rejected. */
export type JwtTimesRejection =
  | { readonly reason: "exp_missing" }
  | { readonly reason: "expired"; readonly exp: number }
  | { readonly reason: "exp_too_far"; readonly exp: number }
  | { readonly reason: "nbf_in_the_future"; readonly nbf: unknown }
  | { readonly reason: "iat_in_the_future"; readonly iat: unknown };

/** The time that applies, in seconds. */
export interface JwtTimesFacts {
  readonly now: number;
  /** How far the signer's clock may be off. */
  readonly leeway: number;
  /** How far in the future `exp` may be. The `jti` of a used JWT is stored until then. */
  readonly max_lifetime: number;
}

/** RFC 7523 §3 (4) to (6): `exp` is required, `nbf` and `iat` are checked where they are. Returns the end of the JWT, in unix seconds. */
export function verifyJwtTimes(
  { exp, nbf, iat }: JsonObject,
  { now, leeway, max_lifetime }: JwtTimesFacts,
): Result<number, JwtTimesRejection> {
  if (typeof exp !== "number" || !Number.isFinite(exp)) return err({ reason: "exp_missing" });
  if (exp + leeway <= now) return err({ reason: "expired", exp });
  if (exp - leeway > now + max_lifetime) return err({ reason: "exp_too_far", exp });
  if (!hasPassed(nbf, now + leeway)) return err({ reason: "nbf_in_the_future", nbf });
  if (!hasPassed(iat, now + leeway)) return err({ reason: "iat_in_the_future", iat });
  return ok(Math.ceil(exp));
}

/** An absent time is accepted; one that is not a number is not. */
function hasPassed(time: unknown, by: number): boolean {
  return time === undefined || (typeof time === "number" && time <= by);
}

/** Whether a `jti` can be stored, so that it is accepted once. */
export function isJwtId(jti: unknown): jti is string {
  return typeof jti === "string" && jti !== "" && jti.length <= 255;
}
