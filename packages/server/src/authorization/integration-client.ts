import type { Client } from "../oauth/client.ts";
import type { IntegrationRecord } from "../workspace/records.ts";

/** An integration as the login provider knows it: a client like any other. */
export function asClient(integration: IntegrationRecord): Client {
  const { client_id, name, icon, redirect_uris, capabilities, created_at, updated_at } =
    integration;
  return {
    client_id,
    client_name: name,
    client_secret_hash: undefined,
    client_key: 0,
    access_token_epoch: 0,
    redirect_uris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: capabilities,
    audience: [],
    owner: "",
    policy_uri: "",
    tos_uri: "",
    client_uri: "",
    logo_uri: icon !== null && URL.canParse(icon) ? icon : "",
    allowed_cors_origins: [],
    contacts: [],
    subject_type: "public",
    token_endpoint_auth_method: "client_secret_basic",
    request_uris: [],
    userinfo_signed_response_alg: "none",
    frontchannel_logout_session_required: false,
    post_logout_redirect_uris: [],
    backchannel_logout_session_required: false,
    metadata: {},
    created_at,
    updated_at,
  };
}
