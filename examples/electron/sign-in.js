// The authorization code flow of native apps: RFC 8252.
import { once } from "node:events";
import { createServer } from "node:http";
import * as openid from "openid-client";

const ISSUER = "http://127.0.0.1:4444";
const CLIENT_ID = "photos-desktop";
const SCOPE = "openid profile offline_access";
const DEADLINE_MS = 5 * 60_000;

let discovered;
async function configuration() {
  discovered ??= await openid.discovery(new URL(ISSUER), CLIENT_ID, undefined, openid.None(), {
    // Plain http is for development. In production the issuer is an https URL.
    execute: ISSUER.startsWith("http:") ? [openid.allowInsecureRequests] : [],
  });
  return discovered;
}

/** Opens the browser, and resolves to the tokens when the user has signed in. */
export async function signIn(openBrowser) {
  const config = await configuration();
  const server = createServer().listen(0, "127.0.0.1"); // Any free port, on loopback only.
  try {
    await once(server, "listening");
    const redirect_uri = `http://127.0.0.1:${server.address().port}/callback`;
    const checks = {
      pkceCodeVerifier: openid.randomPKCECodeVerifier(),
      expectedState: openid.randomState(),
      expectedNonce: openid.randomNonce(),
    };
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: SCOPE,
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
      code_challenge_method: "S256",
    });
    const response = responseAt(server, redirect_uri, checks.expectedState);
    await openBrowser(url.href);
    return await openid.authorizationCodeGrant(config, await response, checks);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** The URL of the authorization response. Requests without the state, by other programs, are ignored. */
function responseAt(server, redirect_uri, state) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("The user did not sign in.")), DEADLINE_MS).unref();
    server.on("request", (request, response) => {
      const url = URL.parse(request.url, redirect_uri);
      if (url?.pathname !== "/callback" || url.searchParams.get("state") !== state) {
        response.writeHead(404).end();
        return;
      }
      response.end("You can close this page and return to Photos.", () => resolve(url));
    });
  });
}

/** New tokens for a refresh token, which is then no longer valid. */
export async function refresh(refresh_token) {
  return openid.refreshTokenGrant(await configuration(), refresh_token);
}

/** Ends the access of this installation. */
export async function revoke(refresh_token) {
  await openid.tokenRevocation(await configuration(), refresh_token);
}

/** Calls an API with the access token; here, userinfo. */
export async function readUser({ access_token }) {
  const config = await configuration();
  const { sub, name } = await openid.fetchUserInfo(config, access_token, openid.skipSubjectCheck);
  return { sub, name: name ?? sub };
}
