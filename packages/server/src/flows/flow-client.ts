import type { Context } from "../context/context.ts";
import type { Flow } from "../interaction/flow.ts";
import type { Client } from "../oauth/client.ts";

/** The client of a flow, if it still exists and the flow may go on for it. */
export async function clientOfFlow(flow: Flow, context: Context): Promise<Client | undefined> {
  // A feature that was taken away has left flows behind.
  return context.flow_kinds.get(flow.purpose.kind)?.findClient(flow, context);
}

/** The registered client with the id of a flow. A later client of the same id is another one. */
export async function findOwnClient(
  { client_id, client_key }: Flow,
  { store }: Pick<Context, "store">,
): Promise<Client | undefined> {
  const client = await store.clients.find(client_id);
  return client?.client_key === client_key ? client : undefined;
}
