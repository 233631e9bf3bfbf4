import { createClient } from "@latchkey/client";
import type { PageResponse } from "@latchkey/sign-in";
import { createWorkspaceClient } from "@latchkey/workspace-client";

import { createDemoApp, type DemoApp } from "./demo-app.ts";

export const DEMO_URL = "http://127.0.0.1:4446";
const ISSUER = "http://127.0.0.1:4444/";
const PUBLIC = "http://127.0.0.1:4444";

/** A call of the workspace API that the demo made. */
interface WorkspaceCall {
  readonly path: string;
  readonly body: unknown;
}

/** A browser in front of a demo, behind which a server hands out alice's tokens. */
export function createTestBrowser(claims: object = {}) {
  const sent: URLSearchParams[] = [];
  const called: WorkspaceCall[] = [];
  let nonce = "";
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const { pathname } = new URL(address);
    const body = typeof init.body === "string" ? init.body : "";
    if (pathname === "/userinfo") return Response.json({ sub: "alice" });
    if (pathname.startsWith("/v1/")) {
      called.push({ path: pathname, body: JSON.parse(body) });
      return answerIntegration(pathname, called.length);
    }
    sent.push(new URLSearchParams(body));
    return answerTokens({ nonce, ...claims }, sent.length);
  };
  const browser = createBrowser(createApp(fetch));
  return {
    sent,
    called,
    ...browser,
    async beginSignIn(): Promise<URL> {
      const asked = await browser.follow("/sign-in");
      nonce = asked.searchParams.get("nonce") ?? "";
      return asked;
    },
    comeBack: (query: Readonly<Record<string, string>>) => browser.answer("/callback", query),
    beginInstallation: () => browser.follow("/integration/install"),
    comeBackInstalled: (query: Readonly<Record<string, string>>) =>
      browser.answer("/integration/callback", query),
  };
}

type Fetch = (address: string, init: RequestInit) => Promise<Response>;

function createApp(fetch: Fetch): DemoApp {
  const api_url = `${PUBLIC}/v1`;
  const places = { issuer: ISSUER, public_url: PUBLIC, url: DEMO_URL };
  const credentials = { client_id: "integration", client_secret: "it's a secret" };
  const { client_id: clientId, client_secret: clientSecret } = credentials;
  const workspace = createWorkspaceClient({ baseUrl: api_url, clientId, clientSecret, fetch });
  const latchkey = createClient({ public: PUBLIC, fetch });
  const demo = { client_id: "demo", client_secret: undefined };
  return createDemoApp(
    { ...places, ...demo, latchkey, now: () => 1_000 },
    { ...places, ...credentials, api_url, workspace },
  );
}

/** Keeps one cookie. `follow` returns where a response redirects. */
function createBrowser(app: DemoApp) {
  let cookie: string | undefined;
  const request = async (method: string, address: string): Promise<PageResponse> => {
    const { pathname: path, searchParams: query } = new URL(address, DEMO_URL);
    const answer = await app({ method, path, query, headers: { cookie }, body: "" });
    cookie = answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? cookie;
    return answer;
  };
  return {
    get: (address: string) => request("GET", address),
    post: (address: string) => request("POST", address),
    forgetCookies: () => (cookie = undefined),
    follow: async (address: string) =>
      new URL(String((await request("GET", address)).headers["location"])),
    answer(address: string, query: Readonly<Record<string, string>>): Promise<PageResponse> {
      const parameters = new URLSearchParams({ iss: ISSUER, ...query });
      return request("GET", `${address}?${parameters.toString()}`);
    },
  };
}

function answerTokens(claims: object, count: number): Response {
  const body = { iss: ISSUER, aud: ["demo"], sub: "alice", exp: 4_600, ...claims };
  return Response.json({
    access_token: `at-${count}`,
    token_type: "bearer",
    expires_in: 3_600,
    scope: "openid",
    refresh_token: `rt-${count}`,
    id_token: [{ alg: "RS256" }, body, "signature"].map(encode).join("."),
  });
}

function answerIntegration(path: string, count: number): Response {
  if (path === "/v1/oauth/introspect")
    return Response.json({ active: true, scope: "read_content" });
  if (path === "/v1/oauth/revoke") return Response.json({ request_id: "revoked-here" });
  return Response.json({
    access_token: `wat-${count}`,
    token_type: "bearer",
    refresh_token: `wrt-${count}`,
    bot_id: "the-bot",
    workspace_id: "wonderland",
    workspace_name: "Wonderland",
    workspace_icon: null,
    owner: { type: "user", user: { object: "user", id: "alice", name: "Alice Liddell" } },
    duplicated_template_id: null,
    request_id: "issued-here",
  });
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
