import type { OAuth2TokenRequest, OAuth2TokenResponse } from "@latchkey/api";
import { basic, type Client } from "@latchkey/client";

/** A client and its secret, which is not sent where the authentication method uses none. */
export interface ClientCredentials {
  readonly client_id: string;
  readonly token_endpoint_auth_method: string;
  readonly client_secret: string;
}

/** Sends a token request, authenticated by the method the client is registered with. RFC 6749 §2.3.1. */
export function requestTokens(
  latchkey: Client,
  { client_id, token_endpoint_auth_method, client_secret }: ClientCredentials,
  form: OAuth2TokenRequest,
): Promise<OAuth2TokenResponse> {
  if (token_endpoint_auth_method === "client_secret_basic") {
    return latchkey.oauth2Token(form, { authorization: basic(client_id, client_secret) });
  }
  const isPosted = token_endpoint_auth_method === "client_secret_post";
  return latchkey.oauth2Token({ ...form, client_id, ...(isPosted && { client_secret }) });
}
