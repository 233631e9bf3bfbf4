import * as oauth from "oauth4webapi";

/** @typedef {{ issuer: string, client_id: string, redirect_uri: string }} Settings */
/** @typedef {{ code_verifier: string, state: string, nonce: string }} Pending */

/**
 * Begins to sign in: the URL to go to, and what to keep until the browser is back.
 * @param {Settings} settings
 */
export async function beginSignIn(settings) {
  const server = await discover(settings);
  const pending = {
    code_verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
  };
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: settings.client_id,
    redirect_uri: settings.redirect_uri,
    response_type: "code",
    scope: "openid profile",
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.code_verifier),
    code_challenge_method: "S256",
  }).toString();
  return { url: url.href, pending };
}

/**
 * Ends it: redeems the code in the URL of the page, and loads the profile.
 * @param {Settings} settings
 * @param {URL} url
 * @param {Pending} pending
 */
export async function finishSignIn(settings, url, pending) {
  const server = await discover(settings);
  const client = { client_id: settings.client_id };
  const options = requestOptions(settings);
  const parameters = oauth.validateAuthResponse(server, client, url, pending.state);
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      settings.redirect_uri,
      pending.code_verifier,
      options,
    ),
    { expectedNonce: pending.nonce, requireIdToken: true },
  );
  const { access_token, id_token = "" } = tokens;
  const { sub = "" } = oauth.getValidatedIdTokenClaims(tokens) ?? {};
  const response = await oauth.userInfoRequest(server, client, access_token, options);
  const profile = await oauth.processUserInfoResponse(server, client, sub, response);
  return { access_token, id_token, name: profile.name ?? sub };
}

/**
 * The URL that ends the session at Latchkey.
 * @param {Settings} settings
 * @param {string} id_token
 */
export async function signOutUrl(settings, id_token) {
  const { end_session_endpoint = "" } = await discover(settings);
  const url = new URL(end_session_endpoint);
  url.searchParams.set("id_token_hint", id_token);
  url.searchParams.set("post_logout_redirect_uri", settings.redirect_uri);
  return url.href;
}

/** @param {Settings} settings */
async function discover(settings) {
  const issuer = new URL(settings.issuer);
  const response = await oauth.discoveryRequest(issuer, requestOptions(settings));
  return oauth.processDiscoveryResponse(issuer, response);
}

/**
 * Plain http is for development only.
 * @param {Settings} settings
 */
function requestOptions({ issuer }) {
  return { [oauth.allowInsecureRequests]: issuer.startsWith("http://127.0.0.1:") };
}
