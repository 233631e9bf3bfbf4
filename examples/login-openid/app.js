// The login, consent and logout pages of Latchkey. Users sign in with another OpenID provider, such as Google.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import express from "express";
import * as openid from "openid-client";
import { ApiError, createClient } from "@latchkey/client";

const PORT = Number(process.env.PORT ?? 5000);
const ADMIN = process.env.LATCHKEY_ADMIN ?? "http://127.0.0.1:4445";
const API_KEY = process.env.LATCHKEY_API_KEY;
const SECRET = process.env.SESSION_SECRET ?? randomBytes(32).toString("hex");
const REDIRECT_URI = process.env.REDIRECT_URI ?? `http://127.0.0.1:${PORT}/callback`;
const ISSUER = process.env.PROVIDER_ISSUER ?? "https://accounts.google.com";
const CLIENT_ID = process.env.PROVIDER_CLIENT_ID;
const CLIENT_SECRET = process.env.PROVIDER_CLIENT_SECRET;
const PREFIX = process.env.PROVIDER_PREFIX ?? "google"; // Subjects are google:1234. Never change it.
const PROMPT = process.env.PROVIDER_PROMPT ?? "select_account";
if (!CLIENT_ID || !CLIENT_SECRET)
  throw new Error("Set PROVIDER_CLIENT_ID and PROVIDER_CLIENT_SECRET to those of your provider.");

const { origin, pathname, protocol } = new URL(REDIRECT_URI);
const COOKIE = { httpOnly: true, sameSite: "lax", secure: protocol === "https:" };
const HOUR = 3600;
const latchkey = createClient({ admin: ADMIN, ...(API_KEY && { api_key: API_KEY }) });

// What the provider said of each user, by subject. Replace it with your database.
const users = new Map();

const SCOPES = {
  openid: "Know who you are",
  profile: "Read your name",
  email: "Read your email address",
  offline_access: "Have access while you are away",
};
const CLAIMS = { profile: ["name", "picture"], email: ["email", "email_verified"] };

const app = express();
app.disable("x-powered-by");
app.use((request, response, next) => {
  response.set({
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
  next();
});
app.use(express.urlencoded({ extended: false }));
app.use(checkForm);

app.get("/login", async (request, response) => {
  const { login_challenge = "" } = request.query;
  const login = await latchkey.getLoginRequest({ login_challenge });
  // The user is already signed in in this browser.
  if (login.skip) return acceptLogin(response, login_challenge, { subject: login.subject });
  try {
    const config = await provider();
    const checks = {
      pkceCodeVerifier: openid.randomPKCECodeVerifier(),
      expectedState: openid.randomState(),
      expectedNonce: openid.randomNonce(),
    };
    // A cookie for each sign-in, so that tabs do not interfere.
    const kept = Buffer.from(JSON.stringify({ login_challenge, checks })).toString("base64url");
    response.cookie(`sign-in-${checks.expectedState}`, kept, { ...COOKIE, maxAge: HOUR * 1000 });
    const { login_hint } = login.oidc_context;
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: "openid profile email",
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
      code_challenge_method: "S256",
      ...(PROMPT && { prompt: PROMPT }),
      ...(login_hint && { login_hint }),
    });
    response.redirect(303, url.href);
  } catch (error) {
    await rejectLogin(response, login_challenge, error);
  }
});

// The provider sends the browser here.
app.get(pathname, async (request, response) => {
  const name = `sign-in-${String(request.query.state)}`;
  const kept = readCookies(request).get(name);
  if (kept === undefined) {
    const body = "<p>Go back to the app that sent you here, and sign in again.</p>";
    return response.status(400).send(page("No sign-in was started in this browser", body));
  }
  response.cookie(name, "", { ...COOKIE, maxAge: 0 }); // A response is accepted once.
  const { login_challenge, checks } = JSON.parse(Buffer.from(kept, "base64url").toString());
  let user;
  try {
    const config = await provider();
    // Checks state, iss, nonce, and the signature of the ID token.
    const url = new URL(request.originalUrl, origin);
    const tokens = await openid.authorizationCodeGrant(config, url, {
      ...checks,
      idTokenExpected: true,
    });
    const { sub, acr, amr } = tokens.claims();
    const claims = await openid.fetchUserInfo(config, tokens.access_token, sub);
    user = { subject: `${PREFIX}:${sub}`, acr, amr, claims };
  } catch (error) {
    return rejectLogin(response, login_challenge, error);
  }
  const { subject, acr, amr, claims } = user;
  users.set(subject, claims);
  await acceptLogin(response, login_challenge, {
    subject,
    remember: true,
    remember_for: 8 * HOUR,
    ...(acr && { acr }),
    ...(amr && { amr }),
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
  const fields = `<button name="decision" value="sign_out">Sign out</button>
    <button name="decision" value="stay">Stay signed in</button>`;
  response.send(page("Sign out?", form(response, fields)));
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
  console.error(error);
  const body = "<p>Go back to the app that sent you here, and sign in again.</p>";
  response.status(500).send(page("The sign-in could not be completed", body));
});

app.listen(PORT, "127.0.0.1", () => {
  console.log(`Register the redirect URI ${REDIRECT_URI} at ${ISSUER}.`);
});

// The provider's endpoints and keys, read at the first sign-in and again after a failure: the app starts without the provider.
let discovered;
async function provider() {
  discovered ??= await openid.discovery(
    new URL(ISSUER),
    CLIENT_ID,
    undefined,
    openid.ClientSecretBasic(CLIENT_SECRET),
    // Plain http is for development.
    { timeout: 10, execute: ISSUER.startsWith("http:") ? [openid.allowInsecureRequests] : [] },
  );
  return discovered;
}

async function acceptLogin(response, login_challenge, body) {
  const { redirect_to } = await latchkey.acceptLoginRequest({ login_challenge, body });
  response.redirect(303, redirect_to);
}

// The client of Latchkey gets an error that it knows. Only the operator reads what went wrong at the provider.
async function rejectLogin(response, login_challenge, error) {
  const isDenied = error.error === "access_denied";
  if (!isDenied) console.error(`Signing in with ${ISSUER} failed:`, error);
  const body = isDenied
    ? { error: "access_denied", error_description: "The user did not sign in." }
    : {
        error: isOutage(error) ? "temporarily_unavailable" : "server_error",
        error_description: "Signing in with the provider failed.",
        error_debug: String(error),
      };
  const { redirect_to } = await latchkey.rejectLoginRequest({ login_challenge, body });
  response.redirect(303, redirect_to);
}

// The provider did not answer, not in time, or says so. An answer that is not accepted is no outage.
function isOutage({ error, code, message, cause }) {
  const isUnanswered = message === "fetch failed" || code === "OAUTH_TIMEOUT";
  return isUnanswered || cause?.status >= 500 || error === "temporarily_unavailable";
}

async function acceptConsent(response, consent, grant_scope) {
  const known = users.get(consent.subject) ?? {};
  const names = grant_scope.flatMap((scope) => CLAIMS[scope] ?? []);
  const claims = names.filter((name) => name in known).map((name) => [name, known[name]]);
  const { redirect_to } = await latchkey.acceptConsentRequest({
    consent_challenge: consent.challenge,
    body: {
      grant_scope,
      grant_access_token_audience: consent.requested_access_token_audience,
      remember: true,
      remember_for: 0,
      session: { id_token: Object.fromEntries(claims) }, // They are in userinfo, too.
    },
  });
  response.redirect(303, redirect_to);
}

function consentPage(response, { client, subject, requested_scope }) {
  const choices = requested_scope.map(
    (scope) =>
      `<p><label><input type="checkbox" name="scope" value="${escape(scope)}" checked>
        ${escape(SCOPES[scope] ?? scope)}</label></p>`,
  );
  return page(
    `${client.client_name || client.client_id} wants access`,
    form(
      response,
      `<p>You are signed in as ${escape(users.get(subject)?.email ?? subject)}.</p>
      <fieldset><legend>It may:</legend>${choices.join("")}</fieldset>
      <button name="decision" value="allow">Allow</button>
      <button name="decision" value="deny">Deny</button>`,
    ),
  );
}

function page(title, body) {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>${escape(title)}</title>
  <main><h1>${escape(title)}</h1>${body}</main>
</html>`;
}

// A form has the MAC of a cookie of this browser. Other sites cannot know it, so they cannot submit the form (CSRF).
function form(response, fields) {
  const browser = response.locals.browser;
  return `<form method="post"><input type="hidden" name="csrf" value="${mac(browser)}">${fields}</form>`;
}

function checkForm(request, response, next) {
  const known = readCookies(request).get("browser");
  const browser = known ?? randomBytes(16).toString("hex");
  response.locals.browser = browser;
  if (!known) response.cookie("browser", browser, COOKIE);
  if (request.method === "GET" || isEqual(String(request.body?.csrf), mac(browser))) return next();
  const body =
    "<p>This form was not sent from this browser. Go back, load the page again, and retry.</p>";
  response.status(403).send(page("Not accepted", body));
}

function readCookies({ headers }) {
  const pairs = (headers.cookie ?? "").split("; ").map((pair) => pair.split("="));
  return new Map(pairs.filter(([, value]) => value).map(([name, value]) => [name, value]));
}

function mac(browser) {
  return createHmac("sha256", SECRET).update(browser).digest("hex");
}

function isEqual(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function escape(text) {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
