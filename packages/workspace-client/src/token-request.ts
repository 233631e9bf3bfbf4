import { reveal, type Secret } from "./secret.ts";

/** Parameters of a code exchange. */
export interface CodeExchange {
  /** The code that the redirect URI received. */
  readonly code: Secret | string;
  /** The redirect URI of the authorization request, if it had one. */
  readonly redirectUri?: string;
  /** Account of the user at the integration; used for link previews only. */
  readonly externalAccount?: { readonly key: string; readonly name: string };
}

/** Body of a code exchange: RFC 6749 §4.1.3, in JSON. */
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

/** Body of a refresh: RFC 6749 §6, in JSON. */
export function refreshBody(refreshToken: Secret | string): object {
  return { grant_type: "refresh_token", refresh_token: reveal(refreshToken, "refreshToken") };
}

/** Body of a revocation or an introspection. */
export function tokenBody(token: Secret | string): object {
  return { token: reveal(token, "token") };
}
