import assert from "node:assert/strict";
import { openVisitor, type Visitor } from "./visitor.ts";

/** Where the login, consent and logout apps of a test are: pages that a test answers by calling an SDK. */
export const appUrls = {
  "urls.login": "https://apps.example/login",
  "urls.consent": "https://apps.example/consent",
  "urls.logout": "https://apps.example/logout",
};

export const redirect_uri = "https://photos.example/callback";
export const post_logout_redirect_uri = "https://photos.example/bye";

/** How an app rejects a login or consent request. */
export const deniedByAlice = { error: "access_denied", error_description: "Alice said no." };

/** How the apps of a test answer: each returns where the browser goes next. */
export interface Apps {
  readonly login: (challenge: string) => Promise<string>;
  readonly consent: (challenge: string) => Promise<string>;
}

/** A browser, and the apps that answer for its user. */
export function openBrowser(issuer: string, apps: Apps) {
  const visitor: Visitor = openVisitor({ issuer });
  const go = async (url: string): Promise<URL> => new URL((await visitor.visit(url)).request.url);
  return {
    go,
    /** Goes on until neither app is asked. */
    async answerApps(url: string): Promise<URL> {
      const asked = await go(url);
      if (asked.pathname === "/login")
        return this.answerApps(await apps.login(challengeOf(asked, "login")));
      if (asked.pathname === "/consent")
        return this.answerApps(await apps.consent(challengeOf(asked, "consent")));
      return asked;
    },
    /** Authorizes a client, and returns the URL with which the browser came back to it. */
    authorize(client_id: string, more: Readonly<Record<string, string>> = {}): Promise<URL> {
      return this.answerApps(authorizationUrl(issuer, client_id, more));
    },
  };
}

export function authorizationUrl(
  issuer: string,
  client_id: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const parameters = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: "code",
    scope: "openid offline",
    state: "a state of the client",
    ...more,
  });
  return `${issuer}/oauth2/auth?${parameters.toString()}`;
}

/** Where a client sends the browser of a user who leaves. */
export function logoutUrl(issuer: string, id_token_hint: string): string {
  const parameters = new URLSearchParams({ id_token_hint, post_logout_redirect_uri });
  return `${issuer}/oauth2/sessions/logout?${parameters.toString()}`;
}

/** Authorizes a client, and returns the challenges that the apps accepted. */
export async function useChallenges(issuer: string, apps: Apps, client_id: string) {
  const used = { login: "", consent: "" };
  const browser = openBrowser(issuer, {
    login: (challenge) => apps.login((used.login = challenge)),
    consent: (challenge) => apps.consent((used.consent = challenge)),
  });
  await browser.authorize(client_id);
  return used;
}

/** The challenge with which a browser came to an app. */
export function challengeOf(url: URL, app: "login" | "consent" | "logout" | "device"): string {
  assert.equal(url.origin, "https://apps.example", url.href);
  return url.searchParams.get(`${app}_challenge`) ?? "";
}

/** The status with which a call of an SDK is refused. */
export async function refusal(call: Promise<unknown>): Promise<number> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Error && "response" in error, "it was not refused");
  const { response } = error;
  assert.ok(typeof response === "object" && response !== null && "status" in response);
  return Number(response.status);
}
