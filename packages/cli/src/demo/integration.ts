import type { WorkspaceClient } from "@latchkey/workspace-client";

import { findResponseProblem } from "./authorization-response.ts";
import { integrationRedirectUri } from "./registration.ts";
import type { Installed } from "./sessions.ts";

/** The demo as a workspace integration. */
export interface DemoIntegration {
  /** The issuer, as in `iss`. */
  readonly issuer: string;
  /** Public listener, without a trailing slash. */
  readonly public_url: string;
  /** Root of the workspace API, ending with `/v1`. */
  readonly api_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** URL of the demo, without a trailing slash. */
  readonly url: string;
  /** Client of the workspace API. */
  readonly workspace: WorkspaceClient;
}

/** Tokens, or a description of the problem. */
export type InstallationOutcome = { readonly installed: Installed } | { readonly problem: string };

/** URL to start the installation. */
export function installationUrl(state: string, { workspace, url }: DemoIntegration): string {
  return workspace.authorizationUrl({ state, redirectUri: integrationRedirectUri(url) });
}

/** Handles the redirect with a code or an error. */
export function completeInstallation(
  query: URLSearchParams,
  is_ours: boolean,
  { issuer, url, workspace }: DemoIntegration,
): Promise<InstallationOutcome> {
  return attempt(async () => {
    if (!is_ours) return { problem: "This response belongs to no installation started here." };
    const problem = findResponseProblem(query, issuer);
    if (problem !== undefined) return { problem };
    const code = query.get("code") ?? "";
    const redirectUri = integrationRedirectUri(url);
    return { installed: { tokens: await workspace.exchangeCode({ code, redirectUri }) } };
  });
}

/** Exchanges the refresh token for a new pair, which invalidates the old one. */
export function refreshPair(
  { tokens }: Installed,
  { workspace }: DemoIntegration,
): Promise<InstallationOutcome> {
  return attempt(async () => {
    if (tokens.refreshToken === undefined) return { problem: "There is no refresh token." };
    return { installed: { tokens: await workspace.refresh(tokens.refreshToken) } };
  });
}

export function introspectToken(
  { tokens }: Installed,
  { workspace }: DemoIntegration,
): Promise<InstallationOutcome> {
  return attempt(async () => {
    const answer = await workspace.introspect(tokens.accessToken);
    return { installed: { tokens, last_response: { title: "Introspection", answer } } };
  });
}

/** Revokes both tokens. They stay displayed, to be introspected. */
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
