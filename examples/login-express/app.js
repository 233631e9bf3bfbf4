// The login, consent and logout pages of Latchkey, as an Express app.
import { createHmac, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import express from "express";
import { ApiError, createClient } from "@latchkey/client";

const PORT = Number(process.env.PORT ?? 5000);
const ADMIN = process.env.LATCHKEY_ADMIN ?? "http://127.0.0.1:4445";
const API_KEY = process.env.LATCHKEY_API_KEY;
const SECRET = process.env.SESSION_SECRET ?? randomBytes(32).toString("hex");
const IS_SECURE = process.env.SECURE_COOKIES === "true"; // Set it where the app is reached by https.
const latchkey = createClient({ admin: ADMIN, ...(API_KEY && { api_key: API_KEY }) });

// Replace it with your user database. It holds hashes of passwords, never passwords.
const users = new Map([
  ["alice", { subject: "user-1", name: "Alice Liddell", ...hash("wonderland") }],
]);

const SCOPES = {
  openid: "Know who you are",
  profile: "Read your name",
  email: "Read your email address",
  offline_access: "Have access while you are away",
};

const app = express();
app.disable("x-powered-by");
app.use((request, response, next) => {
  response.set({
    "content-security-policy":
      "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
  next();
});
app.get("/style.css", (request, response) => response.type("css").send(STYLE));
app.use(express.urlencoded({ extended: false }));
app.use(checkForm);

app.get("/login", async (request, response) => {
  const { login_challenge = "" } = request.query;
  const login = await latchkey.getLoginRequest({ login_challenge });
  // The user is already signed in in this browser.
  if (login.skip) return acceptLogin(response, login_challenge, { subject: login.subject });
  response.send(loginPage(response, login));
});

app.post("/login", async (request, response) => {
  const { login_challenge = "" } = request.query;
  const login = await latchkey.getLoginRequest({ login_challenge });
  const { username = "", password = "", remember } = request.body;
  const user = findUser(username, password);
  if (!user) return response.status(401).send(loginPage(response, login, username));
  await acceptLogin(response, login_challenge, {
    subject: user.subject,
    remember: remember === "on",
    remember_for: 30 * 24 * 3600,
    amr: ["pwd"],
  });
});

app.get("/consent", async (request, response) => {
  const { consent_challenge = "" } = request.query;
  const consent = await latchkey.getConsentRequest({ consent_challenge });
  // The user allowed the same before.
  if (consent.skip) return acceptConsent(response, consent, consent.requested_scope);
  response.send(consentPage(response, consent));
});

app.post("/consent", async (request, response) => {
  const { consent_challenge = "" } = request.query;
  const consent = await latchkey.getConsentRequest({ consent_challenge });
  if (request.body.decision !== "allow") {
    const body = { error: "access_denied", error_description: "The user denied access." };
    const { redirect_to } = await latchkey.rejectConsentRequest({ consent_challenge, body });
    return response.redirect(303, redirect_to);
  }
  // The user may grant less than was requested.
  const chosen = [request.body.scope ?? []].flat();
  await acceptConsent(
    response,
    consent,
    consent.requested_scope.filter((scope) => chosen.includes(scope)),
  );
});

app.get("/logout", async (request, response) => {
  const { logout_challenge = "" } = request.query;
  await latchkey.getLogoutRequest({ logout_challenge });
  response.send(logoutPage(response));
});

app.post("/logout", async (request, response) => {
  const { logout_challenge = "" } = request.query;
  if (request.body.decision !== "sign_out") {
    await latchkey.rejectLogoutRequest({ logout_challenge });
    return response.send(page("Still signed in", "<p>You can close this page.</p>"));
  }
  const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
  response.redirect(303, redirect_to);
});

app.use((request, response) => {
  response.status(404).send(page("Not found", "<p>There is no such page here.</p>"));
});

app.use((error, request, response, next) => {
  if (response.headersSent) return next(error);
  // The request has expired or was answered before: Latchkey says where to start again.
  if (error instanceof ApiError && error.redirect_to)
    return response.redirect(303, error.redirect_to);
  console.error(explain(error));
  const body = "<p>Go back to the app that sent you here, and sign in again.</p>";
  response.status(500).send(page("The sign-in could not be completed", body));
});

app.listen(PORT, "127.0.0.1", () => {
  console.log(`Set urls.login, urls.consent and urls.logout to pages of http://127.0.0.1:${PORT}`);
});

async function acceptLogin(response, login_challenge, body) {
  const { redirect_to } = await latchkey.acceptLoginRequest({ login_challenge, body });
  response.redirect(303, redirect_to);
}

async function acceptConsent(response, consent, grant_scope) {
  const user = [...users.values()].find(({ subject }) => subject === consent.subject);
  const { redirect_to } = await latchkey.acceptConsentRequest({
    consent_challenge: consent.challenge,
    body: {
      grant_scope,
      grant_access_token_audience: consent.requested_access_token_audience,
      remember: true,
      remember_for: 0,
      session: { userinfo: grant_scope.includes("profile") ? { name: user?.name } : {} },
    },
  });
  response.redirect(303, redirect_to);
}

function loginPage(response, { client }, username) {
  return page(
    `Sign in to ${client.client_name || client.client_id}`,
    form(
      response,
      `${username === undefined ? "" : '<p role="alert">Incorrect username or password.</p>'}
      <label>Username <input name="username" value="${escape(username ?? "")}" autocomplete="username" required></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
      <label class="choice"><input type="checkbox" name="remember"> Keep me signed in on this device</label>
      <button>Sign in</button>`,
    ),
  );
}

function consentPage(response, { client, requested_scope }) {
  const choices = requested_scope.map(
    (scope) =>
      `<label class="choice"><input type="checkbox" name="scope" value="${escape(scope)}" checked>
        ${escape(SCOPES[scope] ?? scope)}</label>`,
  );
  return page(
    `${client.client_name || client.client_id} wants access`,
    form(
      response,
      `<fieldset><legend>It may:</legend>${choices.join("")}</fieldset>
      <button name="decision" value="allow">Allow</button>
      <button name="decision" value="deny" class="quiet">Deny</button>`,
    ),
  );
}

function logoutPage(response) {
  return page(
    "Sign out?",
    form(
      response,
      `<button name="decision" value="sign_out">Sign out</button>
      <button name="decision" value="stay" class="quiet">Stay signed in</button>`,
    ),
  );
}

function page(title, body) {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>${escape(title)}</title>
  <link rel="stylesheet" href="/style.css">
  <main><h1>${escape(title)}</h1>${body}</main>
</html>`;
}

// A form has the MAC of a cookie of this browser. Other sites cannot know it, so they cannot submit the form (CSRF).
function form(response, fields) {
  const browser = response.locals.browser;
  return `<form method="post"><input type="hidden" name="csrf" value="${mac(browser)}">${fields}</form>`;
}

function checkForm(request, response, next) {
  const [, known] = /(?:^|; )browser=(\w{32})/.exec(request.headers.cookie ?? "") ?? [];
  const browser = known ?? randomBytes(16).toString("hex");
  response.locals.browser = browser;
  if (!known)
    response.cookie("browser", browser, { httpOnly: true, sameSite: "lax", secure: IS_SECURE });
  if (request.method === "GET" || isEqual(String(request.body?.csrf), mac(browser))) return next();
  const body =
    "<p>This form was not sent from this browser. Go back, load the page again, and retry.</p>";
  response.status(403).send(page("Not accepted", body));
}

function mac(browser) {
  return createHmac("sha256", SECRET).update(browser).digest("hex");
}

// Takes equally long for unknown users, so that the time does not tell which names exist.
function findUser(username, password) {
  const user = users.get(username);
  const { salt, key } = user ?? hash("");
  const isCorrect = isEqual(scryptSync(password, salt, 64).toString("hex"), key);
  return user && isCorrect ? user : undefined;
}

function hash(password) {
  const salt = randomBytes(16).toString("hex");
  return { salt, key: scryptSync(password, salt, 64).toString("hex") };
}

function isEqual(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// What the operator has to do. Users get a sentence instead.
function explain(error) {
  if (!(error instanceof ApiError)) {
    return `${ADMIN} does not answer: ${error.cause ?? error}. Start Latchkey, or set LATCHKEY_ADMIN to its admin listener.`;
  }
  const advice = {
    request_unauthorized: "Set LATCHKEY_API_KEY: latchkey api-keys create --scope read,write",
    request_forbidden: "The key in LATCHKEY_API_KEY needs the scopes read and write.",
    tls_required: "Set LATCHKEY_ADMIN to the https URL of the admin listener.",
    not_found: "The challenge is unknown: the page was opened without coming from Latchkey.",
  };
  return `Latchkey answered ${error.status}: ${error.error_description ?? error.message} ${advice[error.error] ?? ""}`;
}

function escape(text) {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 22rem; margin: 12vh auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
label { display: block; margin: 1rem 0; }
input:not([type="checkbox"]) { display: block; width: 100%; box-sizing: border-box; padding: 0.5rem; font: inherit; }
fieldset { border: 0; padding: 0; }
.choice { margin: 0.5rem 0; }
button { padding: 0.5rem 1.25rem; font: inherit; border: 0; border-radius: 0.4rem; background: #1f4fd8; color: #fff; }
button.quiet { background: transparent; color: inherit; text-decoration: underline; }
[role="alert"] { color: #b00020; }
@media (prefers-color-scheme: dark) { [role="alert"] { color: #ff9aa6; } }
`;
