// A single-page app in plain JavaScript that signs users in with Latchkey.
import * as oauth from "/oauth4webapi.js";

const ISSUER = "http://127.0.0.1:4444";
const CLIENT_ID = "gallery";
const REDIRECT_URI = `${location.origin}/`;

const client = { client_id: CLIENT_ID };
// Plain http is for development. In production the issuer is an https URL.
const options = { [oauth.allowInsecureRequests]: ISSUER.startsWith("http:") };
const server = await oauth.processDiscoveryResponse(
  new URL(ISSUER),
  await oauth.discoveryRequest(new URL(ISSUER), options),
);

const find = (id) => document.getElementById(id);
find("sign-in").addEventListener("click", signIn);
find("sign-out").addEventListener("click", signOut);
try {
  const { searchParams } = new URL(location);
  if (searchParams.has("code") || searchParams.has("error")) await finishSignIn();
  await show();
} catch (error) {
  console.error(error);
  find("status").textContent = `Sign-in failed: ${error.error ?? error.message}`;
  find("sign-in").hidden = false;
}

async function signIn() {
  const pending = {
    code_verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
  };
  sessionStorage.setItem("pending", JSON.stringify(pending));
  const url = new URL(server.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: "openid profile",
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.code_verifier),
    code_challenge_method: "S256",
  });
  location.assign(url);
}

async function finishSignIn() {
  const url = new URL(location);
  history.replaceState(null, "", REDIRECT_URI); // Removes the code from the address bar.
  const pending = JSON.parse(sessionStorage.getItem("pending"));
  sessionStorage.removeItem("pending"); // A response is accepted once.
  if (!pending) throw new Error("no sign-in was started in this tab");
  const { state, nonce, code_verifier } = pending;
  // Checks state and iss, then nonce and the other claims of the ID token.
  const parameters = oauth.validateAuthResponse(server, client, url, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    REDIRECT_URI,
    code_verifier,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  const { sub } = oauth.getValidatedIdTokenClaims(tokens);
  const { access_token, id_token } = tokens;
  sessionStorage.setItem("tokens", JSON.stringify({ sub, access_token, id_token }));
}

async function show() {
  const tokens = JSON.parse(sessionStorage.getItem("tokens"));
  const user = tokens && (await readUser(tokens));
  find("status").textContent = user ? `Hello ${user.name ?? user.sub}.` : "You are not signed in.";
  find("sign-in").hidden = Boolean(user);
  find("sign-out").hidden = !user;
}

// Calls an API with the access token; here, userinfo.
async function readUser({ sub, access_token }) {
  const response = await oauth.userInfoRequest(server, client, access_token, options);
  if (response.status !== 401) return oauth.processUserInfoResponse(server, client, sub, response);
  sessionStorage.removeItem("tokens"); // The token has expired or was revoked.
  return undefined;
}

// Ends the session of this app, then the one at Latchkey.
function signOut() {
  const { id_token } = JSON.parse(sessionStorage.getItem("tokens"));
  sessionStorage.removeItem("tokens");
  const url = new URL(server.end_session_endpoint);
  url.search = new URLSearchParams({
    id_token_hint: id_token,
    post_logout_redirect_uri: REDIRECT_URI,
  });
  location.assign(url);
}
