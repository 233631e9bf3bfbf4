import type { Client } from "@latchkey/client";
import { adminApi, registerClient } from "./register.ts";
import { BASE_URL, required } from "./src/env.ts";

/** Registers this app as a client of Latchkey. */
export async function setUp(latchkey: Client): Promise<void> {
  await registerClient(latchkey, "{{name}}", {
    client_name: "{{name}}",
    client_secret: required("CLIENT_SECRET"),
    grant_types: ["authorization_code"],
    response_types: ["code"],
    scope: "openid profile email",
    redirect_uris: [`${BASE_URL}/callback`],
    post_logout_redirect_uris: [`${BASE_URL}/`],
  });
}

if (import.meta.main) await setUp(adminApi());
