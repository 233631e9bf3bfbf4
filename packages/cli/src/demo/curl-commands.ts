import type { DemoIntegration } from "./integration.ts";
import type { Installed } from "./sessions.ts";

/** curl commands for introspection, refresh and revocation. */
export function curlCommands({ tokens }: Installed, integration: DemoIntegration): string {
  const token = tokens.accessToken.reveal();
  const refresh_token = tokens.refreshToken?.reveal();
  return [
    curl("/oauth/introspect", { token }, integration),
    curl("/oauth/token", { grant_type: "refresh_token", refresh_token }, integration),
    curl("/oauth/revoke", { token }, integration),
  ].join("\n\n");
}

function curl(
  path: string,
  body: object,
  { api_url, client_id, client_secret }: DemoIntegration,
): string {
  return [
    `curl -s ${quote(api_url + path)}`,
    `-u ${quote(`${client_id}:${client_secret}`)}`,
    "-H 'Service-Version: 2026-03-11'",
    "-H 'Content-Type: application/json'",
    `-d ${quote(JSON.stringify(body))}`,
  ].join(" \\\n  ");
}

/** Quotes a shell argument in single quotes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
