import {
  operationIds,
  operations,
  type ConsentRequest,
  type LoginRequest,
  type OAuth2Client,
  type OperationId,
} from "@latchkey/api";
import { createClient } from "@latchkey/client";

import type { Accounts, Profile } from "./accounts.ts";
import type { PageResponse, PageRequest } from "./http/exchange.ts";
import type { SignInThrottle } from "./throttle.ts";
import { createSignInPages, type SignInOptions } from "./sign-in-pages.ts";

export const photos: OAuth2Client = {
  client_id: "photos",
  client_name: "Photos",
  client_secret_expires_at: 0,
  redirect_uris: ["https://photos.example/callback"],
  grant_types: ["authorization_code"],
  response_types: ["code"],
  scope: "openid profile email offline_access photos.read",
  audience: [],
  owner: "",
  policy_uri: "https://photos.example/privacy",
  tos_uri: "https://photos.example/terms",
  client_uri: "https://photos.example",
  logo_uri: "",
  contacts: [],
  allowed_cors_origins: [],
  subject_type: "public",
  token_endpoint_auth_method: "client_secret_basic",
  userinfo_signed_response_alg: "none",
  metadata: {},
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};

export const loginRequest: LoginRequest = {
  challenge: "c1",
  requested_scope: ["openid", "profile", "email"],
  requested_access_token_audience: [],
  skip: false,
  subject: "",
  oidc_context: {},
  client: photos,
  request_url: "https://op.example/oauth2/auth?client_id=photos&state=s",
  session_id: "sid",
};

export const consentRequest: ConsentRequest = {
  challenge: "c2",
  requested_scope: ["openid", "profile", "email", "offline_access", "photos.read"],
  requested_access_token_audience: ["https://api.photos.example"],
  skip: false,
  subject: "alice-1",
  oidc_context: {},
  client: photos,
  request_url: loginRequest.request_url,
  login_challenge: "c1",
  login_session_id: "sid",
  acr: "",
  context: {},
};

/** The only account. */
export const alice: Profile = {
  subject: "alice-1",
  name: "Alice Liddell",
  email: "alice@example.com",
  email_verified: true,
};

const accounts: Accounts = {
  authenticate: async (username, password) =>
    username === "alice" && password === "down the rabbit hole" ? alice : undefined,
  profile: async (subject) => (subject === alice.subject ? alice : undefined),
};

const unlimited: SignInThrottle = {
  attempt: async () => ({ seconds: 0 }),
  succeed: async () => {},
  withdraw: async () => {},
};

/** Mock replies by operation: a success body, a `Response`, or a function of the parameters. */
export type Replies = { readonly [Id in OperationId]?: unknown };

/** Path and query parameters of a call. */
export type Parameters = Readonly<Record<string, string>>;

/** Creates the pages on a mock server, and records its calls. */
export function createTestPages(replies: Replies, options: Partial<SignInOptions> = {}) {
  const asked: [OperationId, Parameters, unknown][] = [];
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address);
    const { id, parameters } = findOperation(init.method, url);
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    asked.push([id, parameters, body]);

    const given = replies[id];
    const reply: unknown = typeof given === "function" ? given(parameters) : given;
    if (reply instanceof Response) return reply.clone();
    if (reply === undefined) throw new TypeError("fetch failed");
    const { success: status } = operations[id];
    return status === 204 ? new Response(null, { status }) : Response.json(reply, { status });
  };
  const pages = createSignInPages({
    latchkey: createClient({ admin: "http://latchkey", fetch }),
    accounts,
    cookie_secrets: ["a secret of the pages"],
    base_path: "/",
    secure_cookies: false,
    throttle: unlimited,
    ...options,
  });
  return { pages, asked };
}

function findOperation(method: string | undefined, { pathname, searchParams }: URL) {
  for (const id of operationIds) {
    const path = operations[id].path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^${path}$`).exec(pathname);
    if (operations[id].method !== method || match === null) continue;
    const parameters: Parameters = { ...Object.fromEntries(searchParams), ...match.groups };
    return { id, parameters };
  }
  throw new Error(`There is no ${method} ${pathname}.`);
}

/** A GET request. */
export function get(address: string, headers: PageRequest["headers"] = {}): PageRequest {
  const url = new URL(address, "http://op");
  return { method: "GET", path: url.pathname, query: url.searchParams, headers, body: "" };
}

/** Submits the form of a page, with its hidden fields and its cookie. */
export function submit(
  shown: PageResponse,
  fields: readonly (readonly [name: string, value: string])[],
): PageRequest {
  const action = /<form method="post" action="([^"]*)"/.exec(shown.body)?.[1] ?? "";
  const hidden = shown.body.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g);
  const form = [...hidden].map(([, name = "", value = ""]) => [name, value] as const);
  const [cookie = ""] = shown.headers["set-cookie"] ?? [];
  return {
    ...get(action, { cookie: cookie.split(";")[0] }),
    method: "POST",
    body: new URLSearchParams(
      [...form, ...fields].map(([name, value]) => [name, value]),
    ).toString(),
  };
}

/** The text of a page without markup. */
export function visibleText({ body }: PageResponse): string {
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? [];
  return main
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Handles a request that must be for one of the pages. */
export async function responseOf(
  { pages }: ReturnType<typeof createTestPages>,
  request: PageRequest,
): Promise<PageResponse> {
  const response = await pages.handle(request);
  if (response === undefined) throw new Error(`No page handles ${request.path}.`);
  return response;
}
