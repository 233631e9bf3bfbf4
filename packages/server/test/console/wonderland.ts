import type { Journey } from "../browser/journey.ts";

/** Fills a server with what a small company has: apps, a machine, workspaces. */
export async function fill({ latchkey }: Journey): Promise<void> {
  const machine = { grant_types: ["client_credentials"], scope: "reports.read reports.write" };
  await latchkey.createOAuth2Client({
    body: {
      client_id: "nightly-report",
      client_name: "Nightly report",
      owner: "finance",
      ...machine,
    },
  });
  await latchkey.createOAuth2Client({
    body: {
      client_id: "albums",
      client_name: "Albums",
      token_endpoint_auth_method: "none",
      redirect_uris: ["https://albums.example/callback"],
      allowed_cors_origins: ["https://albums.example"],
      grant_types: ["authorization_code", "refresh_token"],
      scope: "openid offline_access profile",
    },
  });
}
