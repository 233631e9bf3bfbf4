import type { Context, Endpoint } from "../../context/context.ts";
import { noStore, type Response } from "../../http/response.ts";
import { readForm } from "../../http/form.ts";
import { refuse } from "../../http/refuse.ts";
import { findToken } from "../../grants/find-token.ts";
import { authenticateClient } from "../../grants/authenticate-client.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import { parameterMissing } from "../../oauth/oauth-error.ts";
import { decideRevocation, type RevocationDecision } from "../../oauth/revocation.ts";

/** POST /oauth2/revoke: RFC 7009. */
export const revokeOAuth2Token: Endpoint = async (request, context) => {
  const form = readForm(request);
  if (!form.ok) return refuse(form.error, request, context);
  const client = await authenticateClient(request, form.value, context);
  if (!client.ok) return refuse(client.error, request, context);
  const presented = form.value.get("token");
  if (presented === undefined) return refuse(parameterMissing("token"), request, context);

  const decision = await revoke(presented, client.value, context);
  if (decision.kind === "revoke_grant")
    return { ...done, note: { flow_id: decision.key.grant_id, client_id: client.value.client_id } };
  return done; // §2.2: 200 for an unknown token as well.
};

/** Revokes a token of a client, if it is one. */
export async function revoke(
  presented: string,
  client: AuthenticatedClient,
  context: Context,
): Promise<RevocationDecision> {
  const decision = decideRevocation(await findToken(presented, context), client);
  await carryOut(decision, context);
  return decision;
}

async function carryOut(
  decision: RevocationDecision,
  { server_metrics, now, store }: Context,
): Promise<void> {
  switch (decision.kind) {
    case "nothing":
      return;
    case "revoke":
      await store.access_tokens.revoke(decision.token.signature, decision.token.jwt_id);
      break;
    case "revoke_grant":
      await store.grants.revoke(decision.key, now());
      break;
  }
  server_metrics.tokens_revoked.add();
}

const done: Response = { status: 200, headers: noStore, body: "" };
