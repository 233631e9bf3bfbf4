import { randomBytes } from "node:crypto";
import type { NewClient } from "../../../src/oauth/client.ts";
import { exampleClient } from "../../../src/oauth/example-client.ts";
import { NOW } from "./example.ts";

/** A random id of hex digits, so that it sorts before `zz` in any collation. */
export function aClientId(): string {
  return randomBytes(8).toString("hex");
}

/** A client that is not stored yet. */
export function aClient(client: Partial<NewClient> = {}): NewClient {
  const {
    client_key: _key,
    access_token_epoch: _epoch,
    ...plain
  } = exampleClient({
    client_id: aClientId(),
    created_at: NOW,
    updated_at: NOW,
    metadata: { team: "camera" },
  });
  return { ...plain, ...client };
}

/** The client of a metadata document. */
export function aDocumentClient(client: Partial<NewClient> = {}): NewClient {
  return aClient({
    client_id: `https://agent.example/${aClientId()}`,
    client_secret_hash: undefined,
    metadata_document: { fresh_until: NOW + 30 },
    ...client,
  });
}
