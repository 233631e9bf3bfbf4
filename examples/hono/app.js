// A web app with Hono that signs users in with Latchkey and calls an API with their access token.
import { randomBytes } from "node:crypto";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { getIronSession } from "iron-session";
import * as openid from "openid-client";

const PORT = Number(process.env.PORT ?? 5000);
const ISSUER = process.env.ISSUER ?? "http://127.0.0.1:4444";
const CLIENT_ID = process.env.CLIENT_ID ?? "hono-photos";
const CLIENT_SECRET = process.env.CLIENT_SECRET;
const REDIRECT_URI = process.env.REDIRECT_URI ?? `http://127.0.0.1:${PORT}/callback`;
const API_URL = process.env.API_URL ?? `${ISSUER}/userinfo`;
const SESSION_SECRET = process.env.SESSION_SECRET ?? randomBytes(32).toString("hex");
if (!CLIENT_SECRET) throw new Error("Set CLIENT_SECRET to the secret of the client.");

const { origin, pathname, protocol } = new URL(REDIRECT_URI);
const config = await openid.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  undefined,
  openid.ClientSecretBasic(CLIENT_SECRET),
  // Plain http is for development. In production the issuer is an https URL.
  { execute: ISSUER.startsWith("http:") ? [openid.allowInsecureRequests] : [] },
);

const app = new Hono();

app.get("/", async (c) => {
  const { user } = await sessionOf(c);
  const signedOut = html`<p><a href="/sign-in">Sign in</a></p>`;
  const signedIn = html`<p>Hello ${user?.name}.</p>
    <p><a href="/profile">Profile</a></p>
    <form method="post" action="/sign-out"><button>Sign out</button></form>`;
  return c.html(user ? signedIn : signedOut);
});

app.get("/sign-in", async (c) => {
  const session = await sessionOf(c);
  session.checks = {
    pkceCodeVerifier: openid.randomPKCECodeVerifier(),
    expectedState: openid.randomState(),
    expectedNonce: openid.randomNonce(),
  };
  await session.save();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: "openid profile email",
    state: session.checks.expectedState,
    nonce: session.checks.expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(session.checks.pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  return c.redirect(url.href);
});

app.get(pathname, async (c) => {
  const session = await sessionOf(c);
  try {
    if (!session.checks) throw new Error("no sign-in was started in this browser");
    // Checks state, iss, nonce, and the signature of the ID token.
    const url = new URL(new URL(c.req.url).search, REDIRECT_URI);
    const tokens = await openid.authorizationCodeGrant(config, url, session.checks);
    const { sub } = tokens.claims();
    const { name = sub } = await openid.fetchUserInfo(config, tokens.access_token, sub);
    session.user = { sub, name };
    session.access_token = tokens.access_token;
    session.id_token = tokens.id_token;
    delete session.checks; // A response is accepted once.
    await session.save();
    return c.redirect("/");
  } catch (error) {
    console.error(error);
    const reason = error.error ?? error.message;
    return c.html(html`<p>Sign-in failed: ${reason}. <a href="/sign-in">Try again</a></p>`, 400);
  }
});

app.get("/profile", async (c) => {
  const { user, access_token } = await sessionOf(c);
  if (!user) return c.redirect("/sign-in");
  const answer = await fetch(API_URL, { headers: { authorization: `Bearer ${access_token}` } });
  if (answer.status === 401) return c.redirect("/sign-in"); // The token has expired or was revoked.
  return c.text(await answer.text());
});

// Ends the session of this app, then the one at Latchkey.
app.post("/sign-out", async (c) => {
  const session = await sessionOf(c);
  const { id_token } = session;
  session.destroy();
  const url = openid.buildEndSessionUrl(config, {
    post_logout_redirect_uri: `${origin}/`,
    ...(id_token && { id_token_hint: id_token }),
  });
  return c.redirect(url.href);
});

serve({ fetch: app.fetch, port: PORT, hostname: "127.0.0.1" }, () =>
  console.log(`Open ${origin}/`),
);

// The session is an encrypted cookie. SameSite=Lax: it is sent with the redirect to this app, not with requests of other sites.
function sessionOf(c) {
  const cookies = {
    read: (name) => getCookie(c, name),
    write: (name, value, options) => setCookie(c, name, value, options),
  };
  return getIronSession(cookies, {
    cookieName: "photos",
    password: SESSION_SECRET,
    cookieOptions: { secure: protocol === "https:", sameSite: "lax" },
  });
}
