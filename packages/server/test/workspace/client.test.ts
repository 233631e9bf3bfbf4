import assert from "node:assert/strict";
import { inspect } from "node:util";
import { describe, it } from "node:test";
import {
  createWorkspaceClient,
  OAuthError,
  type Secret,
  ServiceError,
  type WorkspaceClient,
  type WorkspaceClientOptions,
} from "@latchkey/workspace-client";
import { openBrowser } from "../support/browser.ts";
import { challengeOf, passLogin } from "../support/flow.ts";
import { parameterOf } from "../support/processes.ts";
import { startTestServer } from "../support/server.ts";
import {
  type App,
  authorize,
  CALLBACK,
  setUpWorkspace,
  highLimits,
  type World,
} from "./authorization.ts";

function connect(
  { fetch }: Pick<World, "fetch">,
  { client_id, client_secret = "" }: App,
  options: Partial<WorkspaceClientOptions> = {},
): WorkspaceClient {
  return createWorkspaceClient({
    baseUrl: "http://public.test/v1",
    allowInsecureHttp: true,
    clientId: client_id,
    clientSecret: client_secret,
    fetch,
    ...options,
  });
}

const isOAuthError = (code: string) => (error: unknown) =>
  error instanceof OAuthError && error.code === code;

it("alice installs photos with the client, from the URL to the revocation", async () => {
  const world = await startTestServer(highLimits);
  const { latchkey, clock } = world;
  const { workspace, alice, photos } = await setUpWorkspace(latchkey, {
    capabilities: ["read_content", "read_user_with_email"],
  });
  const events: string[] = [];
  const client = connect(world, photos, {
    logLevel: "debug",
    logger: (...said) => events.push(JSON.stringify(said)),
  });

  const browser = openBrowser(world);
  const state = "where photos was";
  const asked = await browser.go(client.authorizationUrl({ state, redirectUri: CALLBACK }));
  const loggedIn = await passLogin(world, browser, asked);
  const consent_challenge = challengeOf(loggedIn, "consent");
  const body = { workspace_id: workspace.id };
  const consent = { consent_challenge, body };
  const { redirect_to } = await latchkey.acceptWorkspaceConsentRequest(consent);
  const back = await browser.go(redirect_to);
  assert.equal(parameterOf(back, "state"), state);

  const code = parameterOf(back, "code");
  const externalAccount = { key: "alice", name: "Alice" };
  const first = await client.exchangeCode({ code, redirectUri: CALLBACK, externalAccount });
  const { accessToken, refreshToken, botId, requestId, ...rest } = first;
  assert.deepEqual(rest, {
    tokenType: "bearer",
    workspaceIcon: "https://wonderland.example/icon.png",
    workspaceName: "Wonderland",
    workspaceId: workspace.id,
    owner: {
      type: "user",
      user: {
        id: alice.user_id,
        object: "user",
        type: "person",
        name: "Alice Liddell",
        avatarUrl: "https://wonderland.example/alice.png",
        person: { email: "alice@wonderland.example" },
      },
    },
  });
  assert.ok(requestId);
  const installation = await latchkey.getInstallation({ bot_id: botId });
  assert.deepEqual(installation.external_account, externalAccount);

  const { active, scope, iat } = await client.introspect(accessToken);
  const known = { active: true, scope: "read_content read_user_with_email", iat: clock.now };
  assert.deepEqual({ active, scope, iat }, known);
  const second = await client.refresh(present(refreshToken));
  assert.equal(second.botId, botId);
  assert.equal((await client.introspect(accessToken)).active, false);
  assert.ok((await client.revoke(second.accessToken)).requestId);
  await assert.rejects(client.refresh(present(second.refreshToken)), isOAuthError("invalid_grant"));

  const secrets = [first, second].flatMap((pair) => [
    pair.accessToken.reveal(),
    present(pair.refreshToken).reveal(),
  ]);
  const said = [...events, inspect([first, second, client], { depth: 9, showHidden: true })].join();
  for (const secret of [...secrets, code, photos.client_secret ?? ""])
    assert.ok(!said.includes(secret), "the client revealed a secret");
});

for (const envelope of ["oauth", "standard"] as const) {
  describe(`with the ${envelope} envelope the client recognises`, async () => {
    const world = await startTestServer({ ...highLimits, "workspace.error_envelope": envelope });
    const { photos } = await setUpWorkspace(world.latchkey);
    const client = connect(world, photos);

    it("an unknown code, with the error code, the status and the request id", async () => {
      const code = "lk_wac_guess";
      await assert.rejects(client.exchangeCode({ code }), (error) => {
        assert.ok(error instanceof OAuthError);
        assert.equal(error.code, "invalid_grant");
        assert.equal(error.status, 400);
        assert.equal(error.message, `invalid_grant (status 400, request ${error.requestId})`);
        assert.ok(error.description());
        return true;
      });
    });

    it("a wrong secret, a missing redirect_uri and an unsupported version", async () => {
      const mallory = connect(world, photos, { clientSecret: "wrong" });
      await assert.rejects(mallory.revoke("x"), isOAuthError("invalid_client"));
      const code = await authorize(world, photos);
      await assert.rejects(client.exchangeCode({ code }), isOAuthError("invalid_request"));
      const old = connect(world, photos, { serviceVersion: "2019-01-01" });
      await assert.rejects(old.exchangeCode({ code, redirectUri: CALLBACK }), (error) => {
        return error instanceof ServiceError && error.code === "validation_error";
      });
      const { botId } = await client.exchangeCode({ code, redirectUri: CALLBACK });
      assert.ok(botId, "none of this used the code up");
    });
  });
}

it("a rate limit has Retry-After, and does not spend the code", async () => {
  const world = await startTestServer({ "workspace.rate_limit.requests": 1 });
  const { photos } = await setUpWorkspace(world.latchkey);
  let requests = 0;
  const count: typeof fetch = (...request) => {
    requests += 1;
    return world.fetch(...request);
  };
  const client = connect({ fetch: count }, photos, { retry: true });
  const code = await authorize(world, photos);
  await client.revoke("x");
  const exchange = { code, redirectUri: CALLBACK };
  await assert.rejects(client.exchangeCode(exchange), (error) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.code, error.status], ["rate_limited", 429]);
    assert.equal(error.retryAfterMs(), 60_000);
    assert.equal(error.outcome(), "refused");
    return true;
  });
  assert.equal(requests, 2);
  world.clock.now += 60;
  assert.ok((await client.exchangeCode(exchange)).botId);
});

function present(token: Secret | undefined): Secret {
  assert.ok(token !== undefined, "there is no refresh token");
  return token;
}
