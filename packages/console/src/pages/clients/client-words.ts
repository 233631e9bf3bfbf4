import type { OAuth2Client, OAuth2ClientInput } from "@latchkey/api";

/** What people call a client. */
export function nameOf(client: Pick<OAuth2Client, "client_name" | "client_id">): string {
  return client.client_name === "" ? client.client_id : client.client_name;
}

/** What it is, in two words. */
export function kindOf(client: OAuth2Client): string {
  const grants = client.grant_types;
  if (grants.length > 0 && grants.every((grant) => grant === "client_credentials"))
    return "Machine";
  if (client.token_endpoint_auth_method === "none") return "Public app";
  return client.token_endpoint_auth_method === "private_key_jwt" ? "Own key" : "Web server";
}

/** Whether it proves itself with a secret. */
export function hasSecret(client: OAuth2Client): boolean {
  return client.token_endpoint_auth_method.startsWith("client_secret");
}

/** Whether people sign in through it. An empty list means the code grant. */
export function usesCodes(client: OAuth2Client): boolean {
  return client.grant_types.length === 0 || client.grant_types.includes("authorization_code");
}

/** What an update takes: the whole client but for what the server sets by itself. */
export function toInput(client: OAuth2Client): OAuth2ClientInput {
  const {
    created_at: _created,
    updated_at: _updated,
    client_secret: _secret,
    client_secret_expires_at: _expiry,
    ...rest
  } = client;
  return rest;
}

/** One item a line. */
export function linesOf(text: string): string[] {
  return text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The origins whose scripts may call the server for a client. Those of a public client's redirect URIs need not be listed. */
export function corsOriginsOf(client: OAuth2Client): string[] {
  const isPublic = client.token_endpoint_auth_method === "none";
  const own = isPublic ? client.redirect_uris.flatMap(webOriginOf) : [];
  return [...new Set([...client.allowed_cors_origins, ...own])];
}

function webOriginOf(address: string): string[] {
  const url = URL.parse(address);
  return url?.protocol === "https:" || url?.protocol === "http:" ? [url.origin] : [];
}
