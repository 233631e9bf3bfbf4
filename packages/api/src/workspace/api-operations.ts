import { navigation } from "../authorization.ts";
import {
  botUser,
  serviceVersionHeader,
  workspaceAuthorizationParameters,
  workspaceIntrospection,
  workspaceRevocation,
  workspaceTokenBody,
  workspaceTokenRequest,
  workspaceTokenResponse,
} from "./api.ts";
import { stepOf, tokenSteps } from "../operations/inspect.ts";
import { browserPage } from "../operations/kinds.ts";
import type { Operation } from "../operations/operation.ts";

const FORM = "A form is accepted too, where `workspace.accept_form_bodies` is set.";

const integrationCall = {
  tag: "workspace",
  access: "open",
  role: null,
  cors: "none",
  stores_before_authentication: false,
  assertion_audience: false,
  dpop: false,
  probe: null,
  under_admin: false,
  discovery: null,
  headers: serviceVersionHeader,
} as const;

/** What integrations call. `@latchkey/workspace-client` has a method for each but the last. */
export const workspaceApiOperations = {
  authorizeIntegration: {
    ...browserPage,
    tag: "workspace",
    method: "GET",
    path: "/v1/oauth/authorize",
    inputs: workspaceAuthorizationParameters,
    success: 302,
    response: navigation,
    errors: [400, 500],
    stores_before_authentication: true,
    discovery: null,
    inspect: stepOf("workspace", {
      name: "authorize",
      refused: null,
      sentence: null,
      contents: null,
      outcome: "under_way",
      headline: "The browser was redirected to the login app.",
    }),
    title: "Authorize an integration",
    summary: "Sends the browser to login, to the choice of a workspace, and back with a code.",
  },
  exchangeToken: {
    ...integrationCall,
    method: "POST",
    path: "/v1/oauth/token",
    body: "json",
    request: workspaceTokenRequest,
    body_required: true,
    success: 200,
    response: workspaceTokenResponse,
    errors: [400, 401, 413, 429, 500, 503],
    inspect: stepOf("workspace", tokenSteps.code_redeemed, {
      tokens: [
        ["code", "workspace_code"],
        ["refresh_token", "workspace_refresh_token"],
      ],
      other_steps: [
        { parameter: "grant_type", value: "refresh_token", step: tokenSteps.refreshed },
      ],
    }),
    authentication: "integration_basic",
    title: "Get tokens of an installation",
    summary: "Exchanges a code or a refresh token for a new pair of tokens.",
    description: `Both are valid once. ${FORM}`,
  },
  revokeToken: {
    ...integrationCall,
    method: "POST",
    path: "/v1/oauth/revoke",
    body: "json",
    request: workspaceTokenBody,
    body_required: true,
    success: 200,
    response: workspaceRevocation,
    errors: [400, 401, 413, 429, 500, 503],
    inspect: stepOf("workspace", tokenSteps.revoked, {
      tokens: [
        ["token", "workspace_access_token"],
        ["token", "workspace_refresh_token"],
      ],
    }),
    authentication: "integration_basic",
    title: "Revoke a token of an installation",
    summary: "Revokes an access token or a refresh token, and the other one of its pair.",
    description: FORM,
  },
  introspectToken: {
    ...integrationCall,
    method: "POST",
    path: "/v1/oauth/introspect",
    body: "json",
    request: workspaceTokenBody,
    body_required: true,
    success: 200,
    response: workspaceIntrospection,
    errors: [400, 401, 413, 429, 500, 503],
    inspect: null,
    authentication: "integration_basic",
    title: "Introspect a token of an installation",
    summary: "Returns whether a token is active, and its capabilities.",
    description: FORM,
  },
  describeMe: {
    ...integrationCall,
    method: "GET",
    path: "/v1/users/me",
    success: 200,
    response: botUser,
    errors: [400, 401, 500, 503],
    inspect: null,
    authentication: "workspace_access_token",
    title: "Get the bot of an access token",
    summary: "Returns the bot that an access token belongs to, and where it is installed.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
