import type { Client } from "@latchkey/client";
import { adminApi, registerClient } from "./register.ts";

/** Registers a client to try the pages with: `npx latchkey token user --client-id {{name}}-client`. */
export async function setUp(latchkey: Client): Promise<void> {
  await registerClient(latchkey, "{{name}}-client", {
    client_name: "Client of {{name}}",
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code"],
    response_types: ["code"],
    scope: "openid profile",
    redirect_uris: ["http://127.0.0.1/callback"],
  });
}

if (import.meta.main) await setUp(adminApi());
