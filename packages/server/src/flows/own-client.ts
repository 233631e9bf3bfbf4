import type { Client } from "../oauth/client.ts";
import { asClient } from "./integration-client.ts";

/** The built-in pages as a client, as the login app sees them. */
export const ownClient: Client = asClient({
  id: "latchkey",
  client_id: "latchkey",
  name: "Latchkey",
  icon: null,
  kind: "internal",
  redirect_uris: [],
  capabilities: [],
  install_scope: "any",
  template: null,
  allow_workspace_owner: false,
  enabled: true,
  description: null,
  install_url: null,
  listed: false,
  webhook: null,
  secrets: [],
  tokens: [],
  capability_revision: 0,
  created_at: 0,
  updated_at: 0,
});
