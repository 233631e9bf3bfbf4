import type { Client } from "../oauth/client.ts";
import { asClient } from "./integration-client.ts";

/** The built-in pages as a client, as the login app sees them. */
export const ownClient: Client = asClient({
  client_id: "latchkey",
  name: "Latchkey",
  icon: null,
  redirect_uris: [],
  capabilities: [],
  created_at: 0,
  updated_at: 0,
});
