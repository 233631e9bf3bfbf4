import type { Context } from "../context/context.ts";
import type { Flow } from "../interaction/flow.ts";
import type { Client } from "../oauth/client.ts";
import { asClient } from "./integration-client.ts";
import { ownClient } from "./own-client.ts";

/** The client or integration of a flow, if it still exists; a later one of the same id is another one. */
export async function clientOfFlow(
  flow: Flow,
  { store }: Pick<Context, "store">,
): Promise<Client | undefined> {
  if (flow.return_to !== undefined) return ownClient;
  if (flow.integration !== undefined) {
    const integration = await store.integrations.find(flow.integration.integration_id);
    const isSame = integration?.client_id === flow.client_id;
    return isSame && integration.enabled ? asClient(integration) : undefined;
  }
  const client = await store.clients.find(flow.client_id);
  return client?.client_key === flow.client_key ? client : undefined;
}
