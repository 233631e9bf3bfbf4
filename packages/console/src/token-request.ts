import type { OAuth2TokenRequest, OAuth2TokenResponse } from "@latchkey/api";
import { basic, type Client } from "@latchkey/client";

/** A client that asks for tokens, and the secret somebody typed for it. */
export interface Asker {
  readonly client_id: string;
  readonly token_endpoint_auth_method: string;
  readonly client_secret: string;
}

/** Asks the token endpoint the way the client is registered to. */
export function askTokens(
  latchkey: Client,
  { client_id, token_endpoint_auth_method, client_secret }: Asker,
  form: OAuth2TokenRequest,
): Promise<OAuth2TokenResponse> {
  if (token_endpoint_auth_method === "client_secret_basic") {
    return latchkey.oauth2Token(form, { authorization: basic(client_id, client_secret) });
  }
  const isPosted = token_endpoint_auth_method === "client_secret_post";
  return latchkey.oauth2Token({ ...form, client_id, ...(isPosted && { client_secret }) });
}
