import { ok } from "@latchkey/server/feature/rules";
import type { WorkspaceContext } from "./context.ts";
import { decideWorkspaceRevocation, describeWorkspaceRevocation } from "./rules/revoke.ts";
import { parseTokenBody } from "./rules/token-request.ts";
import { type Call, callEndpoint, type Outcome } from "./call.ts";
import { findWorkspaceToken } from "./standing.ts";
import { tokenKinds } from "./token-kinds.ts";

/** POST /v1/oauth/revoke: revokes the token and its pair. */
export const revokeToken = callEndpoint(revoke);

async function revoke({ integration, body, request_id }: Call, context: WorkspaceContext): Outcome {
  const presented = parseTokenBody(body, integration.client_id);
  if (!presented.ok) return presented;
  const {
    server_metrics,
    now,
    workspace: { store },
  } = context;
  const kinds = [tokenKinds.access_token, tokenKinds.refresh_token];
  const found = await findWorkspaceToken(presented.value, kinds, context);
  const decision = decideWorkspaceRevocation(found, integration, now());
  if (decision.kind === "revoke_grant") {
    await store.workspace_grants.revoke(decision.grant_id, now());
    server_metrics.tokens_revoked.add();
  }
  return ok(describeWorkspaceRevocation(request_id));
}
