import { type Client, defaultClientMetadata } from "./client.ts";

/** For tests: a client with defaults, but for what the test sets. */
export function exampleClient(remarks: Partial<Client> = {}): Client {
  return {
    ...defaultClientMetadata,
    client_id: "photos",
    client_secret_hash: "sha256:cGhvdG9z",
    client_key: 0,
    access_token_epoch: 0,
    created_at: 1_000,
    updated_at: 1_000,
    ...remarks,
  };
}
