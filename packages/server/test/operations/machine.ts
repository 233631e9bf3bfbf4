import type { OAuth2ClientInput, OAuth2TokenRequest } from "@latchkey/api";
import { basic, type Client } from "@latchkey/client";

/** A client that asks for tokens on its own behalf. */
export interface Machine {
  readonly client_id: string;
  readonly client_secret: string;
  /** Its authentication. */
  readonly authorization: string;
}

/** Registers a machine named `photos` unless its description says otherwise. */
export async function registerMachine(
  latchkey: Client,
  description: OAuth2ClientInput = {},
): Promise<Machine> {
  const body = { client_id: "photos", grant_types: ["client_credentials"], ...description };
  const { client_id, client_secret = "" } = await latchkey.createOAuth2Client({ body });
  return { client_id, client_secret, authorization: basic(client_id, client_secret) };
}

/** Asks for a token by the client_credentials grant; returns the response, successful or not. */
export function askForToken(
  latchkey: Client,
  { authorization }: Pick<Machine, "authorization">,
  wishes: Partial<OAuth2TokenRequest> = {},
) {
  return latchkey.call(
    "oauth2Token",
    { grant_type: "client_credentials", ...wishes },
    { authorization },
  );
}

/** An access token of this machine. */
export async function tokenOf(
  latchkey: Client,
  { authorization }: Pick<Machine, "authorization">,
  wishes: Partial<OAuth2TokenRequest> = {},
): Promise<string> {
  const input = { grant_type: "client_credentials", ...wishes };
  return (await latchkey.oauth2Token(input, { authorization })).access_token;
}

/** Whether a token is good right now. */
export async function isActive(latchkey: Client, token: string): Promise<boolean> {
  return (await latchkey.introspectOAuth2Token({ token })).active;
}
