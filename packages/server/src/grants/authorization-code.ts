import type { Context } from "../context.ts";
import { readGrantToken } from "../crypto/grant-token.ts";
import {
  decideRedemption,
  describeRedemptionRejection,
  type RedemptionRequest,
} from "../oauth/authorization-code-grant.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok } from "../oauth/result.ts";
import { describeTokens } from "../oauth/token-response.ts";
import { beginGeneration } from "./begin-generation.ts";
import type { Grant } from "./grant.ts";
import { issueGrantTokens } from "./issue-grant-tokens.ts";

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
  const grant = await context.store.grants.find(token.grant_id);
  const decision = decideRedemption(token, grant, request, context.now());
  switch (decision.kind) {
    case "reject":
      return err(describeRedemptionRejection(decision.rejection));
    case "revoke_grant":
      await revoke(decision.grant_id, context);
      return err(describeRedemptionRejection(decision.rejection));
    case "redeem": {
      const begun = await beginGeneration(
        decision.grant,
        client,
        decision.issue.refresh_token,
        context,
      );
      if (begun === undefined) return err(describeRedemptionRejection({ reason: "race_lost" }));
      const issued = await issueGrantTokens(begun, client, decision.issue, context);
      // Only now is the code spent: who came while we were at it lost a race, who comes later holds a copy.
      await context.store.grants.settle(begun.grant_id, context.now_ms());
      context.figures.access_tokens_issued("authorization_code").add();
      return ok(describeTokens(issued));
    }
  }
};

async function revoke(grant_id: string, { store, now, log }: Context): Promise<void> {
  log.warn("code replayed, grant revoked", { grant_id });
  await store.grants.revoke(grant_id, now());
}

const codeMissing: OAuthError = {
  error: "invalid_request",
  error_description: "The form must bring a code.",
};
