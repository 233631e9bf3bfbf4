/** RFC 7523 §3, RFC 7521 §5.2: issuers that are trusted to assert subjects. */

import {
  type JsonObject,
  type JsonWebKeySet,
  matchesTrustPattern,
  type TrustedIssuer as ShownIssuer,
} from "@latchkey/api";
import { isJsonObject } from "../../../limits/json-depth.ts";
import { quote } from "../../../oauth/oauth-error.ts";
import type { RejectionOf, Rejections } from "../../../oauth/rejection.ts";
import { timestamp } from "../../../oauth/timestamp.ts";
import { err, ok, type Result } from "../../../result.ts";

/** The record of an issuer that an administrator trusts. An issuer may have several, for different subjects. */
export interface TrustedIssuer {
  /** A UUID. */
  readonly id: string;
  /** The `iss` of its JWTs. */
  readonly issuer: string;
  /** The one `sub` it may assert; empty where it may assert others. */
  readonly subject: string;
  readonly subject_pattern?: string;
  readonly allow_any_subject: boolean;
  /** The most its JWTs can get. */
  readonly scope: readonly string[];
  /** Its public keys: either stored, or at a URL. */
  readonly jwks?: JsonWebKeySet;
  readonly jwks_uri?: string;
  /** Values of `aud` that stand for this server, beside its issuer and token endpoint. */
  readonly assertion_audiences: readonly string[];
  /** What its JWTs must claim. */
  readonly claims: JsonObject;
  /** The client that its JWTs authenticate. Without one, the client authenticates itself. */
  readonly client_id?: string;
  /** Whether a JWT may be presented more than once. */
  readonly allow_assertion_reuse: boolean;
  /** False where it is disabled; otherwise it is not there. */
  readonly enabled?: boolean;
  /** Unix seconds, as is `expires_at`. */
  readonly created_at: number;
  readonly expires_at: number;
}

/** A record as responses hold it. */
export function describeTrustedIssuer(record: TrustedIssuer): ShownIssuer {
  const { subject_pattern, jwks, jwks_uri, client_id, assertion_audiences, claims } = record;
  const [key, ...more] = jwks?.keys ?? [];
  return {
    id: record.id,
    issuer: record.issuer,
    subject: record.subject,
    allow_any_subject: record.allow_any_subject,
    scope: record.scope,
    ...(key?.kid !== undefined &&
      more.length === 0 && { public_key: { set: record.issuer, kid: key.kid } }),
    ...(jwks && { jwks }),
    ...(jwks_uri !== undefined && { jwks_uri }),
    ...(subject_pattern !== undefined && { subject_pattern }),
    ...(assertion_audiences.length > 0 && { assertion_audiences }),
    ...(Object.keys(claims).length > 0 && { claims }),
    ...(client_id !== undefined && { client_id }),
    ...(record.allow_assertion_reuse && { allow_assertion_reuse: true }),
    ...(record.enabled === false && { enabled: false }),
    created_at: timestamp(record.created_at),
    expires_at: timestamp(record.expires_at),
  };
}

/** The names of its keys, which are the same keys where they have the same names. */
export function keysOf({ jwks, jwks_uri }: Pick<TrustedIssuer, "jwks" | "jwks_uri">): unknown {
  return jwks?.keys.map(({ kid, ...key }) => kid ?? key) ?? jwks_uri;
}

/** Whether the issuer may assert this subject. */
export function coversSubject(issuer: TrustedIssuer, subject: string): boolean {
  if (issuer.allow_any_subject) return true;
  const { subject: only, subject_pattern } = issuer;
  return subject_pattern === undefined
    ? only === subject
    : matchesTrustPattern(subject_pattern, subject);
}

/** Why none of the records that verify a JWT can be used. */
export type TrustRejection = RejectionOf<typeof trustRejections>;

export const trustRejections = {
  claim_not_met: {
    error: "invalid_grant",
    description: ({ claim }: { claim: string }) =>
      `The claim ${quote(claim)} of the assertion is not one that its issuer is trusted with.`,
    reference: "RFC 7521 §5.2",
    fix: "Compare the claims of the assertion with the claims of the trusted issuer.",
  },
  bound_to_another_client: {
    error: "unauthorized_client",
    description:
      "The client may not use assertions of this issuer and subject. Another client is registered for them.",
    reference: "RFC 6749 §5.2",
    fix: "Create a record of the trusted issuer with this client_id, or one without a client_id.",
  },
} satisfies Rejections;

/**
 * The record that applies to a JWT which all of them cover and verify. One for this client alone comes before one for all
 * clients, and one for few subjects before one for many. Without a client, only records that name one apply.
 */
export function chooseTrustedIssuer(
  issuers: readonly TrustedIssuer[],
  claims: JsonObject,
  client_id: string | undefined,
): Result<TrustedIssuer, TrustRejection> {
  const usable = usableIssuers(issuers, client_id);
  if (usable.length === 0) return err({ reason: "bound_to_another_client" });
  const [first] = applicableIssuers(usable, claims, client_id);
  if (first !== undefined) return ok(first);
  const claim = unmetClaim(usable[0]?.claims ?? {}, claims) ?? "";
  return err({ reason: "claim_not_met", claim });
}

/** The records that could apply to a JWT, the one first that does. */
export function applicableIssuers(
  issuers: readonly TrustedIssuer[],
  claims: JsonObject,
  client_id: string | undefined,
): readonly TrustedIssuer[] {
  const usable = usableIssuers(issuers, client_id);
  return byPrecedence(usable.filter((one) => unmetClaim(one.claims, claims) === undefined));
}

function usableIssuers(
  issuers: readonly TrustedIssuer[],
  client_id: string | undefined,
): readonly TrustedIssuer[] {
  return issuers.filter((issuer) =>
    client_id === undefined
      ? issuer.client_id !== undefined
      : (issuer.client_id ?? client_id) === client_id,
  );
}

/** Those for one client first, and of these the ones for few subjects. */
export function byPrecedence(issuers: readonly TrustedIssuer[]): readonly TrustedIssuer[] {
  return issuers.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ client_id, subject, subject_pattern }: TrustedIssuer): number {
  const breadth = subject !== "" ? 0 : subject_pattern !== undefined ? 1 : 2;
  return (client_id === undefined ? 3 : 0) + breadth;
}

/** The name of the first claim that does not meet its condition; undefined when all do. */
export function unmetClaim(conditions: JsonObject, claims: JsonObject): string | undefined {
  return Object.entries(conditions).find(
    ([name, condition]) =>
      !meets(condition, Object.hasOwn(claims, name) ? claims[name] : undefined),
  )?.[0];
}

/** A list is met by one of its values, an object by an object whose fields meet its conditions. Any element of a claimed list may match. */
function meets(condition: unknown, claimed: unknown): boolean {
  if (Array.isArray(condition)) return condition.some((one) => meets(one, claimed));
  if (isJsonObject(condition))
    return isJsonObject(claimed) && unmetClaim(condition, claimed) === undefined;
  return Array.isArray(claimed) ? claimed.includes(condition) : claimed === condition;
}
