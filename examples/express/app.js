// A web app with Express that signs users in with Latchkey and calls an API with their access token.
import { randomBytes } from "node:crypto";
import express from "express";
import { getIronSession } from "iron-session";
import * as openid from "openid-client";

const PORT = Number(process.env.PORT ?? 5000);
const ISSUER = process.env.ISSUER ?? "http://127.0.0.1:4444";
const CLIENT_ID = process.env.CLIENT_ID ?? "express-photos";
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

const app = express();

app.get("/", async (request, response) => {
  const { user } = await sessionOf(request, response);
  const signedOut = '<p><a href="/sign-in">Sign in</a></p>';
  const signedIn = `<p>Hello ${escape(user?.name ?? "")}.</p>
    <p><a href="/profile">Profile</a></p>
    <form method="post" action="/sign-out"><button>Sign out</button></form>`;
  response.send(user ? signedIn : signedOut);
});

app.get("/sign-in", async (request, response) => {
  const session = await sessionOf(request, response);
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
  response.redirect(url.href);
});

app.get(pathname, async (request, response) => {
  const session = await sessionOf(request, response);
  try {
    if (!session.checks) throw new Error("no sign-in was started in this browser");
    // Checks state, iss, nonce, and the signature of the ID token.
    const url = new URL(request.originalUrl, origin);
    const tokens = await openid.authorizationCodeGrant(config, url, session.checks);
    const { sub } = tokens.claims();
    const { name = sub } = await openid.fetchUserInfo(config, tokens.access_token, sub);
    session.user = { sub, name };
    session.access_token = tokens.access_token;
    session.id_token = tokens.id_token;
    delete session.checks; // A response is accepted once.
    await session.save();
    response.redirect("/");
  } catch (error) {
    console.error(error);
    const reason = escape(error.error ?? error.message);
    response.status(400).send(`<p>Sign-in failed: ${reason}. <a href="/sign-in">Try again</a></p>`);
  }
});

app.get("/profile", async (request, response) => {
  const { user, access_token } = await sessionOf(request, response);
  if (!user) return response.redirect("/sign-in");
  const answer = await fetch(API_URL, { headers: { authorization: `Bearer ${access_token}` } });
  if (answer.status === 401) return response.redirect("/sign-in"); // The token has expired or was revoked.
  response.type("text").send(await answer.text());
});

// Ends the session of this app, then the one at Latchkey.
app.post("/sign-out", async (request, response) => {
  const session = await sessionOf(request, response);
  const { id_token } = session;
  session.destroy();
  const parameters = {
    post_logout_redirect_uri: `${origin}/`,
    ...(id_token && { id_token_hint: id_token }),
  };
  response.redirect(openid.buildEndSessionUrl(config, parameters).href);
});

app.listen(PORT, "127.0.0.1", () => console.log(`Open ${origin}/`));

// The session is an encrypted cookie. SameSite=Lax: it is sent with the redirect to this app, not with requests of other sites.
function sessionOf(request, response) {
  const cookieOptions = { secure: protocol === "https:", sameSite: "lax" };
  return getIronSession(request, response, {
    cookieName: "photos",
    password: SESSION_SECRET,
    cookieOptions,
  });
}

function escape(text) {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
