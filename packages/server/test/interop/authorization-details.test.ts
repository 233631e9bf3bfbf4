import assert from "node:assert/strict";
import { it } from "node:test";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { account, accountType, payment, paymentType } from "../consent/payments.ts";
import { alice, startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor } from "./visitor.ts";

const { issuer, latchkey, subject } = await startSignInServer();
const redirect_uri = "https://bank.example/callback";
const client_secret = "only the bank knows this";
const authorization_details = JSON.stringify([payment, account]);
const claims = JSON.stringify({
  userinfo: { name: { essential: true } },
  id_token: { email: null, acr: null, auth_time: { essential: true } },
});
for (const body of [paymentType, accountType]) {
  await latchkey.createAuthorizationDetailsType({ body });
}
await latchkey.createOAuth2Client({
  body: {
    client_id: "bank",
    client_secret,
    redirect_uris: [redirect_uri],
    grant_types: ["authorization_code", "refresh_token"],
    scope: "openid offline_access",
    authorization_details_types: [paymentType.type, accountType.type],
  },
});

it("openid-client requests details and single claims, and narrows them", async () => {
  const config = await openid.discovery(
    new URL(issuer),
    "bank",
    client_secret,
    openid.ClientSecretBasic(client_secret),
    { execute: [openid.allowInsecureRequests] },
  );
  const metadata = config.serverMetadata();
  assert.deepEqual(metadata.authorization_details_types_supported, [
    accountType.type,
    paymentType.type,
  ]);
  assert.equal(metadata.claims_parameter_supported, true);
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: "openid offline_access",
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: expectedState,
    authorization_details,
    claims,
  });
  const { request } = await openVisitor({ issuer }).visit(url);
  const tokens = await openid.authorizationCodeGrant(config, request, {
    pkceCodeVerifier,
    expectedState,
  });
  assert.deepEqual(tokens.authorization_details, [payment, account]);
  const id_token = tokens.claims() ?? assert.fail("there is no ID token");
  const { email, acr, auth_time, name } = id_token;
  assert.deepEqual([email, acr, typeof auth_time], [alice.profile.email, "0", "number"]);
  assert.equal(name, undefined, "it was requested for userinfo");
  const person = await openid.fetchUserInfo(config, tokens.access_token, subject);
  assert.equal(person.name, alice.profile.name);

  const narrow = JSON.stringify([{ ...payment, amount: 5 }]);
  const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "", {
    authorization_details: narrow,
  });
  assert.deepEqual(fresh.authorization_details, [{ ...payment, amount: 5 }]);
  const wide = JSON.stringify([{ ...payment, amount: 500 }]);
  await assert.rejects(
    openid.refreshTokenGrant(config, fresh.refresh_token ?? "", { authorization_details: wide }),
    { error: "invalid_authorization_details", status: 400 },
  );
});

it("oauth4webapi understands the details of a token response", async () => {
  const insecure = { [oauth.allowInsecureRequests]: true } as const;
  const client: oauth.Client = { client_id: "bank" };
  const found = await oauth.discoveryRequest(new URL(issuer), insecure);
  const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri,
    response_type: "code",
    scope: "openid",
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    state,
    authorization_details,
    claims,
  }).toString();
  const { request } = await openVisitor({ issuer }).visit(url);
  const parameters = oauth.validateAuthResponse(server, client, new URL(request.url), state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.ClientSecretBasic(client_secret),
    parameters,
    redirect_uri,
    codeVerifier,
    { ...insecure, additionalParameters: { authorization_details: JSON.stringify([account]) } },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
  assert.deepEqual(tokens.authorization_details, [account]);
});
