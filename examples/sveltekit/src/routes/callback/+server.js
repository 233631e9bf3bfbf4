import { redirect } from "@sveltejs/kit";
import { configuration, getSession, REDIRECT_URI } from "#lib/server/auth.js";
import * as openid from "openid-client";

export async function GET(event) {
  const session = await getSession(event);
  try {
    if (!session.checks) throw new Error("no sign-in was started in this browser");
    const config = await configuration();
    // Checks state, iss, nonce, and the signature of the ID token.
    const url = new URL(event.url.search, REDIRECT_URI);
    const tokens = await openid.authorizationCodeGrant(config, url, session.checks);
    const { sub } = tokens.claims();
    const { name = sub } = await openid.fetchUserInfo(config, tokens.access_token, sub);
    session.user = { sub, name };
    session.access_token = tokens.access_token;
    session.id_token = tokens.id_token;
    delete session.checks; // A response is accepted once.
    await session.save();
  } catch (error) {
    console.error(error);
    const text = `Sign-in failed: ${error.error ?? error.message}. Try again at /sign-in.`;
    return new Response(text, { status: 400, headers: { "content-type": "text/plain" } });
  }
  redirect(303, "/");
}
