import type { OAuth2Client } from "@latchkey/api";
import { usesAuthorizationCode } from "./client-summary.ts";

/** The code of an app, from a guide of docs/guides. `{{client_id}}` and others are placeholders. */
export interface Guide {
  readonly title: string;
  readonly kind: string;
  /** The page in docs/guides. */
  readonly page: string;
  readonly file: string;
  readonly code: string;
}

type ClientKind = Pick<OAuth2Client, "grant_types" | "token_endpoint_auth_method">;

/** The guides for a client of this kind. */
export function guidesFor(client: ClientKind, guides: readonly Guide[]): readonly Guide[] {
  const kind = kindOf(client);
  return guides.filter((guide) => guide.kind === kind);
}

function kindOf(client: ClientKind): string | undefined {
  if (usesAuthorizationCode(client)) {
    return client.token_endpoint_auth_method === "none" ? "public" : "web";
  }
  return client.grant_types.includes("client_credentials") ? "machine" : undefined;
}

/** The code of a guide with the values of a client. */
export function fillIn(
  { code }: Pick<Guide, "code">,
  values: {
    readonly issuer: string;
    readonly client_id: string;
    readonly redirect_uri: string;
  },
): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{{${name}}}`, () => JSON.stringify(value)),
    code,
  );
}

/** The redirect URI for the code: the first that is not one of the console, which adds its own to try a client. */
export function redirectUriFor(
  { redirect_uris }: Pick<OAuth2Client, "redirect_uris">,
  console_uri: string,
): string {
  return (
    redirect_uris.find((uri) => uri !== console_uri) ??
    redirect_uris[0] ??
    "http://127.0.0.1:5000/callback"
  );
}
