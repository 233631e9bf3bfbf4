import type { Context } from "../context/context.ts";
import { mintFlowId } from "../crypto/flow-id.ts";
import { logoutDeliveryLifespan } from "../grants/lifespans.ts";
import type { Client } from "../oauth/client.ts";
import type { LogoutDelivery } from "../store/port/session-store.ts";

/** The clients of a session that still exist; a later client of the same id is another one. */
export async function clientsOfSession(sid: string, { store }: Context): Promise<Client[]> {
  const visits = await store.login_sessions.visitsOf(sid);
  const found = await Promise.all(
    visits.map(async ({ client_id, client_key }) => {
      const client = await store.clients.find(client_id);
      return client?.client_key === client_key ? client : undefined;
    }),
  );
  return found.filter((client) => client !== undefined);
}

/** The logout tokens to be sent to those clients of a session that registered for back-channel logout. */
export function deliveriesTo(
  clients: readonly Client[],
  sid: string,
  context: Context,
): LogoutDelivery[] {
  return clients
    .filter((client) => client.backchannel_logout_uri !== undefined)
    .map((client) => createDelivery(client, sid, context));
}

function createDelivery(
  { client_id, client_key }: Client,
  sid: string,
  { config, now, now_ms }: Context,
): LogoutDelivery {
  const due_at = now();
  const expires_at = due_at + logoutDeliveryLifespan(config);
  return {
    delivery_id: mintFlowId(now_ms()),
    client_id,
    client_key,
    sid,
    attempts: 0,
    due_at,
    expires_at,
  };
}
