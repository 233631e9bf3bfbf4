import { clientFieldList, type OAuth2Client, type OAuth2ClientInput } from "@latchkey/api";

/** The name of a client, or its id where it has none. */
export function displayName(client: Pick<OAuth2Client, "client_name" | "client_id">): string {
  return client.client_name === "" ? client.client_id : client.client_name;
}

/** Whether the client authenticates with a secret. */
export function hasSecret(client: Pick<OAuth2Client, "token_endpoint_auth_method">): boolean {
  return client.token_endpoint_auth_method.startsWith("client_secret");
}

/** Whether users sign in through the client, in its own browser or for a device. */
export function hasUsers(client: Pick<OAuth2Client, "grant_types">): boolean {
  return usesAuthorizationCode(client) || usesDeviceCode(client);
}

/** Whether the client is for devices without a browser. */
export function usesDeviceCode({ grant_types }: Pick<OAuth2Client, "grant_types">): boolean {
  return grant_types.includes("urn:ietf:params:oauth:grant-type:device_code");
}

/** Whether browsers are redirected to the client. An empty list of grant types means `authorization_code`. */
export function usesAuthorizationCode({ grant_types }: Pick<OAuth2Client, "grant_types">): boolean {
  return grant_types.length === 0 || grant_types.includes("authorization_code");
}

/** The body of an update: the whole client without what the server sets. A secret that is left out stays as it is. */
export function toClientInput(client: Partial<OAuth2Client>): OAuth2ClientInput {
  const input: OAuth2ClientInput = { ...client };
  for (const [name, { set_by, visible_to }] of clientFieldList) {
    if (set_by === "server" || visible_to === "setter") Reflect.deleteProperty(input, name);
  }
  return input;
}

/** The origins that may call the server for a client: those listed, and for a public client those of its redirect URIs. */
export function corsOrigins(
  client: Pick<
    OAuth2Client,
    "allowed_cors_origins" | "redirect_uris" | "token_endpoint_auth_method"
  >,
): string[] {
  const isPublic = client.token_endpoint_auth_method === "none";
  const own = isPublic ? client.redirect_uris.flatMap(webOriginOf) : [];
  return [...new Set([...client.allowed_cors_origins, ...own])];
}

function webOriginOf(address: string): string[] {
  const url = URL.parse(address);
  return url?.protocol === "https:" || url?.protocol === "http:" ? [url.origin] : [];
}
