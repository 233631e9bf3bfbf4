import type { OAuth2Client } from "@latchkey/api";
import { appDefaults, type AppType, appTypeLabels } from "./app-defaults.ts";

type ClientSettings = Pick<
  OAuth2Client,
  "grant_types" | "token_endpoint_auth_method" | "redirect_uris" | "metadata" | "security_profile"
>;

/** The type of a client in a few words. */
export function clientType(client: ClientSettings): string {
  const type = appTypeOf(client);
  return type === undefined ? "Public client" : appTypeLabels[type];
}

/**
 * The type of app that a client is for: the one that was chosen when it was created here, while its settings still fit that,
 * else what they say. Undefined for a client without a secret that may run in a browser or on a device.
 */
export function appTypeOf(client: ClientSettings): AppType | undefined {
  const chosen = chosenType(client.metadata);
  return chosen !== undefined && fits(client, chosen) ? chosen : derivedType(client);
}

function chosenType(metadata: unknown): AppType | undefined {
  const { app_type }: { app_type?: unknown } = Object(metadata);
  return typeof app_type === "string" && isAppType(app_type) ? app_type : undefined;
}

function isAppType(name: string): name is AppType {
  return Object.hasOwn(appDefaults, name);
}

/** Whether a client authenticates and gets tokens as one of the type does. */
function fits(client: ClientSettings, type: AppType): boolean {
  const { token_endpoint_auth_method = "", grant_types: [grant = ""] = [] } =
    appDefaults[type].client;
  return (
    credentialOf(client.token_endpoint_auth_method) === credentialOf(token_endpoint_auth_method) &&
    grantsOf(client).includes(grant)
  );
}

function credentialOf(method: string): string {
  return method.startsWith("client_secret") ? "secret" : method;
}

/** An empty list means `authorization_code`. */
function grantsOf({ grant_types }: Pick<OAuth2Client, "grant_types">): readonly string[] {
  return grant_types.length === 0 ? ["authorization_code"] : grant_types;
}

function derivedType(client: ClientSettings): AppType | undefined {
  const { token_endpoint_auth_method: method, security_profile, redirect_uris } = client;
  const grants = grantsOf(client);
  if (grants.every((grant) => grant === "client_credentials")) return "machine";
  if (method === "private_key_jwt")
    return security_profile?.startsWith("fapi2") === true ? "high_assurance" : "private_key";
  if (method !== "none") return "web";
  if (security_profile === "mcp") return "agent";
  if (!grants.includes("authorization_code")) {
    if (grants.includes(DEVICE)) return "device";
    if (grants.includes(JWT_BEARER)) return "workload";
  }
  const isNative = redirect_uris.length > 0 && redirect_uris.every(isNativeRedirectUri);
  return isNative ? "native" : undefined;
}

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** A custom scheme, or a loopback address without a port: RFC 8252 §7.1 and §7.3. */
function isNativeRedirectUri(uri: string): boolean {
  const url = URL.parse(uri);
  if (url === null || url.protocol === "https:") return false;
  return url.protocol !== "http:" || url.port === "";
}
