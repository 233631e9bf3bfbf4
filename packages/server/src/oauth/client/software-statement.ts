/** RFC 7591 §2.3 and §3.1.1: software statements. */

import type { JsonObject } from "@latchkey/api";
import { isOfType } from "../jwt/jwt-type.ts";
import { type OAuthError, quote } from "../oauth-error.ts";
import { err, ok, type Result } from "../result.ts";
import { registrantFields } from "./registration-policy.ts";

/** Why a software statement is rejected. */
export type StatementRejection =
  | { readonly reason: "statement_missing" }
  | { readonly reason: "statement_malformed" }
  | { readonly reason: "statement_issuer_not_trusted"; readonly iss: string }
  | { readonly reason: "statement_not_verified"; readonly detail: string }
  | { readonly reason: "statement_expired" }
  | { readonly reason: "statement_not_yet_valid" };

/** The time that applies, in seconds, and how far the issuer's clock may be off. */
export interface StatementFacts {
  readonly now: number;
  readonly leeway: number;
}

/** Checks the header and claims of a statement whose signature was verified. It need not expire. */
export function verifyStatementClaims(
  { typ }: JsonObject,
  { exp, nbf, iat }: JsonObject,
  { now, leeway }: StatementFacts,
): Result<void, StatementRejection> {
  if (!isOfType(typ, TYPES)) return err({ reason: "statement_malformed" }); // RFC 8725 §3.11
  if ([exp, nbf, iat].some((time) => time !== undefined && !Number.isFinite(time)))
    return err({ reason: "statement_malformed" });
  if (typeof exp === "number" && exp + leeway <= now) return err({ reason: "statement_expired" });
  const isEarly = [nbf, iat].some((time) => typeof time === "number" && time > now + leeway);
  return isEarly ? err({ reason: "statement_not_yet_valid" }) : ok(undefined);
}

/** No type is registered; a token of another kind, such as an access token, names its own. */
const TYPES = ["JWT", "software-statement+jwt"];

/** §2.3: the claims that describe the client replace what it says of itself. */
export function applyStatement(body: JsonObject, claims: JsonObject): JsonObject {
  const stated = Object.entries(registrantFields(claims)).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return { ...body, ...Object.fromEntries(stated) };
}

/** §3.2.2: the error response. */
export function describeStatementRejection(rejection: StatementRejection): OAuthError {
  const { reason } = rejection;
  switch (rejection.reason) {
    case "statement_missing":
      return invalid(reason, "The software_statement is missing: this server requires one.");
    case "statement_malformed":
      return invalid(
        reason,
        "The software_statement must be a signed JWT with the claim iss, and its times must be numbers.",
      );
    case "statement_issuer_not_trusted":
      return {
        error: "unapproved_software_statement",
        error_description: `This server does not trust software statements of ${quote(rejection.iss)}.`,
        reason,
      };
    case "statement_not_verified":
      return {
        ...invalid(reason, "The signature of the software_statement could not be verified."),
        debug: rejection.detail,
      };
    case "statement_expired":
      return invalid(reason, "The software_statement has expired.");
    case "statement_not_yet_valid":
      return invalid(reason, "The software_statement is not valid yet: check nbf and iat.");
  }
}

function invalid(reason: string, error_description: string): OAuthError {
  return { error: "invalid_software_statement", error_description, reason };
}
