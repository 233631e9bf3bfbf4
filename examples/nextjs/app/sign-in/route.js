import * as openid from "openid-client";
import { configuration, getSession, REDIRECT_URI, redirectTo } from "../../lib/auth.js";

export async function GET() {
  const config = await configuration();
  const session = await getSession();
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
  return redirectTo(url.href);
}
