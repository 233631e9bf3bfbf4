import { buildAuthorizationUrl, type AuthorizationRequest } from "./authorization-url.ts";
import { callOnce, callPatiently } from "./call.ts";
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

/** The OAuth endpoints of a workspace API. Calls reject with a `WorkspaceError`, or a TypeError before anything is sent. */
export interface WorkspaceClient {
  /** Where to send the browser of somebody who installs the integration. */
  authorizationUrl(request: AuthorizationRequest): string;
  /** Spends a code, in one attempt whatever happens. */
  exchangeCode(exchange: CodeExchange, options?: CallOptions): Promise<OAuthTokenResponse>;
  /** Spends a refresh token, in one attempt whatever happens. Keep the new one: the old one is gone. */
  refresh(refreshToken: Secret | string, options?: CallOptions): Promise<OAuthTokenResponse>;
  /** Gives a token back, and the other one of its pair with it. A token nobody knows is no error. */
  revoke(token: Secret | string, options?: CallOptions): Promise<OAuthRevokeResponse>;
  /** Asks whether a token of this integration is good. */
  introspect(token: Secret | string, options?: CallOptions): Promise<OAuthIntrospectResponse>;
}

/** Speaks for one integration, from any runtime that has `fetch`. The secret stays in here. */
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
      return callPatiently(
        { path: "/oauth/revoke", body, read: readRevokeResponse, signal },
        settings,
      );
    },

    introspect: async (token, { signal } = {}) => {
      const body = tokenBody(token);
      const call = { path: "/oauth/introspect", body, read: readIntrospectResponse, signal };
      return callPatiently(call, settings);
    },
  };
}
