import type { Client } from "./client.ts";

/** For tests: photos, a client with nothing remarkable about it but what the test remarks on. */
export function exampleClient(remarks: Partial<Client> = {}): Client {
  return {
    client_id: "photos",
    client_secret_hash: "sha256:cGhvdG9z",
    client_key: 0,
    access_token_epoch: 0,
    created_at: 1_000,
    updated_at: 1_000,
    client_name: "",
    redirect_uris: [],
    grant_types: [],
    response_types: [],
    scope: [],
    audience: [],
    owner: "",
    policy_uri: "",
    tos_uri: "",
    client_uri: "",
    logo_uri: "",
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
    ...remarks,
  };
}
