// The smallest login and consent app: two pages, no framework. Start from here to write your own.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { ApiError, createClient } from "@latchkey/client";

const PORT = Number(process.env["PORT"] ?? 3000);
const ADMIN = process.env["LATCHKEY_ADMIN"] ?? "http://127.0.0.1:4445";
const API_KEY = process.env["LATCHKEY_API_KEY"];
const latchkey = createClient({ admin: ADMIN, ...(API_KEY && { api_key: API_KEY }) });

// Replace with your user database. Store password hashes, never passwords.
const PASSWORD = process.env["ALICE_PASSWORD"] ?? "wonderland";
const users = new Map([["alice", { password: PASSWORD, name: "Alice Liddell" }]]);

// The password of this example is known to everyone who reads it.
const HOST = process.env["LATCHKEY_HOST"] ?? "localhost";
if (PASSWORD === "wonderland" && !["localhost", "127.0.0.1", "[::1]"].includes(HOST)) {
  console.error(
    `Set ALICE_PASSWORD: ${HOST} is public, and the password of the example is not secret.`,
  );
  process.exit(1);
}

// What users read in place of the names of scopes.
const scopes = new Map([
  ["openid", "Know who you are"],
  ["profile", "Read your name"],
  ["email", "Read your email address"],
  ["offline", "Have access while you are away"],
  ["offline_access", "Have access while you are away"],
]);

type Page = { status?: number; title: string; html: string };

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
  const { status = 200, title, html } = await answer(request, browser).catch(explain);
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src '${styleHash}'; form-action 'self'; frame-ancestors 'none'`,
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "set-cookie": `browser=${browser}; Path=/; HttpOnly; SameSite=Lax`,
  });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
    <style>${style}</style><main><h1>${escape(title)}</h1>${html}</main></html>`);
}

async function answer(request: IncomingMessage, browser: string): Promise<Page> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://unused");
  const form = request.method === "POST" ? new URLSearchParams(await text(request)) : undefined;
  if (form && !isFrom(browser, form))
    return { status: 403, title: "Not accepted", html: "Go back, load the page again, and retry." };

  const challenge = searchParams.get(`${pathname.slice(1)}_challenge`) ?? "";
  if (pathname === "/login") return login(challenge, form, browser);
  if (pathname === "/consent") return consent(challenge, form, browser);
  return { status: 404, title: "Not found", html: "The pages are /login and /consent." };
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
    `Sign in to ${nameOf(asked.client)}`,
    `${form ? "<p role=alert>Incorrect username or password.</p>" : ""}
    <label>Username <input name="username" value="${escape(username)}" autocomplete="username" required></label>
    <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
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
  const items = asked.requested_scope.map(
    (scope) => `<li>${escape(scopes.get(scope) ?? scope)}</li>`,
  );
  return showForm(
    browser,
    `${nameOf(asked.client)} wants access`,
    `<p>It may:</p><ul>${items.join("")}</ul>
    <button name="decision" value="allow">Allow</button>
    <button name="decision" value="deny" class="quiet">Deny</button>`,
  );
}

// A page, not a redirect: browsers apply the form-action policy to redirects that follow a form.
function leave({ redirect_to }: { redirect_to: string }): Page {
  const to = escape(redirect_to);
  return {
    title: "Redirecting…",
    html: `<meta http-equiv="refresh" content="0;url=${to}"><a href="${to}">Continue</a>`,
  };
}

// The error of an expired or used challenge says where to start again. Other errors are for the operator: your app
// should log them and show an error page.
function explain(error: unknown): Page {
  if (error instanceof ApiError && error.redirect_to) {
    const link = `<a href="${escape(error.redirect_to)}">Start again</a>`;
    return {
      status: error.status,
      title: "This request has expired or was already used",
      html: link,
    };
  }
  const [happened, remedy] = diagnose(error);
  console.error(`${happened} ${remedy}`);
  const title = "The sign-in could not be completed";
  return { status: 500, title, html: `<p>${escape(happened)}</p><p>${escape(remedy)}</p>` };
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
const showForm = (browser: string, title: string, fields: string): Page => ({
  title,
  html: `<form method="post"><input type="hidden" name="csrf" value="${mac(browser)}">${fields}</form>`,
});
const isFrom = (browser: string, form: URLSearchParams) => {
  const [given, expected] = [Buffer.from(form.get("csrf") ?? ""), Buffer.from(mac(browser))];
  return given.length === expected.length && timingSafeEqual(given, expected);
};
const cookieOf = ({ headers }: IncomingMessage) =>
  /(?:^|; )browser=(\w{32})/.exec(headers.cookie ?? "")?.[1];
const nameOf = (client: { client_id: string; client_name: string }) =>
  client.client_name || client.client_id;
const escape = (words: string) =>
  words.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 22rem; margin: 12vh auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
label { display: block; margin: 1rem 0; }
input { display: block; width: 100%; box-sizing: border-box; padding: 0.5rem; font: inherit; }
button { padding: 0.5rem 1.25rem; font: inherit; border: 0; border-radius: 0.4rem; background: #1f4fd8; color: #fff; }
button.quiet { background: transparent; color: inherit; text-decoration: underline; }
[role="alert"] { color: #b00020; }
@media (prefers-color-scheme: dark) { [role="alert"] { color: #ff9aa6; } }`;
const styleHash = `sha256-${createHash("sha256").update(style).digest("base64")}`;
