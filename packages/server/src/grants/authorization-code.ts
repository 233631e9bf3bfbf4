import type { Context } from "../context/context.ts";
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
  verifyMayRedeem,
} from "../oauth/authorization-code-grant.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import type { Grant as GrantRecord } from "../oauth/grant.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok } from "../oauth/result.ts";
import { describeTokens, type IssuedTokens } from "../oauth/token-response.ts";
import type { Grant } from "./grant.ts";
import { assertWasAnswered } from "../store/unavailable.ts";
import { countIssued, issueGrantTokens } from "./issue-grant-tokens.ts";
import { nextGeneration } from "./next-generation.ts";

/** RFC 6749 §4.1.3: a code becomes tokens, for one request and no other. */
export const authorizationCode: Grant = async (form, client, context, { received_at_ms }) => {
  const allowed = verifyMayRedeem(client);
  if (!allowed.ok) return err(describeRedemptionRejection(allowed.error));
  const code = form.get("code");
  if (code === undefined) return err(codeMissing);
  const token = readGrantToken(context.signer, "authorization_code", code);
  if (token === undefined) return err(describeRedemptionRejection({ reason: "code_unknown" }));

  const request: RedemptionRequest = {
    client,
    redirect_uri: form.get("redirect_uri"),
    code_verifier: form.get("code_verifier"),
    arrived_at_ms: received_at_ms,
  };
  const { now, store } = context;
  let lost = false;
  // A grant that we remember is most likely as it was: redeeming will tell. Everything else is decided by the store.
  for (let known = store.grants.recall(token.grant_id); ; known = undefined) {
    const grant = known ?? (await store.grants.find(token.grant_id));
    const first = decideRedemption(token, grant, request, now());
    if (known !== undefined && first.kind !== "redeem") continue;
    if (isSecondUse(first)) assertWasAnswered(grant?.redeemed_at_ms, store);
    const decision =
      first.kind === "suspect" ? await lookAgain(first.grant_id, request, context) : first;
    switch (decision.kind) {
      case "suspect":
      case "reject":
        if (lost) await settle(token.grant_id, context);
        return err(describeRedemptionRejection(rejectionOf(decision)));
      case "revoke_grant":
        context.log.warn("code replayed, grant revoked", { grant_id: decision.grant_id });
        await store.grants.revoke(decision.grant_id, now());
        return err(describeRedemptionRejection(decision.rejection));
      case "redeem": {
        const issued = await redeem(decision.grant, decision.issue, client, context);
        if (issued !== undefined) return ok(describeTokens(issued));
        lost = true; // Look at what the first one left.
      }
    }
  }
};

/** Undefined when somebody else was first. */
async function redeem(
  grant: GrantRecord,
  issue: TokensToIssue,
  client: AuthenticatedClient,
  context: Context,
): Promise<IssuedTokens | undefined> {
  const { server_metrics, now_ms, store } = context;
  const next = nextGeneration(grant, client, issue.refresh_token, context);
  const issued = await issueGrantTokens(next, client, issue, context);
  // Only now is the code spent: who came while we were at it lost a race, who comes later holds a copy.
  const won = await store.grants.redeem(grant, { ...next, redeemed_at_ms: now_ms() });
  if (!won) return undefined;
  server_metrics.access_tokens_issued("authorization_code").add();
  countIssued(issue, context);
  return issued;
}

/** Where somebody lost a race, others may be about to. */
async function settle(grant_id: string, { now_ms, store }: Context): Promise<void> {
  await store.grants.settle(grant_id, contestedUntil(now_ms()));
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

/** Whether the code is refused because it was redeemed before. */
function isSecondUse(decision: RedemptionDecision): boolean {
  if (decision.kind === "reject") return decision.rejection.reason === "race_lost";
  return decision.kind === "suspect" || decision.kind === "revoke_grant";
}

function rejectionOf(decision: RedemptionDecision): RedemptionRejection {
  return decision.kind === "reject" ? decision.rejection : { reason: "race_lost" };
}

const codeMissing: OAuthError = {
  error: "invalid_request",
  error_description: "The form must bring a code.",
};
