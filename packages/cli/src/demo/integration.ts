import type { WorkspaceClient } from "@latchkey/workspace-client";

import { findResponseProblem } from "./authorization-response.ts";
import { integrationRedirectUri } from "./registration.ts";
import type { Installed } from "./sessions.ts";

/** The demo as an integration that people let into their workspaces. */
export interface DemoIntegration {
  /** As it stands in `iss`. */
  readonly issuer: string;
  /** The server's public listener, without a slash at the end. */
  readonly public_url: string;
  /** The root of the workspace API, which ends with `/v1`. */
  readonly api_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** Where the demo itself listens, without a slash at the end. */
  readonly url: string;
  /** Speaks for this integration. */
  readonly workspace: WorkspaceClient;
}

/** What came of asking the server: tokens and what it said, or a sentence about why not. */
export type InstallationOutcome = { readonly installed: Installed } | { readonly problem: string };

/** Where to send the browser of somebody who wants the integration in their workspace. */
export function installationUrl(state: string, { workspace, url }: DemoIntegration): string {
  return workspace.authorizationUrl({ state, redirectUri: integrationRedirectUri(url) });
}

/** The browser is back, with a code or an error. */
export function completeInstallation(
  query: URLSearchParams,
  is_ours: boolean,
  { issuer, url, workspace }: DemoIntegration,
): Promise<InstallationOutcome> {
  return attempt(async () => {
    if (!is_ours) return { problem: "This answer belongs to no installation started here." };
    const problem = findResponseProblem(query, issuer);
    if (problem !== undefined) return { problem };
    const code = query.get("code") ?? "";
    const redirectUri = integrationRedirectUri(url);
    return { installed: { tokens: await workspace.exchangeCode({ code, redirectUri }) } };
  });
}

/** The next pair of tokens, which ends the one before. */
export function refreshPair(
  { tokens }: Installed,
  { workspace }: DemoIntegration,
): Promise<InstallationOutcome> {
  return attempt(async () => {
    if (tokens.refreshToken === undefined) return { problem: "There is no refresh token." };
    return { installed: { tokens: await workspace.refresh(tokens.refreshToken) } };
  });
}

/** What the server says about the access token. */
export function introspectToken(
  { tokens }: Installed,
  { workspace }: DemoIntegration,
): Promise<InstallationOutcome> {
  return attempt(async () => {
    const answer = await workspace.introspect(tokens.accessToken);
    return { installed: { tokens, last_response: { title: "Introspection", answer } } };
  });
}

/** Gives the access token back, and the refresh token with it. They stay on show, for asking about them. */
export function revokePair(
  { tokens }: Installed,
  { workspace }: DemoIntegration,
): Promise<InstallationOutcome> {
  return attempt(async () => {
    const answer = await workspace.revoke(tokens.accessToken);
    return { installed: { tokens, last_response: { title: "Revocation", answer } } };
  });
}

async function attempt(asking: () => Promise<InstallationOutcome>): Promise<InstallationOutcome> {
  try {
    return await asking();
  } catch (error) {
    return { problem: String(error) };
  }
}
