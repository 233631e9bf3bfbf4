import { reveal, type Secret } from "./secret.ts";

/** A code that came back from an authorization, with what has to accompany it. */
export interface CodeExchange {
  /** What the browser brought back. */
  readonly code: Secret | string;
  /** The one that was sent to the authorization URL, if any was. */
  readonly redirectUri?: string;
  /** Which account of another service is being connected; only link previews look at it. */
  readonly externalAccount?: { readonly key: string; readonly name: string };
}

/** The body that exchanges a code: RFC 6749 §4.1.3, in JSON. What is absent is not sent. */
export function codeBody({ code, redirectUri, externalAccount }: CodeExchange): object {
  return {
    grant_type: "authorization_code",
    code: reveal(code, "code"),
    ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
    ...(externalAccount && {
      external_account: { key: externalAccount.key, name: externalAccount.name },
    }),
  };
}

/** The body that spends a refresh token: RFC 6749 §6, in JSON. */
export function refreshBody(refreshToken: Secret | string): object {
  return { grant_type: "refresh_token", refresh_token: reveal(refreshToken, "refreshToken") };
}

/** The body that asks about a token, or gives it back. */
export function tokenBody(token: Secret | string): object {
  return { token: reveal(token, "token") };
}
