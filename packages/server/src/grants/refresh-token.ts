import type { Context } from "../context/context.ts";
import { readGrantToken } from "../crypto/grant-token.ts";
import type { Grant as GrantRecord, GrantToken } from "../oauth/grant.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import {
  decideRefresh,
  describeRefreshRejection,
  type RefreshDecision,
  type RefreshRequest,
  verifyMayRefresh,
} from "../oauth/refresh-token-grant.ts";
import { err, ok } from "../oauth/result.ts";
import { describeTokens } from "../oauth/token-response.ts";
import type { Grant } from "./grant.ts";
import { assertWasAnswered } from "../store/unavailable.ts";
import { countIssued, issueGrantTokens } from "./issue-grant-tokens.ts";
import { nextGeneration } from "./next-generation.ts";

/** RFC 6749 §6: a refresh token becomes the next one. Lost answers are told again; copies betray themselves. */
export const refreshToken: Grant = async (form, client, context) => {
  const allowed = verifyMayRefresh(client);
  if (!allowed.ok) return err(describeRefreshRejection(allowed.error));
  const shown = form.get("refresh_token");
  if (shown === undefined) return err(tokenMissing);
  const token = readGrantToken(context.signer, "refresh_token", shown);
  if (token === undefined) return err(describeRefreshRejection({ reason: "token_unknown" }));

  // A token of the generation we remember is most likely good: rotating will tell. Everything else is decided by the store.
  for (let known = context.store.grants.recall(token.grant_id); ; known = undefined) {
    const grant = known ?? (await context.store.grants.find(token.grant_id));
    const decision = decide(token, grant, { client, scope: form.get("scope") }, context);
    if (known !== undefined && decision.kind !== "rotate") continue;
    switch (decision.kind) {
      case "reject":
        return err(describeRefreshRejection(decision.rejection));
      case "revoke_grant":
        assertWasAnswered(grant?.generation_at_ms, context.store);
        context.log.warn("refresh token replayed, grant revoked", { grant_id: decision.grant_id });
        await context.store.grants.revoke(decision.grant_id, context.now());
        return err(describeRefreshRejection(decision.rejection));
      case "repeat":
        countIssued(decision.issue, context);
        return ok(
          describeTokens(await issueGrantTokens(decision.grant, client, decision.issue, context)),
        );
      case "rotate": {
        const next = nextGeneration(decision.grant, client, true, context);
        if (!(await context.store.grants.rotate(decision.grant, next))) break; // Look again at what the first one left.
        context.server_metrics.access_tokens_issued("refresh_token").add();
        countIssued(decision.issue, context);
        return ok(describeTokens(await issueGrantTokens(next, client, decision.issue, context)));
      }
    }
  }
};

function decide(
  token: GrantToken,
  grant: GrantRecord | undefined,
  request: RefreshRequest,
  { config, now, now_ms }: Context,
): RefreshDecision {
  const scope_strategy = config["strategies.scope"];
  return decideRefresh(token, grant, request, { scope_strategy, now: now(), now_ms: now_ms() });
}

const tokenMissing: OAuthError = {
  error: "invalid_request",
  error_description: "The form must bring a refresh_token.",
};
