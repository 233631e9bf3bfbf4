/** RFC 6749 §5.1: the tokens that a provider issued, as far as they can be kept. */

export interface ProviderTokens {
  readonly access_token: string;
  /** Seconds; absent where the provider does not say. */
  readonly expires_in?: number;
  readonly refresh_token?: string;
  /** Absent where it is the one that was requested. */
  readonly scope?: readonly string[];
}

/** The response of a token endpoint, whatever the provider wrote into it. */
interface TokenResponse {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in?: number | undefined;
  readonly refresh_token?: string | undefined;
  readonly scope?: string | undefined;
}

/** More than the tokens of any known provider have. */
const MAX_LENGTH = 16_384;

const MAX_SCOPES = 100;

/** A token that does not expire within ten years is as good as one that does not expire. */
const MAX_EXPIRES_IN = 10 * 365 * 24 * 60 * 60;

/** Undefined where they are of no use to an app: bound to a key of this server, or not printable ASCII (RFC 6749 §A.12). */
export function readTokens(response: TokenResponse): ProviderTokens | undefined {
  const { access_token, token_type, expires_in, refresh_token, scope } = response;
  if (token_type.toLowerCase() !== "bearer" || !isToken(access_token)) return undefined;
  if (refresh_token !== undefined && !isToken(refresh_token)) return undefined;
  return {
    access_token,
    ...(expires_in !== undefined && {
      expires_in: Math.max(0, Math.min(Math.floor(expires_in), MAX_EXPIRES_IN)),
    }),
    ...(refresh_token !== undefined && { refresh_token }),
    ...(scope !== undefined && { scope: readScope(scope) }),
  };
}

/** Spaces separate scopes, and commas those of GitHub. */
function readScope(text: string): readonly string[] {
  const scopes = text.split(/[\s,]+/, MAX_SCOPES).filter(isToken);
  return [...new Set(scopes)];
}

function isToken(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[\x21-\x7e]+$/.test(text);
}
