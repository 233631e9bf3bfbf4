import assert from "node:assert/strict";
import { hash } from "node:crypto";
import type { AuthorizationRequest, OAuth2TokenResponse } from "@latchkey/api";
import type { App } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, codeFor, redeem, requestOf } from "../support/flow.ts";
import type { TestServer } from "../support/server.ts";

export const enabled = { "oauth2.client_id_metadata_documents.enabled": true };
export const loopback = "http://127.0.0.1:51004/callback";
export const website = "https://agent.example/callback";
export const code_verifier = "a-verifier-that-only-the-agent-knows-0123456789";
export const pkce = {
  code_challenge: hash("sha256", code_verifier, "base64url"),
  code_challenge_method: "S256",
};

/** The client of a document, as an installation of it would use it. */
export function install(client_id: string, redirect_uri = loopback): App {
  return { client_id, redirect_uri, authorization: undefined };
}

/** Sends a new browser to the authorization endpoint. */
export function begin(
  world: TestServer,
  app: App,
  params: AuthorizationRequest = {},
): Promise<Response> {
  return authorize(openBrowser(world), requestOf(app, { ...pkce, ...params }));
}

/** The status and the text of the page that shows an error. */
export async function errorOn(page: Response): Promise<{ status: number; text: string }> {
  assert.equal(page.headers.get("location"), null, "an error must not be redirected");
  return { status: page.status, text: await page.text() };
}

/** All the way, to the tokens of an installation. */
export async function tokensOf(
  world: TestServer,
  app: App,
  params: AuthorizationRequest = {},
): Promise<OAuth2TokenResponse> {
  const code = await codeFor(world, app, { params: { ...pkce, ...params } });
  const reply = await redeem(world, app, code, { code_verifier });
  assert.ok(reply.ok, JSON.stringify(reply.body));
  return reply.body;
}
