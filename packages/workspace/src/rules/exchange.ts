/** RFC 6749 §4.1.3: an integration exchanges a code for a pair of tokens, and the installation takes effect. */

import { type RequestToken, verifyCodeVerifier } from "@latchkey/server/feature/rules";
import type { IntegrationRecord, MemberRecord, WorkspaceGrant } from "./records.ts";
import { workspaceErrors } from "./errors.ts";
import { isOwnerPresent } from "./owner.ts";
import type { CodeRequest } from "./token-request.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** The owner, the settings and the time that apply. */
export interface ExchangeFacts {
  /** The owner's current membership; undefined when they left, or the owner is the workspace. */
  readonly member: MemberRecord | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** The same time in milliseconds. */
  readonly now_ms: number;
  /** How long a second request counts as a duplicate and not as a replay. */
  readonly replay_window_ms: number;
}

/** The decision about a code. */
export type ExchangeDecision =
  /** Carried out by a compare-and-swap of the grant from generation 0 to 1; a request that fails there gets `code_used`. */
  | { readonly kind: "exchange"; readonly grant: WorkspaceGrant }
  | { readonly kind: "reject"; readonly error: WorkspaceError; readonly count_failure: boolean }
  /** The code was replayed or guessed at: all tokens of the grant are revoked. */
  | { readonly kind: "revoke_grant"; readonly grant_id: string; readonly error: WorkspaceError };

/** The number of failed attempts after which a code is revoked. */
export const MAX_FAILURES = 5;

/** Decides about a code. A rejected request does not spend it, and one of another integration is not counted as a failure. */
export function decideExchange(
  token: RequestToken | undefined,
  grant: WorkspaceGrant | undefined,
  integration: IntegrationRecord,
  request: Pick<CodeRequest, "redirect_uri" | "code_verifier">,
  facts: ExchangeFacts,
): ExchangeDecision {
  if (!integration.enabled) return reject(workspaceErrors.credentials_wrong);
  if (integration.kind === "internal") return reject(workspaceErrors.grant_type_forbidden);
  if (token === undefined || grant?.integration_id !== integration.id) {
    return reject(workspaceErrors.code_invalid);
  }
  if (grant.revoked_at !== undefined) return reject(workspaceErrors.code_invalid);
  const error = verifyBinding(grant, integration, request);
  if (grant.generation > 0) return error ? reject(error) : decideSecondUse(grant, facts);
  if (token.expires_at <= facts.now || grant.failures >= MAX_FAILURES) {
    return reject(workspaceErrors.code_invalid);
  }
  if (error !== undefined) return fail(grant, error);

  if (!isOwnerPresent(grant.session.owner, facts.member)) return reject(workspaceErrors.owner_gone);
  if (grant.session.capability_revision !== integration.capability_revision) {
    return reject(workspaceErrors.capabilities_changed);
  }
  const returnedTo = grant.session.redirect_uri ?? grant.session.implied_redirect_uri;
  if (returnedTo !== undefined && !integration.redirect_uris.includes(returnedTo))
    return reject(workspaceErrors.redirect_uri_withdrawn);
  return { kind: "exchange", grant };
}

/** Checks that the request has the `redirect_uri` and `code_verifier` of the authorization request. */
function verifyBinding(
  { session }: WorkspaceGrant,
  { redirect_uris }: IntegrationRecord,
  { redirect_uri, code_verifier }: Pick<CodeRequest, "redirect_uri" | "code_verifier">,
): WorkspaceError | undefined {
  if (session.redirect_uri === undefined) {
    // The authorization request had none; sending the only registered one is accepted.
    const isOnlyOne = redirect_uris.length === 1 && redirect_uris[0] === redirect_uri;
    if (redirect_uri !== undefined && !isOnlyOne) return workspaceErrors.redirect_uri_mismatch;
  } else if (redirect_uri === undefined) {
    return workspaceErrors.redirect_uri_missing;
  } else if (redirect_uri !== session.redirect_uri) {
    return workspaceErrors.redirect_uri_mismatch;
  }
  const verified = verifyCodeVerifier(session.code_challenge, code_verifier);
  return verified.ok ? undefined : workspaceErrors.code_verifier_mismatch;
}

/** A wrong value counts as a failure; a missing `redirect_uri` does not, since it is not a guess. */
function fail({ grant_id, failures }: WorkspaceGrant, error: WorkspaceError): ExchangeDecision {
  if (error === workspaceErrors.redirect_uri_missing) return reject(error);
  return failures + 1 < MAX_FAILURES
    ? { kind: "reject", error, count_failure: true }
    : { kind: "revoke_grant", grant_id, error };
}

/** RFC 6749 §4.1.2: replay. A callback that runs twice is common, so duplicates within the window revoke nothing. */
function decideSecondUse(
  { grant_id, exchanged_at_ms }: WorkspaceGrant,
  { now_ms, replay_window_ms }: ExchangeFacts,
): ExchangeDecision {
  const isDuplicate = exchanged_at_ms === undefined || now_ms - exchanged_at_ms <= replay_window_ms;
  if (isDuplicate) return reject(workspaceErrors.code_used);
  return { kind: "revoke_grant", grant_id, error: workspaceErrors.code_used };
}

function reject(error: WorkspaceError): ExchangeDecision {
  return { kind: "reject", error, count_failure: false };
}
