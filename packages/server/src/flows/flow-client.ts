import type { Context } from "../context/context.ts";
import type { Flow } from "../interaction/flow.ts";
import type { Client } from "../oauth/client.ts";
import { matchRedirectUri } from "../oauth/redirect-uri.ts";
import { asClient } from "./integration-client.ts";
import { ownClient } from "./own-client.ts";

/**
 * The client or integration of a flow, if it still exists and has the redirect URI of the flow: one that was removed meanwhile may
 * belong to another party. A later client of the same id is another one.
 */
export async function clientOfFlow(
  flow: Flow,
  { store }: Pick<Context, "store">,
): Promise<Client | undefined> {
  const { redirect_uri } = flow.request;
  switch (flow.purpose.kind) {
    case "sign_in":
      return ownClient;
    case "installation": {
      const integration = await store.integrations.find(flow.purpose.integration_id);
      if (integration?.client_id !== flow.client_id || !integration.enabled) return undefined;
      const { redirect_uris } = integration;
      return redirect_uris.includes(redirect_uri) ? asClient(integration) : undefined;
    }
    case "device":
      return findOwn(flow, store);
    case "authorization": {
      const client = await findOwn(flow, store);
      return client && matchRedirectUri(client.redirect_uris, redirect_uri).ok ? client : undefined;
    }
  }
}

async function findOwn(
  { client_id, client_key }: Flow,
  store: Context["store"],
): Promise<Client | undefined> {
  const client = await store.clients.find(client_id);
  return client?.client_key === client_key ? client : undefined;
}
