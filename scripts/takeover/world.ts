import { createPrivateKey, randomUUID, sign } from "node:crypto";
import { features } from "../../packages/cli/src/features.ts";
import { describeProblem } from "../../packages/server/src/config/problem.ts";
import { toFetch } from "../../packages/server/src/http/in-process.ts";
import type { Outbound } from "../../packages/server/src/outbound/outbound.ts";
import { loadConfig } from "../../packages/server/src/process/composed-config.ts";
import { createServer } from "../../packages/server/src/process/server.ts";
import { ok } from "../../packages/server/src/result.ts";
import { createLog } from "../../packages/server/src/telemetry/log.ts";
import { type ClientFact, clientOf, type Facts, isSecondGeneration, type Json } from "./facts.ts";
import { ownSettings } from "./settings.ts";

/** A server on a copy of what was taken over, without a socket, and the requests that the facts speak of. */
export interface World {
  readonly facts: Facts;
  readonly issuer: URL;
  /** A request to the admin listener, in the API of the generation that wrote the facts. */
  admin(method: string, path: string, body?: unknown): Promise<Answer>;
  /** A form to the public listener. */
  post(path: string, form: Form, headers?: Headers): Promise<Answer>;
  get(path: string, headers?: Headers): Promise<Answer>;
  /** The token endpoint, as a client that authenticates in its own way. */
  token(client: string | ClientFact, form: Form): Promise<Answer>;
  /** A form of a client at another endpoint. */
  postAs(client: ClientFact, path: string, form: Form): Promise<Answer>;
  introspect(token: string): Promise<Answer>;
  browser(cookies?: readonly { readonly name: string; readonly value: string }[]): Browser;
  /** What was posted to the URLs of clients for back-channel logout, once everything was sent. */
  backChannel(): Promise<readonly { readonly url: string; readonly claims: Json }[]>;
  close(): Promise<void>;
}

type Form = Readonly<Record<string, string | undefined>>;
type Headers = Readonly<Record<string, string>>;

/** A response. */
export interface Answer {
  readonly status: number;
  /** Parsed JSON, or the text. */
  readonly body: unknown;
  readonly headers: globalThis.Headers;
  readonly location: URL | undefined;
}

/** A browser that keeps cookies and follows no redirects. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>;
  go(url: string): Promise<Answer>;
}

/** Starts a server with the other server's settings file. */
export async function openWorld(facts: Facts, settings: string, dsn: string): Promise<World> {
  const flags = { ...ownSettings, dsn };
  const loaded = loadConfig({ files: [settings], flags, features });
  if (!loaded.ok) throw new Error(loaded.error.map(describeProblem).join("; "));
  const posted: { url: string; token: string }[] = [];
  const server = await createServer(loaded.value.config, {
    features,
    log: createLog({
      level: "error",
      format: "json",
      write: () => {},
    }),
    wrapOutbound: (outbound) => withSide(outbound, facts, posted),
  });
  const issuer = new URL(facts.settings.issuer);
  const isSecond = isSecondGeneration(facts);
  const origin = `${issuer.protocol}//${issuer.host}`;
  const [toPublic, toAdmin] = [toFetch(server.public), toFetch(server.admin)];

  const post: World["post"] = async (path, form, headers = {}) =>
    read(await toPublic(`${origin}${path}`, { method: "POST", headers, body: encode(form) }));

  const postAs: World["postAs"] = async (client, path, form) => {
    const { client_id, client_secret = "" } = client;
    switch (client.auth) {
      case "client_secret_basic": {
        const pair = [client_id, client_secret].map(encodeURIComponent).join(":");
        return post(path, form, { authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
      }
      case "client_secret_post":
        return post(path, { ...form, client_id, client_secret });
      case "none":
        return post(path, { ...form, client_id });
      case "private_key_jwt": {
        const aud = `${facts.settings.issuer}oauth2/token`;
        const claims = { iss: client_id, sub: client_id, aud, ...freshClaims() };
        const client_assertion = signJwt(client.private_jwk ?? {}, claims);
        return post(path, { ...form, client_assertion, client_assertion_type: ASSERTION_TYPE });
      }
    }
  };

  const admin: World["admin"] = async (method, path, body) => {
    const prefix = isSecond ? "/admin" : "";
    const headers = { "content-type": "application/json" };
    const init = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    return read(await toAdmin(`${origin}${prefix}${path}`, { method, ...init }));
  };

  return {
    facts,
    issuer,
    admin,
    post,
    postAs,
    get: async (path, headers = {}) => read(await toPublic(`${origin}${path}`, { headers })),
    token: (client, form) =>
      postAs(typeof client === "string" ? clientOf(facts, client) : client, "/oauth2/token", form),
    introspect: async (token) => {
      const path = `${origin}${isSecond ? "/admin" : ""}/oauth2/introspect`;
      return read(await toAdmin(path, { method: "POST", body: encode({ token }) }));
    },
    browser: (cookies = []) => {
      const jar = new Map(cookies.map(({ name, value }) => [name, value]));
      return {
        cookies: jar,
        async go(url) {
          const { pathname, search } = new URL(url, origin);
          const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
          const headers = { accept: "text/html", ...(cookie !== "" && { cookie }) };
          const response = await toPublic(`${origin}${pathname}${search}`, { headers });
          for (const line of response.headers.getSetCookie()) keep(jar, line);
          return read(response);
        },
      };
    },
    backChannel: async () => {
      await server.settled();
      return posted.splice(0).map(({ url, token }) => ({ url, claims: decodeJwt(token).claims }));
    },
    close: () => server.close(),
  };
}

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** The documents of clients, and their back-channel logouts, without a socket. Other URLs are those of the server itself. */
function withSide(
  outbound: Outbound,
  { settings }: Facts,
  posted: { url: string; token: string }[],
): Outbound {
  const { jwks_uri_and_back_channel, sector_identifier_documents, documents } = settings.side;
  const origins = [jwks_uri_and_back_channel, sector_identifier_documents];
  const documentAt = (url: string): unknown => {
    const { origin, pathname } = new URL(url);
    return origins.includes(origin) ? documents[pathname] : undefined;
  };
  return {
    ...outbound,
    checkUrl: ok,
    getJson: async (url, owner) => {
      const document = documentAt(url);
      return document === undefined ? outbound.getJson(url, owner) : ok(document);
    },
    getText: async (url, owner) => {
      const document = documentAt(url);
      return document === undefined ? outbound.getText(url, owner) : ok(JSON.stringify(document));
    },
    postForm: async (url, fields) => {
      posted.push({ url, token: fields["logout_token"] ?? "" });
      return ok({ status: 200 });
    },
  };
}

function encode(form: Form): URLSearchParams {
  const sent = Object.entries(form).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return new URLSearchParams(sent);
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const location = response.headers.get("location");
  return {
    status: response.status,
    body: /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text,
    headers: response.headers,
    location:
      location === null ? undefined : new URL(location, response.url || "http://none.invalid"),
  };
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, equals).trim();
  const isEnd = attributes.some((attribute) => attribute.trim().toLowerCase() === "max-age=0");
  if (isEnd) jar.delete(name);
  else jar.set(name, pair.slice(equals + 1));
}

/** The claims that make a JWT new. */
export function freshClaims(): Json {
  const now = Math.floor(Date.now() / 1000);
  return { jti: randomUUID(), iat: now, exp: now + 300 };
}

/** RFC 7515 — signs with a key of the facts: RS256, ES256 or EdDSA. */
export function signJwt(jwk: Json, claims: Json): string {
  const { alg, kid } = jwk;
  const head = [{ alg, kid }, claims].map((part) => Buffer.from(JSON.stringify(part)));
  const text = head.map((part) => part.toString("base64url")).join(".");
  const key = createPrivateKey({ key: { ...jwk }, format: "jwk" });
  const digest = alg === "EdDSA" ? undefined : "sha256";
  const signature = sign(digest, Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

/** The header and the claims of a JWT, unverified. */
export function decodeJwt(token: string): { readonly header: Json; readonly claims: Json } {
  const [header, claims] = token
    .split(".", 2)
    .map((part): Json => JSON.parse(Buffer.from(part, "base64url").toString()));
  return { header: header ?? {}, claims: claims ?? {} };
}
