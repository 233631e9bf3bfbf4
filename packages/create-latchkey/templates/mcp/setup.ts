import type { Client } from "@latchkey/client";
import { adminApi, registerApi } from "./register.ts";
import { BASE_URL } from "./src/env.ts";

/** Registers the MCP server as an API, so that MCP clients can request tokens for it. */
export async function setUp(latchkey: Client): Promise<void> {
  await registerApi(latchkey, {
    identifier: `${BASE_URL}/mcp`,
    name: "{{name}}",
    scopes: ["notes.read"],
    access_token_format: "jwt",
    allow_any_client: true,
  });
}

if (import.meta.main) await setUp(adminApi());
