import assert from "node:assert/strict";
import type { Integration, IntegrationInput, Workspace, WorkspaceMember } from "@latchkey/api";
import type { Client } from "@latchkey/client";
import type { Visitor } from "../interop/visitor.ts";
import { alice } from "../support/sign-in-server.ts";

/** A version that the server understands. */
export const SERVICE_VERSION = "2026-03-11";

/** A workspace with alice in it, and an integration that wants to come in. */
export interface Wonderland {
  readonly workspace: Workspace;
  readonly member: WorkspaceMember;
  readonly photos: Integration & { readonly client_secret: string; readonly redirect_uri: string };
}

/** Makes a workspace for alice, and registers photos, which may do some things and see who alice is. */
export async function openWonderland(
  latchkey: Client,
  subject: string,
  description: IntegrationInput = {},
): Promise<Wonderland> {
  const workspace = await latchkey.createWorkspace({
    body: {
      name: "Wonderland",
      icon: "🐇",
      resources: [
        { id: "11111111-1111-4111-8111-111111111111", title: "Tea party" },
        { id: "22222222-2222-4222-8222-222222222222", title: "Croquet" },
      ],
    },
  });
  const { name, email } = alice.profile;
  const member = await latchkey.createWorkspaceMember({
    id: workspace.id,
    body: { subject, role: "member", name, email, email_verified: true },
  });
  const photos = await latchkey.createIntegration({
    body: {
      name: "Photos",
      icon: "📷",
      kind: "public",
      redirect_uris: ["https://photos.example/callback"],
      capabilities: ["read_content", "insert_content", "read_user_with_email"],
      install_scope: "any",
      ...description,
    },
  });
  const { client_secret, redirect_uris } = photos;
  const [redirect_uri] = redirect_uris;
  assert.ok(client_secret && redirect_uri);
  return { workspace, member, photos: { ...photos, client_secret, redirect_uri } };
}

/** Where photos sends people. */
export function authorizationUrl(
  issuer: string,
  { client_id, redirect_uri }: Wonderland["photos"],
  parameters: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL("/v1/oauth/authorize", issuer);
  const asked = { client_id, redirect_uri, response_type: "code", owner: "user", ...parameters };
  url.search = new URLSearchParams(asked).toString();
  return url;
}

/** Alice signs in, says yes on our own pages, and comes out where photos waits for her. */
export async function letIn(visitor: Visitor, url: string | URL): Promise<URL> {
  const { request, asked } = await visitor.visit(url);
  assert.deepEqual(asked, ["/login", "/workspace/consent"]);
  return new URL(request.url);
}

/** The same, down to the code. */
export async function obtainCode(visitor: Visitor, url: string | URL): Promise<string> {
  const callback = await letIn(visitor, url);
  const code = callback.searchParams.get("code");
  assert.ok(code, `no code in ${callback.href}`);
  return code;
}

/** What a bot learns of itself: the first thing that clients ask. */
export async function askWhoIAm(
  issuer: string,
  access_token: string,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const headers = { authorization: `Bearer ${access_token}`, "service-version": SERVICE_VERSION };
  const response = await fetch(new URL("/v1/users/me", issuer), { headers });
  return { status: response.status, body: await response.json() };
}

/** Photos presents a code, without a library. */
export async function exchangeCode(
  issuer: string,
  { client_id, client_secret, redirect_uri }: Wonderland["photos"],
  code: string,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(new URL("/v1/oauth/token", issuer), {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
      "content-type": "application/json",
      "service-version": SERVICE_VERSION,
    },
    body: JSON.stringify({ grant_type: "authorization_code", code, redirect_uri }),
  });
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return body;
}
