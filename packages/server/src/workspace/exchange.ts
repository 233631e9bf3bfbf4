/** RFC 6749 §4.1.3: a code becomes a pair of tokens, once, and the installation takes effect. */

import type { GrantToken } from "../oauth/grant.ts";
import { verifyCodeVerifier } from "../oauth/pkce.ts";
import type { IntegrationRecord, MemberRecord, WorkspaceGrant } from "./records.ts";
import { refusals } from "./refusals.ts";
import { isOwnerPresent } from "./owner.ts";
import type { CodeRequest } from "./token-request.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** What a code is held against. */
export interface ExchangeFacts {
  /** The owner as they are in the workspace now; undefined where they left, or the owner is the workspace. */
  readonly member: MemberRecord | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** The same moment in milliseconds. */
  readonly now_ms: number;
  /** How long a second request counts as a double click and not as a theft. */
  readonly replay_window_ms: number;
}

/** What comes of showing a code. */
export type ExchangeDecision =
  /** To be carried out by moving the grant from generation 0 to 1: whoever fails at that is told `code_used`. */
  | { readonly kind: "exchange"; readonly grant: WorkspaceGrant }
  | { readonly kind: "reject"; readonly error: WorkspaceError; readonly count_failure: boolean }
  /** Somebody holds a copy, or is guessing: nothing that came of the code stays good. */
  | { readonly kind: "revoke_grant"; readonly grant_id: string; readonly error: WorkspaceError };

/** How often an integration may fail before its code is worth nothing. */
export const MOST_FAILURES = 5;

/** Decides what a code is good for. What is refused uses up nothing, and a stranger's attempt does not even count. */
export function decideExchange(
  token: GrantToken | undefined,
  grant: WorkspaceGrant | undefined,
  integration: IntegrationRecord,
  request: Pick<CodeRequest, "redirect_uri" | "code_verifier">,
  facts: ExchangeFacts,
): ExchangeDecision {
  if (!integration.enabled) return reject(refusals.credentials_wrong);
  if (integration.kind === "internal") return reject(refusals.grant_type_forbidden);
  if (token === undefined || grant?.integration_id !== integration.id) {
    return reject(refusals.code_invalid);
  }
  if (grant.revoked_at !== undefined) return reject(refusals.code_invalid);
  const error = missingProof(grant, integration, request);
  if (grant.generation > 0) return error ? reject(error) : decideSecondUse(grant, facts);
  if (token.expires_at <= facts.now || grant.failures >= MOST_FAILURES) {
    return reject(refusals.code_invalid);
  }
  if (error !== undefined) return fail(grant, error);

  if (!isOwnerPresent(grant.session.owner, facts.member)) return reject(refusals.owner_gone);
  if (grant.session.capability_revision !== integration.capability_revision) {
    return reject(refusals.capabilities_changed);
  }
  return { kind: "exchange", grant };
}

/** What is missing of the proof that the code was meant for this very request. */
function missingProof(
  { session }: WorkspaceGrant,
  { redirect_uris }: IntegrationRecord,
  { redirect_uri, code_verifier }: Pick<CodeRequest, "redirect_uri" | "code_verifier">,
): WorkspaceError | undefined {
  if (session.redirect_uri === undefined) {
    // Nobody sent it before, but who repeats what is registered does no harm.
    const isOnlyOne = redirect_uris.length === 1 && redirect_uris[0] === redirect_uri;
    if (redirect_uri !== undefined && !isOnlyOne) return refusals.redirect_uri_mismatch;
  } else if (redirect_uri === undefined) {
    return refusals.redirect_uri_missing;
  } else if (redirect_uri !== session.redirect_uri) {
    return refusals.redirect_uri_mismatch;
  }
  const proof = verifyCodeVerifier(session.code_challenge, code_verifier);
  return proof.ok ? undefined : refusals.code_verifier_mismatch;
}

/** A wrong guess counts; who left the redirect_uri out did not guess. */
function fail({ grant_id, failures }: WorkspaceGrant, error: WorkspaceError): ExchangeDecision {
  if (error === refusals.redirect_uri_missing) return reject(error);
  return failures + 1 < MOST_FAILURES
    ? { kind: "reject", error, count_failure: true }
    : { kind: "revoke_grant", grant_id, error };
}

/** RFC 6749 §4.1.2. A callback that runs twice is common, and harmless. */
function decideSecondUse(
  { grant_id, exchanged_at_ms }: WorkspaceGrant,
  { now_ms, replay_window_ms }: ExchangeFacts,
): ExchangeDecision {
  const isDoubleClick =
    exchanged_at_ms === undefined || now_ms - exchanged_at_ms <= replay_window_ms;
  if (isDoubleClick) return reject(refusals.code_used);
  return { kind: "revoke_grant", grant_id, error: refusals.code_used };
}

function reject(error: WorkspaceError): ExchangeDecision {
  return { kind: "reject", error, count_failure: false };
}
