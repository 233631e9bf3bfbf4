import type { OAuth2Client } from "@latchkey/api";
import type { GuideValues } from "../../guides/guide-code.ts";
import { type AppKind, type Guide, guidesOf } from "../../guides/guides.ts";
import { appTypeOf } from "./app-type.ts";
import { hasSecret, usesAuthorizationCode, usesDeviceCode } from "./client-summary.ts";

type ClientKind = Pick<
  OAuth2Client,
  "grant_types" | "token_endpoint_auth_method" | "redirect_uris" | "metadata" | "security_profile"
>;

/** The guides for a client. */
export function guidesFor(client: ClientKind): readonly Guide[] {
  return guidesOf(kindsOf(client));
}

function kindsOf(client: ClientKind): readonly AppKind[] {
  const kinds: AppKind[] = [];
  if (usesAuthorizationCode(client)) kinds.push(...signInKindsOf(client));
  if (usesDeviceCode(client)) kinds.push("device");
  if (client.grant_types.includes("client_credentials")) kinds.push("machine");
  return kinds;
}

function signInKindsOf(client: ClientKind): readonly AppKind[] {
  if (client.token_endpoint_auth_method !== "none") return ["web"];
  const type = appTypeOf(client);
  if (type === "native" || type === "single_page") return [type];
  return ["single_page", "native"];
}

/** The values of a client for the code. `console_uri` is that of the console, which is not for apps. */
export function valuesOf(
  client: Pick<OAuth2Client, "client_id" | "redirect_uris" | "scope" | "audience">,
  { issuer, console_uri }: { readonly issuer: string; readonly console_uri: string },
): GuideValues {
  const { client_id, scope, audience } = client;
  const redirectUri = redirectUriFor(client, console_uri);
  return {
    ISSUER: issuer,
    CLIENT_ID: client_id,
    ...(redirectUri !== undefined && { REDIRECT_URI: redirectUri }),
    SCOPE: scope,
    AUDIENCE: audience[0] ?? "",
  };
}

/** The redirect URI for the code: the first that is not one of the console, which adds its own to try a client. */
function redirectUriFor(
  { redirect_uris }: Pick<OAuth2Client, "redirect_uris">,
  console_uri: string,
): string | undefined {
  return redirect_uris.find((uri) => uri !== console_uri) ?? redirect_uris[0];
}

/** What the code needs besides the values. */
export function leadFor(client: Pick<OAuth2Client, "token_endpoint_auth_method">): string {
  const { token_endpoint_auth_method: method } = client;
  if (hasSecret(client)) {
    return "Code with the values of this client. The secret is read from the environment variable CLIENT_SECRET.";
  }
  return method === "none"
    ? "Code with the values of this client."
    : `Code with the values of this client. It authenticates with a secret: replace that by ${method}, as your library documents.`;
}
