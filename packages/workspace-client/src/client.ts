import { buildAuthorizationUrl, type AuthorizationRequest } from "./authorization-url.ts";
import { callOnce, callWithRetries } from "./call.ts";
import type { CallOptions, WorkspaceClientOptions } from "./options.ts";
import type { Secret } from "./secret.ts";
import { readOptions } from "./settings.ts";
import { codeBody, refreshBody, tokenBody, type CodeExchange } from "./token-request.ts";
import { readTokenResponse, type OAuthTokenResponse } from "./token-response.ts";
import {
  readIntrospectResponse,
  readRevokeResponse,
  type OAuthIntrospectResponse,
  type OAuthRevokeResponse,
} from "./token-status.ts";

/** OAuth endpoints of a workspace API. Calls reject with a `WorkspaceError`, or with a TypeError before anything is sent. */
export interface WorkspaceClient {
  /**
   * The URL to redirect the user's browser to.
   *
   * @example
   * ```ts
   * const state = crypto.randomUUID(); // Keep it in the session of the browser.
   * const url = workspace.authorizationUrl({ state, redirectUri: "https://photos.example/callback" });
   * ```
   */
  authorizationUrl(request: AuthorizationRequest): string;
  /**
   * Redeems a code. Never retried.
   *
   * @example
   * ```ts
   * const tokens = await workspace.exchangeCode({
   *   code: CODE,
   *   redirectUri: "https://photos.example/callback",
   * });
   * console.log(tokens.workspaceId, tokens.botId); // Store both tokens with them.
   * ```
   */
  exchangeCode(exchange: CodeExchange, options?: CallOptions): Promise<OAuthTokenResponse>;
  /**
   * Redeems a refresh token. Never retried. Store the new refresh token: the old one is no longer valid.
   *
   * @example
   * ```ts
   * const { accessToken, refreshToken } = await workspace.refresh(REFRESH_TOKEN);
   * ```
   */
  refresh(refreshToken: Secret | string, options?: CallOptions): Promise<OAuthTokenResponse>;
  /**
   * Revokes a token and the other one of its pair. An unknown token is not an error.
   *
   * @example
   * ```ts
   * await workspace.revoke(ACCESS_TOKEN);
   * ```
   */
  revoke(token: Secret | string, options?: CallOptions): Promise<OAuthRevokeResponse>;
  /**
   * Introspects a token of this integration.
   *
   * @example
   * ```ts
   * const { active, scope } = await workspace.introspect(ACCESS_TOKEN);
   * if (!active) console.log("The integration was disconnected, or the token has expired.");
   * ```
   */
  introspect(token: Secret | string, options?: CallOptions): Promise<OAuthIntrospectResponse>;
}

/**
 * Creates a client for one integration. Works in every runtime that has `fetch`.
 *
 * @example
 * ```ts
 * import { createWorkspaceClient } from "@latchkey/workspace-client";
 *
 * const workspace = createWorkspaceClient({
 *   baseUrl: "https://api.example.com/v1",
 *   clientId: CLIENT_ID,
 *   clientSecret: CLIENT_SECRET,
 *   retry: true,
 * });
 * ```
 */
export function createWorkspaceClient(options: WorkspaceClientOptions): WorkspaceClient {
  const settings = readOptions(options);

  const requestToken = (body: object, { signal }: CallOptions) =>
    callOnce({ path: "/oauth/token", body, read: readTokenResponse, signal }, settings);

  return {
    authorizationUrl: (request) =>
      buildAuthorizationUrl(settings.baseUrl, settings.clientId, request),

    exchangeCode: async (exchange, call = {}) => requestToken(codeBody(exchange), call),

    refresh: async (refreshToken, call = {}) => requestToken(refreshBody(refreshToken), call),

    revoke: async (token, { signal } = {}) => {
      const body = tokenBody(token);
      return callWithRetries(
        { path: "/oauth/revoke", body, read: readRevokeResponse, signal },
        settings,
      );
    },

    introspect: async (token, { signal } = {}) => {
      const body = tokenBody(token);
      const call = { path: "/oauth/introspect", body, read: readIntrospectResponse, signal };
      return callWithRetries(call, settings);
    },
  };
}
