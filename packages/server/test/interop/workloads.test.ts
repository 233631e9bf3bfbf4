import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { registerMachine, tokenOf } from "../operations/machine.ts";
import { JWT_BEARER, makeIssuer, trust } from "../operations/trusted-issuer.ts";
import { startSignInServer } from "../support/sign-in-server.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

const { issuer, latchkey } = await startSignInServer();
const ci = await makeIssuer("https://ci.example");
await trust(latchkey, ci, { client_id: "deployments" });
await latchkey.createOAuth2Client({
  body: {
    client_id: "deployments",
    token_endpoint_auth_method: "none",
    grant_types: [JWT_BEARER],
    scope: "deploy",
  },
});
const job = await registerMachine(latchkey, { client_id: "job", scope: "read" });
const gateway = await registerMachine(latchkey, {
  client_id: "gateway",
  grant_types: [TOKEN_EXCHANGE],
  scope: "read",
  audience: ["https://api.example"],
  token_exchange_subject_clients: ["job"],
});

function assertion(): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return ci.sign({ sub: "main", aud: issuer, iat: now, exp: now + 60, jti: randomUUID() });
}

async function exchangeParameters() {
  return {
    subject_token: await tokenOf(latchkey, job, { scope: "read" }),
    subject_token_type: ACCESS_TOKEN,
    audience: "https://api.example",
    scope: "read",
  };
}

async function introspect(token: string) {
  const found = await latchkey.introspectOAuth2Token({ token });
  assert.ok(found.active);
  return found;
}

describe("openid-client, as it is published", () => {
  const discover = (client_id: string, authentication: openid.ClientAuth) =>
    openid.discovery(new URL(issuer), client_id, {}, authentication, {
      execute: [openid.allowInsecureRequests],
    });

  it("exchanges the JWT of a workload, without a secret", async () => {
    const config = await discover("deployments", openid.None());
    const parameters = { assertion: await assertion(), scope: "deploy" };
    const tokens = await openid.genericGrantRequest(config, JWT_BEARER, parameters);
    assert.equal(tokens.scope, "deploy");
    assert.equal((await introspect(tokens.access_token)).sub, "main");
    await assert.rejects(openid.genericGrantRequest(config, JWT_BEARER, parameters), {
      error: "invalid_grant",
    });
  });

  it("exchanges a token", async () => {
    const config = await discover("gateway", openid.ClientSecretBasic(gateway.client_secret));
    const parameters = await exchangeParameters();
    const tokens = await openid.genericGrantRequest(config, TOKEN_EXCHANGE, parameters);
    assert.equal(tokens["issued_token_type"], ACCESS_TOKEN);
    const { sub, act, aud } = await introspect(tokens.access_token);
    assert.deepEqual(
      { sub, act, aud },
      { sub: "job", act: { sub: "gateway" }, aud: ["https://api.example"] },
    );
    const elsewhere = { ...parameters, audience: "https://bank.example" };
    await assert.rejects(openid.genericGrantRequest(config, TOKEN_EXCHANGE, elsewhere), {
      error: "invalid_target",
    });
  });
});

describe("oauth4webapi, as it is published", () => {
  const options = { [oauth.allowInsecureRequests]: true };

  async function request(
    client: oauth.Client,
    authentication: oauth.ClientAuth,
    grant_type: string,
    parameters: Record<string, string>,
  ) {
    const url = new URL(issuer);
    const found = await oauth.discoveryRequest(url, options);
    const server = await oauth.processDiscoveryResponse(url, found);
    const response = await oauth.genericTokenEndpointRequest(
      server,
      client,
      authentication,
      grant_type,
      parameters,
      options,
    );
    return oauth.processGenericTokenEndpointResponse(server, client, response);
  }

  it("exchanges the JWT of a workload, without a secret", async () => {
    const client = { client_id: "deployments" };
    const parameters = { assertion: await assertion(), scope: "deploy" };
    const tokens = await request(client, oauth.None(), JWT_BEARER, parameters);
    assert.equal((await introspect(tokens.access_token)).sub, "main");
  });

  it("exchanges a token", async () => {
    const client = { client_id: "gateway" };
    const authentication = oauth.ClientSecretBasic(gateway.client_secret);
    const parameters = await exchangeParameters();
    const tokens = await request(client, authentication, TOKEN_EXCHANGE, parameters);
    assert.equal(tokens["issued_token_type"], ACCESS_TOKEN);
    assert.deepEqual((await introspect(tokens.access_token)).act, { sub: "gateway" });
  });
});
