import { redirect } from "@sveltejs/kit";
import { configuration, getSession, REDIRECT_URI } from "#lib/server/auth.js";
import * as openid from "openid-client";

/** Ends the session of this app, then the one at Latchkey. */
export async function POST(event) {
  const session = await getSession(event);
  const { id_token } = session;
  session.destroy();
  const url = openid.buildEndSessionUrl(await configuration(), {
    post_logout_redirect_uri: new URL("/", REDIRECT_URI).href,
    ...(id_token && { id_token_hint: id_token }),
  });
  redirect(303, url, { external: [url.origin] });
}
