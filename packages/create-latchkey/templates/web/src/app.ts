import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import * as openid from "openid-client";

export interface AppOptions {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** The URL of this app, without a slash at the end. */
  readonly base_url: string;
}

/** A browser that signed in, or is about to. */
interface Session {
  /** What the callback has to match. */
  checks?: openid.AuthorizationCodeGrantChecks;
  user?: { readonly subject: string; readonly name: string; readonly id_token: string };
}

/** Creates the request handler of the app. */
export async function createApp(options: AppOptions): Promise<RequestListener> {
  const { issuer, client_id, client_secret, base_url } = options;
  const config = await openid.discovery(
    new URL(issuer),
    client_id,
    undefined,
    openid.ClientSecretBasic(client_secret),
    // Plain http is for development only.
    issuer.startsWith("http://127.0.0.1:") ? { execute: [openid.allowInsecureRequests] } : {},
  );
  // Replace with a store that expires sessions and that all processes of the app share.
  const sessions = new Map<string, Session>();

  const pages: Record<string, (page: Page) => Promise<void>> = {
    "/": home,
    "/sign-in": signIn,
    "/callback": callback,
    "/sign-out": signOut,
  };
  return (request, response) => {
    const url = URL.parse(request.url ?? "/", base_url); // A caller may send anything, such as //.
    const page = pages[url?.pathname ?? ""];
    if (request.method !== "GET" || url === null || page === undefined) {
      response.writeHead(404).end("Not found.");
      return;
    }
    page({ url, response, session: sessionOf(request) }).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end("Signing in failed.");
    });
  };

  async function home({ response, session }: Page): Promise<void> {
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (session?.user === undefined) {
      response.end('<p>You are not signed in.</p><a href="/sign-in">Sign in</a>');
      return;
    }
    const { name } = session.user;
    response.end(`<p>Hello, ${escapeHtml(name)}.</p><a href="/sign-out">Sign out</a>`);
  }

  async function signIn({ response }: Page): Promise<void> {
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const expectedNonce = openid.randomNonce();
    const id = randomBytes(32).toString("base64url");
    sessions.set(id, { checks: { pkceCodeVerifier, expectedState, expectedNonce } });
    setCookie(response, id);
    redirect(
      response,
      openid.buildAuthorizationUrl(config, {
        redirect_uri: `${base_url}/callback`,
        scope: "openid profile",
        state: expectedState,
        nonce: expectedNonce,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: "S256",
      }),
    );
  }

  async function callback({ url, response, session }: Page): Promise<void> {
    if (session?.checks === undefined) {
      response.writeHead(400).end("This browser did not start to sign in.");
      return;
    }
    const { checks } = session;
    delete session.checks;
    if (url.searchParams.get("error") === "access_denied") {
      redirect(response, new URL(base_url));
      return;
    }
    // Compares state and iss, redeems the code, and verifies the ID token with its nonce.
    const tokens = await openid.authorizationCodeGrant(config, url, checks);
    const { sub: subject = "" } = tokens.claims() ?? {};
    const { name = subject } = await openid.fetchUserInfo(config, tokens.access_token, subject);
    const id = randomBytes(32).toString("base64url"); // A new one: the old one was used before the sign-in.
    sessions.set(id, { user: { subject, name, id_token: tokens.id_token ?? "" } });
    setCookie(response, id);
    redirect(response, new URL(base_url));
  }

  /** Ends the session here, then the one at Latchkey. */
  async function signOut({ response, session }: Page): Promise<void> {
    const id_token_hint = session?.user?.id_token;
    if (session !== undefined) delete session.user;
    if (id_token_hint === undefined) {
      redirect(response, new URL(base_url));
      return;
    }
    const post_logout_redirect_uri = `${base_url}/`;
    redirect(
      response,
      openid.buildEndSessionUrl(config, { id_token_hint, post_logout_redirect_uri }),
    );
  }

  function sessionOf(request: IncomingMessage): Session | undefined {
    const [, id = ""] = /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? "") ?? [];
    return sessions.get(id);
  }

  function setCookie(response: ServerResponse, id: string): void {
    const secure = base_url.startsWith("https:") ? "; Secure" : "";
    response.setHeader("set-cookie", `session=${id}; Path=/; HttpOnly; SameSite=Lax${secure}`);
  }
}

/** A request of a page, and the session of its browser. */
interface Page {
  readonly url: URL;
  readonly response: ServerResponse;
  readonly session: Session | undefined;
}

function redirect(response: ServerResponse, to: URL): void {
  response.writeHead(303, { location: to.href }).end();
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
