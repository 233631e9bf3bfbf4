import * as openid from "openid-client";
import { configuration, getSession, REDIRECT_URI, redirectTo } from "../../lib/auth.js";

export async function GET(request) {
  const session = await getSession();
  try {
    if (!session.checks) throw new Error("no sign-in was started in this browser");
    const config = await configuration();
    // Checks state, iss, nonce, and the signature of the ID token.
    const url = new URL(new URL(request.url).search, REDIRECT_URI);
    const tokens = await openid.authorizationCodeGrant(config, url, session.checks);
    const { sub } = tokens.claims();
    const { name = sub } = await openid.fetchUserInfo(config, tokens.access_token, sub);
    session.user = { sub, name };
    session.access_token = tokens.access_token;
    session.id_token = tokens.id_token;
    delete session.checks; // A response is accepted once.
    await session.save();
    return redirectTo("/");
  } catch (error) {
    console.error(error);
    const text = `Sign-in failed: ${error.error ?? error.message}. Try again at /sign-in.`;
    return new Response(text, { status: 400, headers: { "content-type": "text/plain" } });
  }
}
