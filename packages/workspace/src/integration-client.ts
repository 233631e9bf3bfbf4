import { type Client, defaultClientMetadata } from "@latchkey/server/feature/rules";
import type { IntegrationRecord } from "./rules/records.ts";

/** What a login app is shown of an integration. */
type ShownIntegration = Pick<
  IntegrationRecord,
  "client_id" | "name" | "icon" | "redirect_uris" | "capabilities" | "created_at" | "updated_at"
>;

/** An integration as a client, as the login app sees it. */
export function asClient(integration: ShownIntegration): Client {
  const { client_id, name, icon, redirect_uris, capabilities, created_at, updated_at } =
    integration;
  return {
    ...defaultClientMetadata,
    client_id,
    client_name: name,
    client_secret_hash: undefined,
    client_key: 0,
    access_token_epoch: 0,
    redirect_uris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: capabilities,
    logo_uri: icon !== null && URL.canParse(icon) ? icon : "",
    subject_type: "public",
    created_at,
    updated_at,
  };
}
