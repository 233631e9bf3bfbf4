import { type Client, defaultClientMetadata } from "../oauth/client.ts";

/** The built-in pages as a client, as the login app sees them. */
export const ownClient: Client = {
  ...defaultClientMetadata,
  client_id: "latchkey",
  client_name: "Latchkey",
  client_secret_hash: undefined,
  client_key: 0,
  access_token_epoch: 0,
  redirect_uris: [],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  scope: [],
  logo_uri: "",
  subject_type: "public",
  created_at: 0,
  updated_at: 0,
};
