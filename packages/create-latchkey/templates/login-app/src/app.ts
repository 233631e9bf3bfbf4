import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { ApiError, type Client } from "@latchkey/client";
import { authenticate, findUser } from "./users.ts";

export interface AppOptions {
  /** The admin API of Latchkey. */
  readonly latchkey: Client;
  /** The URL of this app. With https, its cookie is sent by https only. */
  readonly base_url: string;
}

interface Page {
  readonly status?: number;
  readonly html: string;
}

/** A request of a browser for one of the pages. */
interface Visit {
  readonly challenge: string;
  /** The submitted form; undefined when the page is opened. */
  readonly form: URLSearchParams | undefined;
  /** Must come back with the form: no other site can know it. */
  readonly csrf: string;
}

const REMEMBERED_SECONDS = 3600;
const MAX_BYTES = 10_000;

/** Creates the request handler of the login and consent pages. */
export function createApp({ latchkey, base_url }: AppOptions): RequestListener {
  return (request, response) => {
    const csrf = cookieOf(request) ?? randomBytes(32).toString("base64url");
    answer(request, csrf)
      .catch(explain)
      .then((page) => send(response, page, csrf))
      .catch(() => response.destroy());
  };

  async function answer(request: IncomingMessage, csrf: string): Promise<Page> {
    const { pathname, searchParams } = new URL(request.url ?? "/", base_url);
    const form = request.method === "POST" ? await readForm(request) : undefined;
    if (form !== undefined && !isSame(form.get("csrf") ?? "", csrf))
      return { status: 403, html: "<p>Go back and try again.</p>" };
    const challenge = searchParams.get(`${pathname.slice(1)}_challenge`) ?? "";
    if (pathname === "/login") return login({ challenge, form, csrf });
    if (pathname === "/consent") return consent({ challenge, form, csrf });
    return { status: 404, html: "<p>There is nothing here.</p>" };
  }

  async function login({ challenge: login_challenge, form, csrf }: Visit): Promise<Page> {
    const request = await latchkey.getLoginRequest({ login_challenge });
    const user = authenticate(form?.get("username") ?? "", form?.get("password") ?? "");
    if (request.skip || user !== undefined) {
      const body = request.skip
        ? { subject: request.subject }
        : { subject: user?.subject ?? "", remember: true, remember_for: REMEMBERED_SECONDS };
      return leave(await latchkey.acceptLoginRequest({ login_challenge, body }));
    }
    const problem = form && '<p role="alert">Incorrect username or password.</p>';
    return {
      html: `<h1>Sign in to ${escapeHtml(request.client.client_name)}</h1>${problem ?? ""}
        <form method="post"><input type="hidden" name="csrf" value="${csrf}">
        <label>Username <input name="username" autocomplete="username" required></label>
        <label>Password
        <input name="password" type="password" autocomplete="current-password" required></label>
        <button>Sign in</button></form>`,
    };
  }

  async function consent({ challenge: consent_challenge, form, csrf }: Visit): Promise<Page> {
    const request = await latchkey.getConsentRequest({ consent_challenge });
    if (form?.get("decision") === "deny") {
      const body = { error: "access_denied", error_description: "The user denied access." };
      return leave(await latchkey.rejectConsentRequest({ consent_challenge, body }));
    }
    if (request.skip || form?.get("decision") === "allow") {
      const body = {
        grant_scope: request.requested_scope,
        grant_access_token_audience: request.requested_access_token_audience,
        session: { id_token: { name: findUser(request.subject)?.name } },
      };
      return leave(await latchkey.acceptConsentRequest({ consent_challenge, body }));
    }
    const scopes = request.requested_scope.map((scope) => `<li>${escapeHtml(scope)}</li>`);
    return {
      html: `<h1>Allow ${escapeHtml(request.client.client_name)} access?</h1>
        <ul>${scopes.join("")}</ul>
        <form method="post"><input type="hidden" name="csrf" value="${csrf}">
        <button name="decision" value="deny">Deny</button>
        <button name="decision" value="allow">Allow</button></form>`,
    };
  }

  function send(response: ServerResponse, { status = 200, html }: Page, csrf: string): void {
    const secure = base_url.startsWith("https:") ? "; Secure" : "";
    response.writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "set-cookie": `csrf=${csrf}; Path=/; HttpOnly; SameSite=Lax${secure}`,
    });
    response.end(`<!doctype html><html lang="en"><title>Sign in</title>${html}</html>`);
  }
}

/** A page instead of a redirect: browsers apply the policy for forms to redirects that follow one. */
function leave({ redirect_to }: { readonly redirect_to: string }): Page {
  const to = escapeHtml(redirect_to);
  return { html: `<meta http-equiv="refresh" content="0;url=${to}"><a href="${to}">Continue</a>` };
}

/** An expired or used challenge comes with the URL at which the user can start again. */
function explain(error: unknown): Page {
  if (error instanceof ApiError && error.redirect_to !== undefined) {
    const link = `<a href="${escapeHtml(error.redirect_to)}">Start again</a>`;
    return { status: error.status, html: `<p>This request has expired or was used. ${link}</p>` };
  }
  console.error(error);
  const status = error instanceof ApiError && error.status < 500 ? error.status : 500;
  return { status, html: "<p>Go back to the app that sent you here and sign in again.</p>" };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > MAX_BYTES) throw new Error("The form is too large.");
  }
  return new URLSearchParams(text);
}

function cookieOf({ headers }: IncomingMessage): string | undefined {
  return /(?:^|; )csrf=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? "")?.[1];
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
