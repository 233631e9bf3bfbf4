import { ok } from "../oauth/result.ts";
import { decideWorkspaceRevocation, describeWorkspaceRevocation } from "../workspace/revoke.ts";
import { readTokenBody } from "../workspace/token-request.ts";
import { callEndpoint, spend } from "./call.ts";
import { findWorkspaceToken } from "./standing.ts";

/** POST /v1/oauth/revoke: either token takes the pair with it. */
export const revokeToken = callEndpoint(async ({ integration, body, request_id }, context) => {
  const shown = readTokenBody(body, integration.client_id);
  if (!shown.ok) return shown;
  const { figures, now, store } = context;
  const kinds = ["workspace_access_token", "workspace_refresh_token"] as const;
  const found = await findWorkspaceToken(shown.value, kinds, context);
  const decision = decideWorkspaceRevocation(found, integration, now());
  if (decision.kind === "revoke_grant") {
    await spend(() => store.workspace_grants.revoke(decision.grant_id, now()));
    figures.tokens_revoked.add();
  }
  return ok(describeWorkspaceRevocation(request_id));
});
