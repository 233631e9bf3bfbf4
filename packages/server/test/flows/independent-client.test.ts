import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth from "oauth4webapi";
import { registerApp } from "../support/app.ts";
import { answerOf, completeFlow } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer();
const client_secret = "a secret of photos";
const photos = await registerApp(world.latchkey, { client_secret });
const nonce = oauth.generateRandomNonce();
const state = oauth.generateRandomState();
const codeVerifier = oauth.generateRandomCodeVerifier();
const code_challenge = await oauth.calculatePKCECodeChallenge(codeVerifier);
const pkce = { code_challenge, code_challenge_method: "S256" };

type Body = URLSearchParams | undefined;

const options = {
  [oauth.customFetch]: (
    url: string,
    { method, headers, body }: oauth.CustomFetchOptions<string, Body>,
  ) => world.fetch(url, { method, headers, ...(body && { body }) }),
  [oauth.allowInsecureRequests]: true,
} as const;
const client: oauth.Client = {
  client_id: "photos",
  // Its clock and ours are years apart.
  [oauth.clockSkew]: world.clock.now - Math.floor(Date.now() / 1000),
};

async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL("http://127.0.0.1:4444");
  const response = await oauth.discoveryRequest(issuer, { ...options, algorithm: "oidc" });
  return oauth.processDiscoveryResponse(issuer, response);
}

async function callbackFor(params: object): Promise<URLSearchParams> {
  const request = { params: { state, nonce, ...pkce, ...params } };
  const { parameters } = await answerOf(await completeFlow(world, photos, request));
  return new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, value ?? ""]),
  );
}

async function redeem(server: oauth.AuthorizationServer, callback: URLSearchParams) {
  const proof = oauth.ClientSecretBasic(client_secret);
  const { redirect_uri } = photos;
  return oauth.authorizationCodeGrantRequest(
    server,
    client,
    proof,
    callback,
    redirect_uri,
    codeVerifier,
    options,
  );
}

test("oauth4webapi accepts a code, its tokens, userinfo and refreshed tokens", async () => {
  const server = await discover();
  const callback = oauth.validateAuthResponse(server, client, await callbackFor({}), state);
  const response = await redeem(server, callback);
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, response, options);
  const { sub = "" } = oauth.getValidatedIdTokenClaims(tokens) ?? {};
  assert.equal(sub, "alice");

  const shown = await oauth.userInfoRequest(server, client, tokens.access_token, options);
  assert.equal((await oauth.processUserInfoResponse(server, client, sub, shown)).sub, "alice");

  const proof = oauth.ClientSecretBasic(client_secret);
  const token = tokens.refresh_token ?? "";
  const again = await oauth.refreshTokenGrantRequest(server, client, proof, token, options);
  const next = await oauth.processRefreshTokenResponse(server, client, again);
  assert.notEqual(next.refresh_token, token);
});

test("oauth4webapi accepts a hybrid response with the hash of the code", async () => {
  const server = await discover();
  const fragment = await callbackFor({ response_type: "code id_token" });
  const callback = await oauth.validateCodeIdTokenResponse(
    server,
    client,
    fragment,
    nonce,
    state,
    undefined,
    options,
  );
  const response = await redeem(server, callback);
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  assert.equal(oauth.getValidatedIdTokenClaims(tokens)?.sub, "alice");
});

test("oauth4webapi sees through a code that was swapped", async () => {
  const server = await discover();
  const [mine, mallorys] = [
    await callbackFor({ response_type: "code id_token" }),
    await callbackFor({ response_type: "code id_token" }),
  ];
  mine.set("code", mallorys.get("code") ?? "");
  await assert.rejects(
    oauth.validateCodeIdTokenResponse(server, client, mine, nonce, state, undefined, options),
  );
});

test("oauth4webapi reports the error of a rejected authorization request", async () => {
  const server = await discover();
  const { location = "" } = await world.latchkey.oauthAuth({
    client_id: "photos",
    response_type: "code",
    scope: "bank",
    state,
  });
  assert.throws(
    () => oauth.validateAuthResponse(server, client, new URL(location), state),
    (error) => error instanceof oauth.AuthorizationResponseError && error.error === "invalid_scope",
  );
});
