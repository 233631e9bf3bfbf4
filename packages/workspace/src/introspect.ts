import { ok } from "@latchkey/server/feature/rules";
import { describeWorkspaceIntrospection } from "./rules/introspect.ts";
import { parseTokenBody } from "./rules/token-request.ts";
import { callEndpoint } from "./call.ts";
import { findStanding, findWorkspaceToken } from "./standing.ts";
import { tokenKinds } from "./token-kinds.ts";

/** POST /v1/oauth/introspect. */
export const introspectToken = callEndpoint(async ({ integration, body, request_id }, context) => {
  const presented = parseTokenBody(body, integration.client_id);
  if (!presented.ok) return presented;
  const kinds = [tokenKinds.access_token, tokenKinds.refresh_token];
  const found = await findWorkspaceToken(presented.value, kinds, context);
  const { grant, installation, member } = found ? await findStanding(found.grant, context) : {};
  const facts = { integration, installation, member, now: context.now(), request_id };
  const token = found && grant && { token: found.token, grant };
  const answer = describeWorkspaceIntrospection(token, facts);
  context.server_metrics.introspections[answer.active ? "active" : "inactive"].add();
  return ok(answer);
});
