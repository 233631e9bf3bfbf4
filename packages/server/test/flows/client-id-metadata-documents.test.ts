import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { AuthorizationRequest, OAuth2TokenRequest } from "@latchkey/api";
import { sweep } from "../../src/jobs/sweeper.ts";
import { temporaryDirectory } from "../processes/databases.ts";
import { makeSigner, signAssertion } from "../operations/assertion.ts";
import { assertRefused, fieldsOf } from "../operations/refusal.ts";
import { type App, registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { startDocumentHost } from "../support/document-host.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  codeFor,
  passLogin,
  redeem,
  refresh,
  requestOf,
  signIn,
} from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import {
  begin,
  code_verifier,
  enabled,
  errorOn,
  install,
  loopback,
  pkce,
  tokensOf,
  website,
} from "./document-client.ts";

const host = await startDocumentHost();

describe("a client that is described by the document at its client_id", () => {
  test("gets tokens, refreshes them, and is seen by the consent app and by administrators", async () => {
    const world = await startTestServer(enabled);
    const client_id = host.describe("/agent.json");
    const app = install(client_id);
    const browser = openBrowser(world);
    const asked = await authorize(browser, requestOf(app, pkce));
    const answered = await passLogin(world, browser, asked);
    const consent_challenge = challengeOf(answered, "consent");
    const request = await world.latchkey.getConsentRequest({ consent_challenge });
    assert.equal(request.client.client_id, client_id);
    assert.equal(request.client.client_id_metadata_document, true);
    assert.equal(request.redirect_uri, loopback);

    const tokens = await tokensOf(world, app);
    assert.ok(tokens.access_token && tokens.refresh_token && tokens.id_token);
    assert.ok((await refresh(world, app, tokens.refresh_token)).ok);
    const clients = await world.latchkey.listOAuth2Clients({});
    assert.deepEqual(
      clients.map((client) => [
        client.client_id,
        client.client_name,
        client.token_endpoint_auth_method,
      ]),
      [[client_id, "Agent", "none"]],
    );
    const [consent] = await world.latchkey.listSubjectConsentSessions({ subject: "alice" });
    assert.equal(consent?.consent_request.redirect_uri, loopback);
    assert.equal(host.countOf("/agent.json"), 1, "the document is fetched once");
  });

  test("authenticates with a key of the document, or of its jwks_uri", async () => {
    const world = await startTestServer(enabled);
    const signer = await makeSigner("agent-key");
    host.serve("/jwks.json", { body: { keys: [signer.open] } });
    const keys = [{ jwks: { keys: [signer.open] } }, { jwks_uri: `${host.origin}/jwks.json` }];
    for (const [index, fields] of keys.entries()) {
      const client_id = host.describe(`/signed-${index}.json`, {
        token_endpoint_auth_method: "private_key_jwt",
        redirect_uris: [website],
        ...fields,
      });
      const app = install(client_id, website);
      const claims = {
        iss: client_id,
        sub: client_id,
        aud: "http://127.0.0.1:4444",
        exp: world.clock.now + 60,
      };
      const sign = async (jti: string): Promise<Partial<OAuth2TokenRequest>> => ({
        code_verifier,
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: await signAssertion(signer, { ...claims, jti }),
      });
      const code = await codeFor(world, app, { params: pkce });
      const bare = await redeem(world, app, code, { code_verifier });
      assertRefused(bare, 401, "invalid_client");
      const stranger = await makeSigner("agent-key");
      const forged = await signAssertion(stranger, { ...claims, jti: `forged-${index}` });
      const refused = await redeem(world, app, code, {
        ...(await sign("x")),
        client_assertion: forged,
      });
      assertRefused(refused, 401, "invalid_client");
      const reply = await redeem(world, app, code, await sign(`one-${index}`));
      assert.ok(reply.ok, JSON.stringify(reply.body));
    }
  });

  test("must use PKCE with S256, whatever the settings ask of registered clients", async () => {
    const world = await startTestServer({
      ...enabled,
      "oauth2.pkce.enforced_for_public_clients": false,
    });
    const app = install(host.describe("/pkce.json"));
    const { code_challenge } = pkce;
    for (const params of [
      {},
      { code_challenge, code_challenge_method: "plain" },
      { code_challenge },
    ]) {
      const asked = await authorize(openBrowser(world), requestOf(app, params));
      const { parameters } = await answerOf(asked);
      assert.equal(parameters["error"], "invalid_request");
      assert.equal(parameters["state"], "where photos was");
    }
  });

  test("may request what the operator allows, and no other flow than code", async () => {
    const world = await startTestServer({
      ...enabled,
      "oauth2.client_id_metadata_documents.scope": ["openid", "mcp.*"],
      "oauth2.client_id_metadata_documents.audience": ["https://mcp.example/"],
    });
    const app = install(
      host.describe("/greedy.json", {
        scope: "openid mcp.read admin *",
        grant_types: ["authorization_code", "implicit", "client_credentials"],
        response_types: ["code", "token"],
      }),
    );
    const errorFor = async (params: AuthorizationRequest) =>
      (await answerOf(await begin(world, app, params))).parameters["error"];
    assert.equal(await errorFor({ scope: "admin" }), "invalid_scope");
    assert.equal(await errorFor({ scope: "mcp.write" }), "invalid_scope");
    assert.equal(
      await errorFor({ scope: "openid", response_type: "token" }),
      "unsupported_response_type",
    );
    assert.equal(
      await errorFor({ scope: "openid", audience: "https://other.example/" }),
      "invalid_request",
    );
    const tokens = await tokensOf(world, app, {
      scope: "openid mcp.read",
      audience: "https://mcp.example/server",
    });
    const { access_token: token } = tokens;
    const introspected = fieldsOf(await world.latchkey.introspectOAuth2Token({ token }));
    assert.deepEqual(introspected["aud"], ["https://mcp.example/server"]);
    const machine = { grant_type: "client_credentials", client_id: app.client_id };
    assertRefused(await world.latchkey.call("oauth2Token", machine), 400, "invalid_grant");
  });

  test("is advertised in the discovery document, where it is enabled", async () => {
    const discover = async (settings: object) => {
      const { latchkey } = await startTestServer({ ...settings });
      return latchkey.discoverOpenIDConfiguration();
    };
    for (const settings of [enabled, { "security.profile": "mcp" }]) {
      const on = await discover(settings);
      assert.equal(on.client_id_metadata_document_supported, true);
      for (const method of ["none", "private_key_jwt"]) {
        assert.ok(on.token_endpoint_auth_methods_supported?.includes(method));
      }
    }
    assert.equal("client_id_metadata_document_supported" in (await discover({})), false);
  });
});

describe("how often a document is fetched", () => {
  test("once while it is fresh, and again after; a change takes effect then", async () => {
    const world = await startTestServer(enabled);
    const path = "/changing.json";
    const client_id = host.describe(path, {}, { "cache-control": "max-age=600" });
    const app = install(client_id, website);
    const beforeChange = await tokensOf(world, app);
    host.describe(path, { client_name: "Agent 2", redirect_uris: ["https://agent.example/new"] });

    world.clock.now += 599;
    challengeOf(await begin(world, app), "login");
    assert.equal(host.countOf(path), 1);
    world.clock.now += 1;
    const shown = await errorOn(await begin(world, app));
    assert.match(shown.text, /redirect_uri is not registered/);
    challengeOf(await begin(world, install(client_id, "https://agent.example/new")), "login");
    assert.equal(host.countOf(path), 2);
    const { client_name } = await world.latchkey.getOAuth2Client({ id: client_id });
    assert.equal(client_name, "Agent 2");
    assert.ok((await refresh(world, app, beforeChange.refresh_token)).ok, "its grants stay");
  });

  const clamps: [cache_control: string, fresh: number][] = [
    ["no-store", 300],
    ["max-age=1", 300],
    ["max-age=3600", 3_600],
    ["max-age=31536000", 86_400],
  ];
  for (const [index, [cache_control, fresh]] of clamps.entries()) {
    test(`Cache-Control: ${cache_control} lasts ${fresh} seconds`, async () => {
      const world = await startTestServer(enabled);
      const path = `/cached-${index}.json`;
      const app = install(host.describe(path, {}, { "cache-control": cache_control }));
      await begin(world, app);
      world.clock.now += fresh - 1;
      await begin(world, app);
      assert.equal(host.countOf(path), 1);
      world.clock.now += 1;
      await begin(world, app);
      assert.equal(host.countOf(path), 2);
    });
  }

  test("a document that can no longer be fetched is used only as long as it is fresh", async () => {
    const world = await startTestServer(enabled);
    const app = install(host.describe("/gone.json"));
    const { refresh_token } = await tokensOf(world, app);
    host.serve("/gone.json", { status: 500 });
    world.clock.now += 299;
    const reply = await refresh(world, app, refresh_token);
    assert.ok(reply.ok, "it is still fresh");
    world.clock.now += 1;
    const later = await refresh(world, app, reply.body.refresh_token);
    assertRefused(later, 503, "temporarily_unavailable");
    const unavailable = await begin(world, app);
    assert.equal(unavailable.headers.get("retry-after"), "5");
    assert.equal((await errorOn(unavailable)).status, 503);
    host.describe("/gone.json");
    assert.ok((await refresh(world, app, reply.body.refresh_token)).ok);
  });

  test("concurrent requests share one fetch", async () => {
    const world = await startTestServer(enabled);
    const app = install(host.describe("/popular.json"));
    const pages = await Promise.all(Array.from({ length: 8 }, () => begin(world, app)));
    for (const page of pages) challengeOf(page, "login");
    assert.equal(host.countOf("/popular.json"), 1);
  });

  test("only so often from one origin in a minute", async () => {
    const world = await startTestServer({
      ...enabled,
      "limits.rate.client_id_metadata_documents": 2,
    });
    const known = install(host.describe("/rate-0.json"));
    challengeOf(await begin(world, known), "login");
    challengeOf(await begin(world, install(host.describe("/rate-1.json"))), "login");
    const third = install(host.describe("/rate-2.json"));
    const limited = await begin(world, third);
    assert.ok(Number(limited.headers.get("retry-after")) > 0);
    assert.equal((await errorOn(limited)).status, 429);
    assert.equal(host.countOf("/rate-2.json"), 0);
    challengeOf(await begin(world, known), "login");
    world.clock.now += 60;
    challengeOf(await begin(world, third), "login");
  });
});

test("a server that does not accept documents knows no such client and fetches nothing", async () => {
  const world = await startTestServer();
  const client_id = host.describe("/disabled.json");
  const shown = await errorOn(await begin(world, install(client_id)));
  assert.match(shown.text, /No client has this client_id/);
  assert.equal(host.countOf("/disabled.json"), 0);
});

test("only allowed hosts are accepted, where there are any", async () => {
  const settings = {
    ...enabled,
    "oauth2.client_id_metadata_documents.allowed_hosts": ["*.example"],
  };
  const world = await startTestServer(settings);
  const shown = await errorOn(await begin(world, install(host.describe("/allowed.json"))));
  assert.match(shown.text, /does not accept/);
  assert.equal(host.countOf("/allowed.json"), 0);
});

test("a registered client whose id is a URL needs no document", async () => {
  const world = await startTestServer(enabled);
  const client_id = `${host.origin}/registered.json`;
  const app = await registerApp(world.latchkey, { client_id });
  assert.ok((await signIn(world, app)).access_token);
  assert.equal(host.countOf("/registered.json"), 0);
});

test("administrators delete such a client and its tokens, and do not change it", async () => {
  const world = await startTestServer(enabled);
  const client_id = host.describe("/managed.json");
  const app = install(client_id);
  const { access_token, refresh_token } = await tokensOf(world, app);
  const client = await world.latchkey.getOAuth2Client({ id: client_id });
  const change = await world.latchkey.call("updateOAuth2Client", { id: client_id, body: client });
  assert.match(assertRefused(change, 409, "conflict"), /document at its client_id/);
  const secret = await world.latchkey.call("rotateOAuth2ClientSecret", { id: client_id });
  assertRefused(secret, 400, "invalid_request");

  await world.latchkey.deleteOAuth2Client({ id: client_id });
  assert.equal((await world.latchkey.introspectOAuth2Token({ token: access_token })).active, false);
  assertRefused(await refresh(world, app, refresh_token), 400, "invalid_grant");
  assert.ok((await tokensOf(world, app)).access_token, "it comes back with its next authorization");
  assert.equal((await world.latchkey.introspectOAuth2Token({ token: access_token })).active, false);
});

test("an unused client is swept, and one with a grant is kept", async () => {
  const world = await startTestServer(enabled);
  const unused = host.describe("/unused.json");
  const used = host.describe("/used.json");
  await begin(world, install(unused));
  const { refresh_token } = await tokensOf(world, install(used));
  world.clock.now += 300 + 2 * 3_600 + 1;
  await sweep(world.server.context, "a test");
  const ids = async () =>
    (await world.latchkey.listOAuth2Clients({})).map(({ client_id }) => client_id);
  await world.server.context.store.refresh();
  assert.deepEqual(await ids(), [used]);
  assert.ok((await refresh(world, install(used), refresh_token)).ok);
  world.clock.now += 365 * 86_400;
  await sweep(world.server.context, "a test");
  await world.server.context.store.refresh();
  assert.deepEqual(await ids(), []);
});

describe("consent is for one installation", () => {
  const skipFor = async (world: TestServer, app: App, browser = openBrowser(world)) => {
    const asked = await authorize(browser, requestOf(app, pkce));
    const answered = await passLogin(world, browser, asked);
    const consent_challenge = challengeOf(answered, "consent");
    return (await world.latchkey.getConsentRequest({ consent_challenge })).skip;
  };
  const remembered = { consent: { remember: true }, params: pkce };
  const cases: [title: string, first: string, second: string, skip: boolean][] = [
    ["the same https redirect URI", website, website, true],
    ["another redirect URI of the document", website, "https://agent.example/other", false],
    ["a loopback redirect URI, which any program can use", loopback, loopback, false],
  ];
  for (const [index, [title, first, second, skip]] of cases.entries()) {
    test(`${title}: the user is ${skip ? "not " : ""}asked again`, async () => {
      const world = await startTestServer(enabled);
      const client_id = host.describe(`/consent-${index}.json`, {
        redirect_uris: ["http://127.0.0.1/callback", website, "https://agent.example/other"],
      });
      await codeFor(world, install(client_id, first), remembered);
      assert.equal(await skipFor(world, install(client_id, second)), skip);
    });
  }

  test("a replayed refresh token ends the grant of its installation, and no other", async () => {
    const world = await startTestServer(enabled);
    const client_id = host.describe("/installs.json");
    const [laptop, phone] = [install(client_id), install(client_id, website)];
    const here = await tokensOf(world, laptop);
    const there = await tokensOf(world, phone);
    const next = await refresh(world, laptop, here.refresh_token);
    assert.ok(next.ok);
    world.clock.now += 60;
    assertRefused(await refresh(world, laptop, here.refresh_token), 400, "invalid_grant");
    assertRefused(await refresh(world, laptop, next.body.refresh_token), 400, "invalid_grant");
    assert.ok((await refresh(world, phone, there.refresh_token)).ok);
  });
});

test("two servers on one database share the client, and what changed", async () => {
  const settings = { ...enabled, dsn: `sqlite://${join(temporaryDirectory(), "shared.sqlite")}` };
  const here = await startTestServer(settings);
  const there = await startTestServer(settings);
  const client_id = host.describe("/shared.json");
  const app = install(client_id, website);
  const code = await codeFor(here, app, { params: pkce });
  const reply = await redeem(there, app, code, { code_verifier });
  assert.ok(reply.ok, JSON.stringify(reply.body));
  assert.equal(host.countOf("/shared.json"), 1, "the other server has the copy of the database");

  host.describe("/shared.json", { client_name: "Renamed" });
  here.clock.now += 300;
  there.clock.now += 300;
  await begin(here, app);
  await there.server.context.store.refresh();
  challengeOf(await begin(there, app), "login");
  assert.equal(host.countOf("/shared.json"), 2, "one fetch serves both");
  const { client_name } = fieldsOf(await there.latchkey.getOAuth2Client({ id: client_id }));
  assert.equal(client_name, "Renamed");
});
