import assert from "node:assert/strict";
import { it } from "node:test";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor } from "./visitor.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer({
  "oauth2.registration.mode": "open",
});
const redirect_uri = "http://127.0.0.1:8123/callback";
const metadata = {
  client_name: "Photos",
  redirect_uris: [redirect_uri],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};

for (const token_endpoint_auth_method of ["client_secret_basic", "client_secret_post", "none"]) {
  it(`openid-client registers with ${token_endpoint_auth_method} and signs alice in`, async () => {
    const proof = {
      client_secret_basic: openid.ClientSecretBasic(),
      client_secret_post: openid.ClientSecretPost(),
      none: openid.None(),
    }[token_endpoint_auth_method];
    const config = await openid.dynamicClientRegistration(
      new URL(issuer),
      { ...metadata, token_endpoint_auth_method },
      proof,
      { execute: [openid.allowInsecureRequests] },
    );
    assert.deepEqual(config.clientMetadata()["application_type"], "native");
    await signIn(config);
  });
}

it("openid-client registers with the metadata of RFC 8414 and an initial access token", async () => {
  const { token } = await latchkey.createRegistrationToken({
    body: { max_uses: 1, scope: "openid offline_access" },
  });
  const register = () =>
    openid.dynamicClientRegistration(new URL(issuer), metadata, openid.ClientSecretBasic(), {
      initialAccessToken: token,
      algorithm: "oauth2",
      execute: [openid.allowInsecureRequests],
    });
  const config = await register();
  assert.equal(config.clientMetadata()["scope"], "openid offline_access");
  await signIn(config);
  await assert.rejects(register(), { code: "OAUTH_WWW_AUTHENTICATE_CHALLENGE" });
});

it("oauth4webapi registers, and its refusals are understood", async () => {
  const insecure = { [oauth.allowInsecureRequests]: true } as const;
  const found = await oauth.discoveryRequest(new URL(issuer), { ...insecure, algorithm: "oauth2" });
  const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
  const register = async (body: Parameters<typeof oauth.dynamicClientRegistrationRequest>[1]) =>
    oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, body, insecure),
    );
  const client = await register({ ...metadata, token_endpoint_auth_method: "none" });
  assert.match(client.client_id, /^[0-9a-f-]{36}$/);
  assert.equal(client.client_secret, undefined);
  const refused = register({ redirect_uris: ["http://photos.example/"] });
  await assert.rejects(refused, { error: "invalid_redirect_uri", status: 400 });

  const { registration_client_uri, registration_access_token } = client;
  assert.ok(typeof registration_client_uri === "string");
  assert.ok(typeof registration_access_token === "string");
  const own = await oauth.protectedResourceRequest(
    registration_access_token,
    "GET",
    new URL(registration_client_uri),
    undefined,
    undefined,
    insecure,
  );
  assert.deepEqual(await own.json(), client);
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

async function signIn(config: openid.Configuration): Promise<void> {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: "openid offline_access",
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: expectedState,
  });
  const { request } = await openVisitor({ issuer }).visit(url);
  const tokens = await openid.authorizationCodeGrant(config, new URL(request.url), {
    pkceCodeVerifier,
    expectedState,
  });
  assert.equal(tokens.claims()?.sub, subject);
  const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  assert.equal(fresh.claims()?.sub, subject);
}
