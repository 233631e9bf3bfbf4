/** RFC 7591 §2.3 and §3.1.1: software statements. */

import type { JsonObject } from "@latchkey/api";
import { isOfType } from "../../../oauth/jwt/jwt-type.ts";
import { quote } from "../../../oauth/oauth-error.ts";
import { defineRejections, type RejectionOf } from "../../../oauth/rejection.ts";
import { err, ok, type Result } from "../../../result.ts";
import { registrantFields } from "./registration-policy.ts";

/** Why a software statement is rejected. */
export type StatementRejection = RejectionOf<typeof statementRejections>;

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

/** §3.2.2. */
export const statementRejections = defineRejections("invalid_software_statement", {
  statement_missing: {
    description: "The software_statement is missing: this server requires one.",
    reference: "RFC 7591 §2.3",
    fix: "Send a software_statement of an issuer that this server trusts.",
  },
  statement_malformed: {
    description:
      "The software_statement must be a signed JWT with the claim iss, and its times must be numbers.",
    reference: "RFC 7591 §2.3",
    fix: "Send the statement as its issuer signed it.",
  },
  statement_issuer_not_trusted: {
    error: "unapproved_software_statement",
    description: ({ iss }: { iss: string }) =>
      `This server does not trust software statements of ${quote(iss)}.`,
    reference: "RFC 7591 §2.3",
    fix: "Add the issuer to oauth2.registration.software_statement.issuers.",
  },
  statement_not_verified: {
    description: "The signature of the software_statement could not be verified.",
    debug: ({ detail }: { detail: string }) => detail,
    reference: "RFC 7591 §2.3",
    fix: "Check that the keys of oauth2.registration.software_statement.issuers are those of the issuer.",
  },
  statement_expired: {
    description: "The software_statement has expired.",
    reference: "RFC 7591 §2.3",
    fix: "Request a new statement from its issuer.",
  },
  statement_not_yet_valid: {
    description: "The software_statement is not valid yet: check nbf and iat.",
    reference: "RFC 7591 §2.3",
    fix: "Check the clock of the issuer.",
  },
});
