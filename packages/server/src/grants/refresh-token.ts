import type { Context } from "../context.ts";
import { readGrantToken } from "../crypto/grant-token.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import type { GrantToken } from "../oauth/grant.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { decideRefresh, describeRefreshRejection } from "../oauth/refresh-token-grant.ts";
import { err, ok } from "../oauth/result.ts";
import { describeTokens } from "../oauth/token-response.ts";
import type { Grant } from "./grant.ts";
import { countIssued, issueGrantTokens } from "./issue-grant-tokens.ts";
import { nextGeneration } from "./next-generation.ts";

/** RFC 6749 §6: a refresh token becomes the next one. Lost answers are told again; copies betray themselves. */
export const refreshToken: Grant = async (form, client, context) => {
  const shown = form.get("refresh_token");
  if (shown === undefined) return err(tokenMissing);
  const token = readGrantToken(context.notary, "refresh_token", shown);
  if (token === undefined) return err(describeRefreshRejection({ reason: "token_unknown" }));

  for (;;) {
    const decision = await decide(token, client, form.get("scope"), context);
    switch (decision.kind) {
      case "reject":
        return err(describeRefreshRejection(decision.rejection));
      case "revoke_grant":
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
        context.figures.access_tokens_issued("refresh_token").add();
        countIssued(decision.issue, context);
        return ok(describeTokens(await issueGrantTokens(next, client, decision.issue, context)));
      }
    }
  }
};

async function decide(
  token: GrantToken,
  client: AuthenticatedClient,
  scope: string | undefined,
  context: Context,
) {
  const { config, store, now, now_ms } = context;
  const grant = await store.grants.find(token.grant_id);
  return decideRefresh(
    token,
    grant,
    { client, scope },
    { scope_strategy: config["strategies.scope"], now: now(), now_ms: now_ms() },
  );
}

const tokenMissing: OAuthError = {
  error: "invalid_request",
  error_description: "The form must bring a refresh_token.",
};
