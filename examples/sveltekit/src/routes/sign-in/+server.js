import { redirect } from "@sveltejs/kit";
import { configuration, getSession, REDIRECT_URI } from "#lib/server/auth.js";
import * as openid from "openid-client";

export async function GET(event) {
  const config = await configuration();
  const session = await getSession(event);
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
  redirect(303, url, { external: [url.origin] });
}
