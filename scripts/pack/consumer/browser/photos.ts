import type { OAuth2Client } from "@latchkey/api";
import { ApiError, createClient, paginate } from "@latchkey/client";
import { createWorkspaceClient } from "@latchkey/workspace-client";

const latchkey = createClient({ admin: "http://127.0.0.1:4445" });

export async function namesOfClients(): Promise<readonly string[]> {
  const names: string[] = [];
  const clients = paginate((page) => latchkey.call("listOAuth2Clients", page));
  for await (const { client_name } of clients) names.push(client_name);
  return names;
}

export async function find(id: string): Promise<OAuth2Client | undefined> {
  try {
    return await latchkey.getOAuth2Client({ id });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

// @ts-expect-error -- An id is needed.
export const mistaken = () => latchkey.getOAuth2Client({});

const workspace = createWorkspaceClient({
  baseUrl: "https://api.example.com/v1",
  clientId: "photos",
  clientSecret: "only photos knows this",
});

export const frontDoor: string = workspace.authorizationUrl({
  redirectUri: "https://photos.example/callback",
  state: "where photos was",
});
