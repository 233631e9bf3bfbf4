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
  switch (flow.purpose.kind) {
    case "sign_in":
      return ownClient;
    case "installation": {
      const integration = await store.integrations.find(flow.purpose.integration_id);
      const isSame = integration?.client_id === flow.client_id;
      return isSame && integration.enabled ? asClient(integration) : undefined;
    }
    case "device":
    case "authorization": {
      const client = await store.clients.find(flow.client_id);
      return client?.client_key === flow.client_key ? client : undefined;
    }
  }
}
