/**
 * What a change of trusted issuers would refuse of requests that were counted. Of a request, the records are known that accept its
 * JWT, and not the JWT: it may name a user.
 */

import { hash } from "node:crypto";
import type { GrantedRequest, Verdict } from "../../../oauth/request/granted-request.ts";
import { scopeMatches, type ScopeStrategy } from "../../../oauth/scope.ts";
import { byPrecedence, coversSubject, keysOf, type TrustedIssuer } from "./trusted-issuer.ts";

/** By what a counted request refers to a record: the same for one that replaces it with another scope or a later end. */
export function trustKey(record: TrustedIssuer): string {
  return `${holderKey(record)}.${digestOf([keysOf(record), record.claims])}`;
}

/** The same for records whose keys or claims differ. */
function holderKey({ issuer, subject, subject_pattern, client_id }: TrustedIssuer): string {
  return digestOf([issuer, subject, subject_pattern, client_id]);
}

/** Two of one server do not collide. */
const DIGEST_LENGTH = 10;

function digestOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value), "base64url").slice(0, DIGEST_LENGTH);
}

/** What becomes of a request with these records, where the present ones accepted it. */
export function judgeTrust(
  request: GrantedRequest,
  present: readonly TrustedIssuer[],
  records: readonly TrustedIssuer[],
  strategy: ScopeStrategy,
): Verdict {
  const accepting = acceptingOf(request, present);
  const [first] = accepting;
  if (first === undefined) return "granted"; // By records that do not change, or are gone already.
  let mayBeGranted = false;
  let mayBeRefused = false;
  for (const record of byPrecedence(records.filter((one) => isUsable(one, request)))) {
    const scope = request.scope?.find((name) => !scopeMatches(strategy, record.scope, name));
    if (accepting.some((one) => acceptsAllOf(record, one))) {
      if (scope === undefined) return mayBeRefused ? "unknown" : "granted";
      return mayBeGranted ? "unknown" : { field: "trusted_issuer.scope", value: scope };
    }
    // One that is there already and did not accept the JWT does not accept it now.
    if (present.includes(record) || !accepting.some((one) => mayAccept(record, one))) continue;
    if (scope === undefined) mayBeGranted = true;
    if (scope !== undefined || !accepting.some((one) => asksNoMoreOf(record, one)))
      mayBeRefused = true;
  }
  return mayBeGranted ? "unknown" : { field: "trusted_issuer", value: first.issuer };
}

/** Those that accepted the request; where their keys or claims changed since, the records in their place. */
function acceptingOf(
  { accepted_by }: GrantedRequest,
  present: readonly TrustedIssuer[],
): readonly TrustedIssuer[] {
  if (accepted_by.length === 0) return [];
  const same = present.filter((record) => accepted_by.includes(trustKey(record)));
  if (same.length > 0) return same;
  const holders = new Set(accepted_by.map((key) => key.split(".")[0]));
  return present.filter((record) => holders.has(holderKey(record)));
}

function isUsable(
  { client_id }: TrustedIssuer,
  { client_id: presenter, by_grant }: GrantedRequest,
): boolean {
  return client_id === undefined ? !by_grant : client_id === presenter;
}

/** Whether a record accepts every JWT that the other one does. */
function acceptsAllOf(record: TrustedIssuer, other: TrustedIssuer): boolean {
  const { issuer, subject, subject_pattern } = other;
  const coversSubjects =
    record.allow_any_subject ||
    (subject === ""
      ? subject_pattern !== undefined && record.subject_pattern === subject_pattern
      : coversSubject(record, subject));
  const requiresNoMore = Object.entries(record.claims).every(
    ([name, condition]) => JSON.stringify(other.claims[name]) === JSON.stringify(condition),
  );
  return (
    record.issuer === issuer &&
    coversSubjects &&
    requiresNoMore &&
    digestOf(keysOf(record)) === digestOf(keysOf(other)) &&
    asksNoMoreOf(record, other)
  );
}

/** Whether a record may accept some of the JWTs that the other one does. */
function mayAccept(record: TrustedIssuer, { issuer, subject }: TrustedIssuer): boolean {
  return record.issuer === issuer && (subject === "" || coversSubject(record, subject));
}

/** Whether a record that is used for a JWT accepts the audiences and the reuse that the other one does. */
function asksNoMoreOf(record: TrustedIssuer, other: TrustedIssuer): boolean {
  return (
    other.assertion_audiences.every((name) => record.assertion_audiences.includes(name)) &&
    (record.allow_assertion_reuse || !other.allow_assertion_reuse)
  );
}
