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
  /** The URL to redirect the user's browser to. */
  authorizationUrl(request: AuthorizationRequest): string;
  /** Redeems a code. Never retried. */
  exchangeCode(exchange: CodeExchange, options?: CallOptions): Promise<OAuthTokenResponse>;
  /** Redeems a refresh token. Never retried. Store the new refresh token: the old one is no longer valid. */
  refresh(refreshToken: Secret | string, options?: CallOptions): Promise<OAuthTokenResponse>;
  /** Revokes a token and the other one of its pair. An unknown token is not an error. */
  revoke(token: Secret | string, options?: CallOptions): Promise<OAuthRevokeResponse>;
  /** Introspects a token of this integration. */
  introspect(token: Secret | string, options?: CallOptions): Promise<OAuthIntrospectResponse>;
}

/** Creates a client for one integration. Works in every runtime that has `fetch`. */
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
