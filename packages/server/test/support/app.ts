import type { OAuth2ClientInput } from "@latchkey/api";
import { basic, type Client } from "@latchkey/client";
import { startTestServer, type TestServer } from "./server.ts";

/** A client that signs users in. */
export interface App {
  readonly client_id: string;
  readonly redirect_uri: string;
  /** Its authentication at the token endpoint; undefined for a public client. */
  readonly authorization: string | undefined;
}

/** Every response type there is. */
export const RESPONSE_TYPES = [
  "code",
  "id_token",
  "token",
  "id_token token",
  "code id_token",
  "code token",
  "code id_token token",
] as const;

/** A server for this test file, with photos registered. */
export async function startServerWithApp(
  settings: Readonly<Record<string, unknown>> = {},
  description: OAuth2ClientInput = {},
): Promise<TestServer & { readonly world: TestServer; readonly photos: App }> {
  const world = await startTestServer(settings);
  return { ...world, world, photos: await registerApp(world.latchkey, description) };
}

/** Registers photos, which may ask for everything, unless its description says otherwise. */
export async function registerApp(
  latchkey: Client,
  description: OAuth2ClientInput = {},
): Promise<App> {
  const { client_id, client_secret, redirect_uris } = await latchkey.createOAuth2Client({
    body: {
      client_id: "photos",
      client_name: "Photos",
      redirect_uris: ["https://photos.example/callback"],
      grant_types: ["authorization_code", "refresh_token", "implicit"],
      response_types: RESPONSE_TYPES,
      scope: "openid offline offline_access profile albums.read",
      audience: ["https://api.example"],
      ...description,
    },
  });
  const isPublic = description.token_endpoint_auth_method === "none";
  return {
    client_id,
    redirect_uri: redirect_uris[0] ?? "",
    authorization: isPublic ? undefined : basic(client_id, client_secret ?? ""),
  };
}
