import * as openid from "openid-client";
import { configuration, getSession, REDIRECT_URI, redirectTo } from "../../lib/auth.js";

/** Ends the session of this app, then the one at Latchkey. */
export async function POST() {
  const session = await getSession();
  const { id_token } = session;
  session.destroy();
  const url = openid.buildEndSessionUrl(await configuration(), {
    post_logout_redirect_uri: new URL("/", REDIRECT_URI).href,
    ...(id_token && { id_token_hint: id_token }),
  });
  return redirectTo(url.href);
}
