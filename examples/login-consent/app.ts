// The smallest login and consent app: two pages, no framework. Start from here to write your own.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { ApiError, createClient } from "@latchkey/client";

const PORT = Number(process.env["PORT"] ?? 3000);
const ADMIN = process.env["LATCHKEY_ADMIN"] ?? "http://127.0.0.1:4445";
const API_KEY = process.env["LATCHKEY_API_KEY"];
const latchkey = createClient({ admin: ADMIN, ...(API_KEY && { api_key: API_KEY }) });

// Replace with your user database. Store password hashes, never passwords.
const users = new Map([["alice", { password: "wonderland", name: "Alice Liddell" }]]);

type Page = { status?: number; html: string };

createServer((request, response) => void respond(request, response))
  .once("error", (error) => {
    console.error(`${error.message}. PORT chooses another port.`);
    process.exitCode = 1;
  })
  .listen(PORT, "127.0.0.1", () => {
    console.log(`Point urls.login and urls.consent to http://127.0.0.1:${PORT}`);
  });

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const browser = cookieOf(request) ?? randomBytes(16).toString("hex");
  const { status = 200, html } = await answer(request, browser).catch(explain);
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "set-cookie": `browser=${browser}; Path=/; HttpOnly; SameSite=Lax`,
  });
  response.end(`<!doctype html><html lang="en"><title>Sign in</title>${html}</html>`);
}

async function answer(request: IncomingMessage, browser: string): Promise<Page> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://unused");
  const form = request.method === "POST" ? new URLSearchParams(await text(request)) : undefined;
  if (form && !isFrom(browser, form)) return { status: 403, html: "Go back and try again." };

  const challenge = searchParams.get(`${pathname.slice(1)}_challenge`) ?? "";
  if (pathname === "/login") return login(challenge, form, browser);
  if (pathname === "/consent") return consent(challenge, form, browser);
  return { status: 404, html: "There is nothing here." };
}

async function login(
  login_challenge: string,
  form: URLSearchParams | undefined,
  browser: string,
): Promise<Page> {
  const asked = await latchkey.getLoginRequest({ login_challenge });
  const username = form?.get("username") ?? "";
  const known = form && users.get(username)?.password === form.get("password");
  if (asked.skip || known) {
    const body = asked.skip
      ? { subject: asked.subject }
      : { subject: username, remember: true, remember_for: 3600 };
    return leave(await latchkey.acceptLoginRequest({ login_challenge, body }));
  }
  return showForm(
    browser,
    `<h1>Sign in to ${escape(asked.client.client_name)}</h1>
    ${form ? "<p role=alert>That did not match.</p>" : ""}
    <label>Username <input name="username" autocomplete="username" required></label>
    <label>Password <input name="password" type="password" required></label>
    <button>Sign in</button>`,
  );
}

async function consent(
  consent_challenge: string,
  form: URLSearchParams | undefined,
  browser: string,
): Promise<Page> {
  const asked = await latchkey.getConsentRequest({ consent_challenge });
  if (form?.get("decision") === "deny") {
    const body = { error: "access_denied", error_description: "The user denied access." };
    return leave(await latchkey.rejectConsentRequest({ consent_challenge, body }));
  }
  if (asked.skip || form?.get("decision") === "allow") {
    const body = {
      grant_scope: asked.requested_scope,
      grant_access_token_audience: asked.requested_access_token_audience,
      session: { id_token: { name: users.get(asked.subject)?.name } },
    };
    return leave(await latchkey.acceptConsentRequest({ consent_challenge, body }));
  }
  const scopes = asked.requested_scope.map((scope) => `<li>${escape(scope)}</li>`);
  return showForm(
    browser,
    `<h1>May ${escape(asked.client.client_name)} have this?</h1><ul>${scopes.join("")}</ul>
    <button name="decision" value="deny">No</button>
    <button name="decision" value="allow">Yes</button>`,
  );
}

// A page, not a redirect: browsers apply the form-action policy to redirects that follow a form.
function leave({ redirect_to }: { redirect_to: string }): Page {
  const to = escape(redirect_to);
  return { html: `<meta http-equiv="refresh" content="0;url=${to}"><a href="${to}">Continue</a>` };
}

// The error of an expired or used challenge says where to start again. Other errors are for the operator: your app
// should log them and show an error page.
function explain(error: unknown): Page {
  if (error instanceof ApiError && error.redirect_to) {
    const link = `<a href="${escape(error.redirect_to)}">Start again</a>`;
    return { status: error.status, html: `This request has expired or was already used. ${link}` };
  }
  const [happened, remedy] = diagnose(error);
  console.error(`${happened} ${remedy}`);
  return { status: 500, html: `<p>${escape(happened)}</p><p>${escape(remedy)}</p>` };
}

function diagnose(error: unknown): [happened: string, remedy: string] {
  const start = "Go back to the app that sent you here and sign in again.";
  if (!(error instanceof ApiError)) {
    const reason = String(error instanceof Error ? (error.cause ?? error) : error);
    return [
      `The admin listener at ${ADMIN} does not answer: ${reason}.`,
      "Start Latchkey, or set LATCHKEY_ADMIN to where its admin listener is.",
    ];
  }
  const happened = `Latchkey's admin listener answered ${error.status}: ${error.error_description ?? error.message}`;
  switch (error.error ?? "") {
    case "request_unauthorized":
    case "request_forbidden":
      return [
        happened,
        "Set LATCHKEY_API_KEY to a key with the scopes read and write: latchkey api-keys create --scope read,write makes one.",
      ];
    case "tls_required":
      return [happened, "Set LATCHKEY_ADMIN to its https address, or run this app beside it."];
    case "not_found":
      return [happened, start];
    default:
      return [happened, `${start} Latchkey's log says more under ${error.request_id}.`];
  }
}

// A form must contain the MAC of the browser's cookie, which no other site can know.
const secret = randomBytes(32);
const mac = (browser: string) => createHmac("sha256", secret).update(browser).digest("hex");
const showForm = (browser: string, fields: string): Page => ({
  html: `<form method="post"><input type="hidden" name="csrf" value="${mac(browser)}">${fields}</form>`,
});
const isFrom = (browser: string, form: URLSearchParams) => {
  const [given, expected] = [Buffer.from(form.get("csrf") ?? ""), Buffer.from(mac(browser))];
  return given.length === expected.length && timingSafeEqual(given, expected);
};
const cookieOf = ({ headers }: IncomingMessage) =>
  /(?:^|; )browser=(\w{32})/.exec(headers.cookie ?? "")?.[1];
const escape = (words: string) =>
  words.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
