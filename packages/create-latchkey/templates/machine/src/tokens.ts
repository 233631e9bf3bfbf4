import { basic, createClient } from "@latchkey/client";

export interface TokenSourceOptions {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** The API that the tokens are for. */
  readonly resource: string;
  readonly scope: string;
  /** Milliseconds since the epoch. */
  readonly now_ms?: () => number;
}

/** A token is renewed this long before it expires. */
const RENEWED_EARLY_MS = 60_000;

/** Returns a function that returns the current access token, and requests another shortly before it expires. */
export function createTokenSource(options: TokenSourceOptions): () => Promise<string> {
  const { issuer, client_id, client_secret, resource, scope, now_ms = Date.now } = options;
  const latchkey = createClient({ public: issuer });
  const authorization = basic(client_id, client_secret);
  let current: { readonly token: Promise<string>; expires_at_ms: number } | undefined;

  async function request(): Promise<string> {
    const { access_token, expires_in } = await latchkey.oauth2Token(
      { grant_type: "client_credentials", resource: [resource], scope },
      { authorization },
    );
    if (current !== undefined)
      current.expires_at_ms = now_ms() + expires_in * 1000 - RENEWED_EARLY_MS;
    return access_token;
  }

  return () => {
    if (current !== undefined && current.expires_at_ms > now_ms()) return current.token;
    // Calls that arrive while a token is requested wait for the same one.
    const token = request();
    current = { token, expires_at_ms: Infinity };
    token.catch(() => (current = undefined));
    return token;
  };
}
