import type { Context } from "../context.ts";
import { readGrantToken } from "../crypto/grant-token.ts";
import {
  contestedUntil,
  decideRedemption,
  decideSuspicion,
  describeRedemptionRejection,
  type RedemptionDecision,
  type RedemptionRejection,
  type RedemptionRequest,
  type TokensToIssue,
} from "../oauth/authorization-code-grant.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import type { Grant as GrantRecord } from "../oauth/grant.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok } from "../oauth/result.ts";
import { describeTokens } from "../oauth/token-response.ts";
import type { Grant } from "./grant.ts";
import { countIssued, issueGrantTokens } from "./issue-grant-tokens.ts";
import { nextGeneration } from "./next-generation.ts";

/** RFC 6749 §4.1.3: a code becomes tokens, for one request and no other. */
export const authorizationCode: Grant = async (form, client, context, { received_at_ms }) => {
  const code = form.get("code");
  if (code === undefined) return err(codeMissing);
  const token = readGrantToken(context.notary, "authorization_code", code);
  if (token === undefined) return err(describeRedemptionRejection({ reason: "code_unknown" }));

  const request: RedemptionRequest = {
    client,
    redirect_uri: form.get("redirect_uri"),
    code_verifier: form.get("code_verifier"),
    arrived_at_ms: received_at_ms,
  };
  const { now, store } = context;
  const grant = await store.grants.find(token.grant_id);
  const first = decideRedemption(token, grant, request, now());
  const decision =
    first.kind === "suspect" ? await lookAgain(first.grant_id, request, context) : first;
  switch (decision.kind) {
    case "suspect":
    case "reject":
      return err(describeRedemptionRejection(rejectionOf(decision)));
    case "revoke_grant":
      context.log.warn("code replayed, grant revoked", { grant_id: decision.grant_id });
      await store.grants.revoke(decision.grant_id, now());
      return err(describeRedemptionRejection(decision.rejection));
    case "redeem":
      return redeem(decision.grant, decision.issue, client, context);
  }
};

async function redeem(
  grant: GrantRecord,
  issue: TokensToIssue,
  client: AuthenticatedClient,
  context: Context,
): ReturnType<Grant> {
  const { figures, now_ms, store } = context;
  const next = nextGeneration(grant, client, issue.refresh_token, context);
  const issued = await issueGrantTokens(next, client, issue, context);
  // Only now is the code spent: who came while we were at it lost a race, who comes later holds a copy.
  if (!(await store.grants.redeem(grant, { ...next, redeemed_at_ms: now_ms() }))) {
    await store.grants.settle(grant.grant_id, contestedUntil(now_ms()));
    return err(describeRedemptionRejection({ reason: "race_lost" }));
  }
  figures.access_tokens_issued("authorization_code").add();
  countIssued(issue, context);
  return ok(describeTokens(issued));
}

const A_MOMENT_MS = 100;

async function lookAgain(
  grant_id: string,
  request: RedemptionRequest,
  { pause, store }: Context,
): Promise<RedemptionDecision> {
  await store.grants.suspect(grant_id);
  await pause(A_MOMENT_MS);
  return decideSuspicion(await store.grants.find(grant_id), request);
}

function rejectionOf(decision: RedemptionDecision): RedemptionRejection {
  return decision.kind === "reject" ? decision.rejection : { reason: "race_lost" };
}

const codeMissing: OAuthError = {
  error: "invalid_request",
  error_description: "The form must bring a code.",
};
