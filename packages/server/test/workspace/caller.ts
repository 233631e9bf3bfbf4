import assert from "node:assert/strict";
import type { BotUser, WorkspaceIntrospection, WorkspaceTokenResponse } from "@latchkey/api";
import {
  type App,
  authorize,
  CALLBACK,
  type AuthorizationOptions,
  type World,
} from "./authorization.ts";

/** An answer of the workspace API. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** How one request differs. A header that is undefined is left out. */
export interface PostOptions {
  /** The whole Authorization header, or undefined for none. */
  readonly authorization?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A body: JSON for an object, a form for parameters, and a text as it stands. */
export type Body = object | URLSearchParams | string | Uint8Array<ArrayBuffer>;

/** An integration at the other end of the wire. */
export interface Caller {
  readonly post: (
    route: "token" | "revoke" | "introspect",
    body: Body,
    options?: PostOptions,
  ) => Promise<Received>;
  /** Presents a code; returns the response, successful or not. */
  readonly exchange: (code: string, more?: object) => Promise<Received>;
  readonly refresh: (refresh_token: string) => Promise<Received>;
  readonly revoke: (token: string) => Promise<Received>;
  readonly introspect: (token: string) => Promise<WorkspaceIntrospection>;
  readonly isActive: (token: string) => Promise<boolean>;
  readonly me: (access_token: string) => Promise<Received>;
}

export const VERSION = "2026-03-11";

/** Speaks for an integration. */
export function callerOf({ fetch }: Pick<World, "fetch">, app: Pick<App, "authorization">): Caller {
  const post: Caller["post"] = (route, body, options = {}) => {
    const { authorization } = { authorization: app.authorization, ...options };
    const headers = {
      "Service-Version": VERSION,
      Authorization: authorization,
      "Content-Type": typeOf(body),
      ...options.headers,
    };
    return receive(
      fetch(`http://public.test/v1/oauth/${route}`, {
        method: "POST",
        headers: present(headers),
        body: isPlain(body) ? JSON.stringify(body) : body,
      }),
    );
  };
  const introspect = async (token: string): Promise<WorkspaceIntrospection> =>
    read(await post("introspect", { token }));

  return {
    post,
    introspect,
    exchange: (code, more = {}) =>
      post("token", { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...more }),
    refresh: (refresh_token) => post("token", { grant_type: "refresh_token", refresh_token }),
    revoke: (token) => post("revoke", { token }),
    isActive: async (token) => (await introspect(token)).active,
    me: (access_token) => askMe(fetch, { Authorization: `Bearer ${access_token}` }),
  };
}

/** Asks who a bot is. */
export function askMe(
  fetch: World["fetch"],
  headers: Readonly<Record<string, string>>,
): Promise<Received> {
  return receive(
    fetch("http://public.test/v1/users/me", {
      headers: { "Service-Version": VERSION, ...headers },
    }),
  );
}

/** Authorizes and exchanges: a fresh pair. */
export async function install(
  world: World,
  app: App,
  options: AuthorizationOptions = {},
): Promise<WorkspaceTokenResponse> {
  return pairOf(await callerOf(world, app).exchange(await authorize(world, app, options)));
}

/** The pair in an answer, which must be a success. */
export function pairOf(received: Received): WorkspaceTokenResponse {
  return read(received);
}

/** The bot in an answer, which must be a success. */
export function botOf(received: Received): BotUser {
  return read(received);
}

/** Reads a response to its end. */
export async function receive(response: Response | Promise<Response>): Promise<Received> {
  const { status, headers, ...rest } = await readAll(await response);
  return { status, headers, text: rest.text };
}

async function readAll(response: Response) {
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}

/** Trusted to be what each caller says it is; what it is exactly, its own test says. */
function read({ status, text }: Received): ReturnType<typeof JSON.parse> {
  assert.equal(status, 200, text);
  return JSON.parse(text);
}

function typeOf(body: Body): string | undefined {
  if (body instanceof URLSearchParams) return "application/x-www-form-urlencoded";
  return body instanceof Uint8Array ? undefined : "application/json";
}

function isPlain(body: Body): body is object {
  return (
    typeof body === "object" && !(body instanceof URLSearchParams || body instanceof Uint8Array)
  );
}

function present(headers: Readonly<Record<string, string | undefined>>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] satisfies [string, string]],
  );
}
