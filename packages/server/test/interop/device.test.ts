import assert from "node:assert/strict";
import { it } from "node:test";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor } from "./visitor.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer({
  "oauth2.device_authorization.token_polling_interval": "1s",
});
const client_id = "tv";
const server = new URL(issuer);
const scope = "openid offline";
await latchkey.createOAuth2Client({
  body: {
    client_id,
    token_endpoint_auth_method: "none",
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
    scope,
  },
});

function discover(): Promise<openid.Configuration> {
  return openid.discovery(server, client_id, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
}

it("openid-client polls until alice has signed in", async () => {
  const config = await discover();
  const device = await openid.initiateDeviceAuthorization(config, { scope });
  const polling = openid.pollDeviceAuthorizationGrant(config, device);
  const { page, asked } = await openVisitor({ issuer }).visit(
    device.verification_uri_complete ?? "",
  );
  assert.deepEqual(asked, ["/device", "/device", "/login", "/consent"]);
  assert.match(page ?? "", /Your device is connected/);
  const tokens = await polling;
  assert.equal(tokens.claims()?.sub, subject);
  const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  assert.equal(fresh.claims()?.sub, subject);
});

it("openid-client hears that alice denied", async () => {
  const config = await discover();
  const device = await openid.initiateDeviceAuthorization(config, { scope });
  const visitor = openVisitor({ issuer, decisions: ["deny"] });
  const { page } = await visitor.visit(device.verification_uri_complete ?? "");
  assert.match(page ?? "", /The device was not connected/);
  await assert.rejects(openid.pollDeviceAuthorizationGrant(config, device), {
    error: "access_denied",
  });
});

it("oauth4webapi reads the codes, the errors of polling and the tokens", async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const as = await oauth.processDiscoveryResponse(
    server,
    await oauth.discoveryRequest(server, insecure),
  );
  const client = { client_id };
  const auth = oauth.None();
  const asked = await oauth.deviceAuthorizationRequest(
    as,
    client,
    auth,
    new URLSearchParams({ scope }),
    insecure,
  );
  const device = await oauth.processDeviceAuthorizationResponse(as, client, asked);
  const ask = async () =>
    oauth.processDeviceCodeResponse(
      as,
      client,
      await oauth.deviceCodeGrantRequest(as, client, auth, device.device_code, insecure),
    );
  await assert.rejects(ask, { error: "authorization_pending" });
  await openVisitor({ issuer }).visit(device.verification_uri_complete ?? "");
  const tokens = await ask();
  assert.equal(oauth.getValidatedIdTokenClaims(tokens)?.sub, subject);
  await assert.rejects(ask, { error: "invalid_grant" });
});

it("nothing went wrong on the way", () => {
  assert.deepEqual(lines, []);
});
