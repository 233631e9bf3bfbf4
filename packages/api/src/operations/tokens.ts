import type { AuthorizationRequest, Navigation } from "../authorization-request.ts";
import type { OAuth2TokenIntrospection } from "../introspection.ts";
import type {
  FlushInactiveOAuth2TokensRequest,
  OAuth2TokenRequest,
  OAuth2TokenResponse,
  RevokeOAuth2TokenRequest,
} from "../token.ts";
import type { UserinfoResponse } from "../userinfo.ts";
import type { NoInput, Table } from "./operation.ts";

interface Questioned {
  /** The token in question: an access token or a refresh token. */
  token: string;
  /** What it has to be good for. Space-separated. */
  scope?: string;
  /** `access_token` or `refresh_token`; nothing depends on it. */
  token_type_hint?: string;
}

interface TokenOwner {
  /** The client whose access tokens end. */
  client_id: string;
}

/** Tokens, from the first redirect to the last introspection. */
export interface TokenOperations {
  /** Sends the browser to login, to consent, and back to the client. */
  oauthAuth: { input: AuthorizationRequest; output: Navigation };
  /** Exchanges a grant for tokens. */
  oauth2Token: { input: OAuth2TokenRequest; output: OAuth2TokenResponse };
  /** Revokes a token of the calling client, and what was issued with it. */
  revokeOAuth2Token: { input: RevokeOAuth2TokenRequest; output: undefined };
  /** Shows the claims about the person an access token stands for. Answers a JWT to a client that asked for signed userinfo. */
  userinfo: { input: NoInput; output: UserinfoResponse | string };
  /** Tells whether a token is active, and what it is good for. */
  introspectOAuth2Token: {
    input: Questioned;
    output: OAuth2TokenIntrospection;
  };
  /** Removes expired access tokens from storage. */
  flushInactiveOAuth2Tokens: {
    input: { body?: FlushInactiveOAuth2TokensRequest };
    output: undefined;
  };
  /** Deletes the access tokens of a client. */
  deleteOAuth2Token: { input: TokenOwner; output: undefined };
}

/** How they travel. */
export const tokenOperations: Table<TokenOperations> = {
  oauthAuth: {
    tag: "public",
    method: "GET",
    path: "/oauth2/auth",
    query: [
      "response_type",
      "client_id",
      "redirect_uri",
      "scope",
      "state",
      "response_mode",
      "audience",
      "code_challenge",
      "code_challenge_method",
      "nonce",
      "display",
      "prompt",
      "max_age",
      "ui_locales",
      "id_token_hint",
      "login_hint",
      "acr_values",
      "request",
      "request_uri",
      "login_verifier",
      "consent_verifier",
    ],
    success: 302,
    errors: [401, 500],
    access: "open",
    summary: "Sends the browser to login, to consent, and back to the client.",
  },
  oauth2Token: {
    tag: "public",
    method: "POST",
    path: "/oauth2/token",
    body: "form",
    body_required: true,
    success: 200,
    errors: [400, 401, 500],
    access: "open",
    summary: "Exchanges a grant for tokens.",
  },
  revokeOAuth2Token: {
    tag: "public",
    method: "POST",
    path: "/oauth2/revoke",
    body: "form",
    body_required: true,
    success: 200,
    errors: [401, 500],
    access: "open",
    summary: "Revokes a token of the calling client, and what was issued with it.",
  },
  userinfo: {
    tag: "public",
    method: "GET",
    path: "/userinfo",
    success: 200,
    errors: [401, 500],
    access: "open",
    summary: "Shows the claims about the person an access token stands for.",
  },
  introspectOAuth2Token: {
    tag: "admin",
    method: "POST",
    path: "/oauth2/introspect",
    body: "form",
    body_required: true,
    success: 200,
    errors: [401, 500],
    access: "read",
    summary: "Tells whether a token is active, and what it is good for.",
  },
  flushInactiveOAuth2Tokens: {
    tag: "admin",
    method: "POST",
    path: "/oauth2/flush",
    body: "json",
    success: 204,
    errors: [401, 500],
    access: "write",
    summary: "Removes expired access tokens from storage.",
  },
  deleteOAuth2Token: {
    tag: "admin",
    method: "DELETE",
    path: "/oauth2/tokens",
    query: ["client_id"],
    success: 204,
    errors: [401, 500],
    access: "write",
    summary: "Deletes the access tokens of a client.",
  },
};
