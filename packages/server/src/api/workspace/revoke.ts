import type { Context } from "../../context/context.ts";
import { ok } from "../../oauth/result.ts";
import { decideWorkspaceRevocation, describeWorkspaceRevocation } from "../../workspace/revoke.ts";
import { parseTokenBody } from "../../workspace/token-request.ts";
import { type Call, callEndpoint, type Outcome } from "./call.ts";
import { findWorkspaceToken } from "./standing.ts";

/** POST /v1/oauth/revoke: revokes the token and its pair. */
export const revokeToken = callEndpoint(revoke);

async function revoke({ integration, body, request_id }: Call, context: Context): Outcome {
  const presented = parseTokenBody(body, integration.client_id);
  if (!presented.ok) return presented;
  const { server_metrics, now, store } = context;
  const kinds = ["workspace_access_token", "workspace_refresh_token"] as const;
  const found = await findWorkspaceToken(presented.value, kinds, context);
  const decision = decideWorkspaceRevocation(found, integration, now());
  if (decision.kind === "revoke_grant") {
    await store.workspace_grants.revoke(decision.grant_id, now());
    server_metrics.tokens_revoked.add();
  }
  return ok(describeWorkspaceRevocation(request_id));
}
