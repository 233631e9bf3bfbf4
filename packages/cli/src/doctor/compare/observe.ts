import { randomUUID } from "node:crypto";
import { basic } from "@latchkey/client";

import type { Fetch } from "../../connection/http-fetch.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { UNLISTED_ORIGIN } from "../cors.ts";
import type { Answer, Json, Observation, ProbeName } from "./observation.ts";

/** A server to look at. */
export interface ObservedServer {
  /** Where its public listener is reached; its issuer may be another URL. */
  readonly url: string;
  readonly admin_url: string | undefined;
  readonly api_key: string | undefined;
  readonly fetch: Fetch;
}

const TIMEOUT_MS = 10_000;
/** Pages of 500 clients. */
const MAX_PAGES = 20_000;

/** Reads what a server publishes, its clients where the admin API is named, and its answers to requests that change nothing. */
export async function observe(server: ObservedServer): Promise<Observation> {
  const { url, admin_url } = server;
  const discovery = await readJson(server, `${url}/.well-known/openid-configuration`);
  const keySet = await readJson(server, reachable(discovery["jwks_uri"], discovery, url));
  const keys = Array.isArray(keySet["keys"]) ? keySet["keys"].filter(isObject) : [];
  return {
    discovery,
    keys,
    clients: admin_url === undefined ? undefined : await listClients(server, admin_url),
    answers: await sendProbes(server, discovery),
  };
}

interface Probe {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function sendProbes(
  server: ObservedServer,
  discovery: Json,
): Promise<Partial<Record<ProbeName, Answer>>> {
  const { url, admin_url } = server;
  const at = (name: string): string => reachable(discovery[name], discovery, url);
  const unknown = `unknown-${randomUUID()}`;
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const authorization = new URLSearchParams({
    client_id: unknown,
    response_type: "code",
    scope: "openid",
    redirect_uri: "https://client.example/callback",
    state: randomUUID(),
  });
  const origin = { Origin: UNLISTED_ORIGIN };
  const preflight = {
    ...origin,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "content-type",
  };
  const answers: Partial<Record<ProbeName, Answer>> = {
    token: await ask(server, at("token_endpoint"), {
      method: "POST",
      headers: { ...form, Authorization: basic(unknown, randomUUID()) },
      body: "grant_type=client_credentials",
    }),
    authorization: await ask(server, `${at("authorization_endpoint")}?${authorization}`, {
      headers: { Accept: "text/html" },
    }),
    preflight: await ask(server, at("token_endpoint"), { method: "OPTIONS", headers: preflight }),
    discovery_cors: await ask(server, `${url}/.well-known/openid-configuration`, {
      headers: origin,
    }),
  };
  if (typeof discovery["userinfo_endpoint"] === "string")
    answers.userinfo = await ask(server, at("userinfo_endpoint"), {});
  if (admin_url !== undefined) {
    const path = `${await adminPrefix(server, admin_url)}/oauth2/introspect`;
    const body = `token=${unknown}`;
    answers.introspection = await ask(server, path, {
      method: "POST",
      headers: { ...form, ...keyOf(server) },
      body,
    });
  }
  return answers;
}

async function ask(server: ObservedServer, url: string, init: Probe): Promise<Answer> {
  const headers = { Accept: "application/json", ...init.headers };
  const response = await send(server, url, { ...init, headers, redirect: "manual" });
  const location = response.headers.get("location");
  const target = location === null ? null : URL.parse(location, url);
  const read = parseObject(await response.text());
  const error = read["error"] ?? target?.searchParams.get("error");
  const allowed = response.headers.get("access-control-allow-origin");
  return {
    status: response.status,
    error: typeof error === "string" ? error : undefined,
    is_redirect: target !== null && response.status < 400,
    media_type: response.headers.get("content-type")?.split(";")[0]?.trim(),
    active: read["active"],
    challenge: response.headers.get("www-authenticate")?.split(/[ =]/)[0],
    allows_origin: allowed === "*" || allowed === UNLISTED_ORIGIN,
  };
}

/** The clients of the admin API of either generation, page by page. */
async function listClients(
  server: ObservedServer,
  admin_url: string,
): Promise<ReadonlyMap<string, Json>> {
  const prefix = await adminPrefix(server, admin_url);
  const size = prefix.endsWith("/admin") ? "page_size=500" : "limit=500&offset=0";
  const clients = new Map<string, Json>();
  let next: string | undefined = `${prefix}/clients?${size}`;
  for (let page = 0; next !== undefined && page < MAX_PAGES; page += 1) {
    const response: Response = await send(server, next, { headers: keyOf(server) });
    if (!response.ok) throw notListed(admin_url, response.status);
    const listed: unknown = await response.json();
    if (!Array.isArray(listed)) throw notListed(admin_url, response.status);
    const before = clients.size;
    for (const client of listed.filter(isObject)) {
      const id = client["client_id"];
      if (typeof id === "string") clients.set(id, client);
    }
    const link = /<([^>]*)>;\s*rel="?next\b/.exec(response.headers.get("link") ?? "")?.[1];
    const target: URL | null = link === undefined ? null : URL.parse(link, next);
    // Links may name a host that is not reachable from here; a page without new clients is the last.
    const origin = new URL(admin_url).origin;
    next =
      target === null || clients.size === before
        ? undefined
        : `${origin}${target.pathname}${target.search}`;
  }
  return clients;
}

/** Hydra v2 has the admin API under /admin, v1 has no such path. */
async function adminPrefix(server: ObservedServer, admin_url: string): Promise<string> {
  const under = `${admin_url}/admin`;
  const { status } = await send(server, `${under}/clients?page_size=1`, {
    headers: keyOf(server),
  });
  return status === 404 ? admin_url : under;
}

function keyOf({ api_key }: ObservedServer): Readonly<Record<string, string>> {
  return api_key === undefined ? {} : { Authorization: `Bearer ${api_key}` };
}

/** The URL of an endpoint at the address where the server is reached, which need not be that of its issuer. */
function reachable(endpoint: unknown, { issuer }: Json, url: string): string {
  if (typeof endpoint !== "string") return url;
  const base = typeof issuer === "string" ? issuer.replace(/\/+$/, "") : "";
  return base !== "" && endpoint.startsWith(`${base}/`)
    ? `${url}${endpoint.slice(base.length)}`
    : endpoint;
}

async function readJson(server: ObservedServer, url: string): Promise<Json> {
  const response = await send(server, url, { headers: { Accept: "application/json" } });
  const read = parseObject(await response.text());
  if (response.ok && Object.keys(read).length > 0) return read;
  throw new Failure(
    exitCodes.unreachable,
    `${url} is not the address of an authorization server: the response is ${response.status}.`,
  );
}

async function send({ fetch }: ObservedServer, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown error";
    throw new Failure(exitCodes.unreachable, `No server responds at ${url} (${why}).`);
  }
}

function notListed(admin_url: string, status: number): Failure {
  return new Failure(
    exitCodes.refused,
    `The clients of ${admin_url} cannot be listed: the response is ${status}. Check the address, and the API key.`,
  );
}

function parseObject(body: string): Json {
  try {
    const read: unknown = JSON.parse(body);
    return isObject(read) ? read : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
