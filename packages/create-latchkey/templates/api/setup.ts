import type { Client } from "@latchkey/client";
import { adminApi, registerApi, registerClient } from "./register.ts";
import { BASE_URL, required } from "./src/env.ts";

/** Registers the API, and a client to try it with. */
export async function setUp(latchkey: Client): Promise<void> {
  await registerApi(latchkey, {
    identifier: BASE_URL,
    name: "{{name}}",
    scopes: ["photos.read", "photos.write"],
    access_token_format: "jwt",
    allow_any_client: true,
  });
  await registerClient(latchkey, "{{name}}-client", {
    client_name: "Client of {{name}}",
    client_secret: required("CLIENT_SECRET"),
    grant_types: ["client_credentials"],
    scope: "photos.read photos.write",
  });
}

if (import.meta.main) await setUp(adminApi());
