import type { IdentityProviderInput, OAuth2ClientInput } from "@latchkey/api";
import { err, ok } from "../../src/result.ts";
import type { Outbound } from "../../src/outbound/outbound.ts";
import { type App, registerApp } from "./app.ts";
import { openVisitor, type PageVisitor, type VisitedPage } from "./page-visitor.ts";
import { requestOf } from "./flow.ts";
import type { ServerOptions } from "../../src/process/server-options.ts";
import { startTestServer, type TestServer } from "./server.ts";

export const password = "correct horse battery staple";

/** Where the server is that users sign in to with another one, and where that other one is. */
const HERE = "https://here.example";
const THERE = "https://there.example";

/** A server, and a second one with which its users sign in. Neither has a socket. */
export interface FederatedWorld extends TestServer {
  readonly world: TestServer;
  readonly there: TestServer;
  readonly photos: App;
  /** What the outbound requests of the server go through, so that a test can change responses. */
  readonly outbound: { intercept?: Interceptor };
  /** The requests that the server sent. */
  readonly requests: readonly string[];
  /** Starts another server with the same settings, which reaches the same provider. */
  startPeer(options?: PeerOptions): Promise<TestServer>;
}

/** How long it waits; not at all if left out. */
type PeerOptions = Pick<ServerOptions, "pause">;

/** Responds in place of the provider; undefined where it is to respond itself. */
type Interceptor = (url: URL, body: string) => Response | undefined | Promise<Response | undefined>;

/** Starts both, with alice at the provider. */
export async function startFederation(
  provider: Omit<IdentityProviderInput, "id"> = {},
  {
    settings = {},
    client = {},
  }: {
    readonly settings?: Readonly<Record<string, unknown>>;
    readonly client?: OAuth2ClientInput;
  } = {},
): Promise<FederatedWorld> {
  const there = await startTestServer({ "urls.self.issuer": THERE });
  const requests: string[] = [];
  const outbound: { intercept?: Interceptor } = {};
  const request: Outbound["request"] = async (url, { body, headers }) => {
    requests.push(url);
    const intercepted = await outbound.intercept?.(new URL(url), body?.text ?? "");
    const { pathname, search } = new URL(url);
    const init = body && {
      method: "POST",
      body: body.text,
      headers: { ...headers, "content-type": body.media_type },
    };
    const response =
      intercepted ??
      (await there.fetch(`http://public.test${pathname}${search}`, init ?? { headers }));
    return ok({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  };
  const getJson: Outbound["getJson"] = async (url, owner) => {
    const reply = await request(url, { headers: {} }, owner);
    if (!reply.ok) return reply;
    const { status, body } = reply.value;
    return status === 200
      ? ok(JSON.parse(body.toString()))
      : err({ reason: "unexpected_status", status });
  };
  const startPeer = (options: PeerOptions = {}): Promise<TestServer> =>
    startTestServer(
      { "urls.self.issuer": HERE, ...settings },
      { wrapOutbound: (present) => ({ ...present, request, getJson }), ...options },
    );
  const world = await startPeer();
  await there.latchkey.createAccount({
    body: {
      username: "alice",
      password,
      claims: { name: "Alice There", email: "alice@there.example", email_verified: true },
    },
  });
  await connect(world, there, "there", provider);
  const photos = await registerApp(world.latchkey, { skip_consent: true, ...client });
  requests.length = 0; // Of connecting it.
  return { ...world, world, there, photos, outbound, requests, startPeer };
}

/** Registers a server at another one, and connects that one as a provider. */
export async function connect(
  world: TestServer,
  there: TestServer,
  id: string,
  provider: Omit<IdentityProviderInput, "id"> = {},
): Promise<void> {
  const { client_id, client_secret = "" } = await there.latchkey.createOAuth2Client({
    body: {
      client_name: "Here",
      redirect_uris: [`${HERE}/sign-in-with/${id}/callback`],
      post_logout_redirect_uris: [`${HERE}/sign-in-with/${id}/signed-out`],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: "openid profile email offline_access",
      skip_consent: true,
    },
  });
  await world.latchkey.createIdentityProvider({
    body: { id, name: "There", issuer: THERE, client_id, client_secret, ...provider },
  });
}

/** A browser of one user, at both servers. */
export interface Traveller {
  readonly here: PageVisitor;
  readonly there: PageVisitor;
  /** Opens the login page for an app, or for the account page. */
  open(path?: string): Promise<VisitedPage>;
  /** Presses the button of a provider: the page where the browser then is, at the provider. */
  leave(login: VisitedPage, provider?: string): Promise<URL>;
  /** Signs in at the provider, and returns the URL with which it sends the browser back. */
  signInThere(url: URL, username?: string): Promise<URL>;
  /** All of it: the page at the end, or the callback of the app. */
  signIn(path?: string, username?: string): Promise<VisitedPage>;
}

export function openTraveller({ world, there, photos }: FederatedWorld): Traveller {
  const here = openVisitor(world, { isElsewhere: isNot("here.example") });
  const atProvider = openVisitor(there, { isElsewhere: isNot("there.example") });
  const traveller: Traveller = {
    here,
    there: atProvider,
    open: (path = authorizationPath(photos)) => here.visit(path),
    async leave(login, provider = "there") {
      return (await here.submit(login, { provider }, undefined)).url;
    },
    async signInThere(url, username = "alice") {
      const login = await atProvider.visit(url.href);
      if (login.url.hostname === "here.example") return login.url;
      return (await atProvider.submit(login, { username, password })).url;
    },
    async signIn(path, username) {
      const back = await traveller.signInThere(
        await traveller.leave(await traveller.open(path)),
        username,
      );
      return here.visit(back.href);
    },
  };
  return traveller;
}

function isNot(own: string): (url: URL) => boolean {
  return ({ hostname }) => hostname !== own && hostname !== "public.test";
}

/** The authorization request of an app. */
export function authorizationPath(app: App, params: Readonly<Record<string, string>> = {}): string {
  const sent = { ...requestOf(app), scope: "openid", ...params };
  const query = Object.entries(sent).map(([name, value]) => [name, String(value)]);
  return `/oauth2/auth?${new URLSearchParams(query)}`;
}
