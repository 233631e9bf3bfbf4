import type { Client } from "@latchkey/client";
import { adminApi, registerClient } from "./register.ts";
import { BASE_URL } from "./src/env.ts";

/** Registers this app as a public client: it has no secret. The origin of its redirect URI may call Latchkey (CORS). */
export async function setUp(latchkey: Client): Promise<void> {
  await registerClient(latchkey, "{{name}}", {
    client_name: "{{name}}",
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code"],
    response_types: ["code"],
    scope: "openid profile email",
    redirect_uris: [`${BASE_URL}/`],
    post_logout_redirect_uris: [`${BASE_URL}/`],
  });
}

if (import.meta.main) await setUp(adminApi());
