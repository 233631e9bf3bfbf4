import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Flow, PushedAuthorizationRequest } from "@latchkey/api";
import { writeInspections } from "../support/inspections.ts";
import { makeSigner, signAssertion } from "../operations/assertion.ts";
import { assertRefused, fieldsOf, receive, type Received } from "../operations/refusal.ts";
import { type App, registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passConsent,
  passLogin,
  redeem,
  requestOf,
} from "../support/flow.ts";
import { makeProofKey, type ProofKey, signProof } from "../support/dpop.ts";
import { createTestServer, startTestServer, type TestServer } from "../support/server.ts";

const world = await startTestServer();
const { latchkey, clock } = world;
const photos = await registerApp(latchkey);
const other = await registerApp(latchkey, { client_id: "other" });
const strict = await registerApp(latchkey, {
  client_id: "strict",
  require_pushed_authorization_requests: true,
});

/** Pushes a request as the client itself would. */
function pushTo(
  server: Pick<TestServer, "latchkey">,
  app: App,
  params: PushedAuthorizationRequest = {},
) {
  const { client_id: _client_id, ...request } = { ...requestOf(app), ...params };
  const { authorization } = app;
  return authorization === undefined
    ? server.latchkey.call("pushAuthorizationRequest", { client_id: app.client_id, ...request })
    : server.latchkey.call("pushAuthorizationRequest", request, { authorization });
}

async function push(app: App, params: PushedAuthorizationRequest = {}): Promise<string> {
  const pushed = await pushTo(world, app, params);
  assert.ok(pushed.ok, JSON.stringify(pushed.body));
  return pushed.body.request_uri;
}

/** All the way from a reference to the answer that the app gets. */
async function complete(server: TestServer, client_id: string, request_uri: string) {
  const browser = openBrowser(server);
  const asked = await authorize(browser, { client_id, request_uri });
  const consent = await passLogin(server, browser, asked);
  return answerOf(await passConsent(server, browser, consent));
}

async function refusalOf(client_id: string, request_uri: string): Promise<string> {
  const page = await authorize(openBrowser(world), { client_id, request_uri });
  assert.equal(page.status, 400);
  assert.equal(page.headers.get("location"), null);
  return page.text();
}

test("a pushed request works like its parameters, which the browser does not see", async () => {
  const pushed = await pushTo(world, photos, { login_hint: "alice", scope: "openid albums.read" });
  assert.equal(pushed.status, 201);
  assert.ok(pushed.ok);
  assert.equal(pushed.headers.get("cache-control"), "no-store");
  const { request_uri, expires_in } = pushed.body;
  assert.equal(expires_in, 60);
  assert.match(request_uri, /^urn:ietf:params:oauth:request_uri:[\w-]{44}$/);

  const browser = openBrowser(world);
  const asked = await authorize(browser, { client_id: "photos", request_uri });
  const login = await latchkey.getLoginRequest({ login_challenge: challengeOf(asked, "login") });
  assert.deepEqual(login.requested_scope, ["openid", "albums.read"]);
  assert.equal(login.oidc_context.login_hint, "alice");
  assert.doesNotMatch(login.request_url, /alice|albums/);

  const consent = await passLogin(world, browser, asked);
  const { parameters, redirect_uri } = await answerOf(await passConsent(world, browser, consent));
  assert.equal(redirect_uri, photos.redirect_uri);
  assert.equal(parameters["state"], "where photos was");
  const tokens = await redeem(world, photos, parameters["code"] ?? "");
  assert.equal(tokens.status, 200);
});

test("parameters beside the reference are ignored", async () => {
  const request_uri = await push(photos, { scope: "openid", state: "pushed" });
  const sent = { client_id: "photos", scope: "openid offline", state: "x", prompt: "none" };
  const asked = await authorize(openBrowser(world), { ...sent, request_uri });
  const login = await latchkey.getLoginRequest({ login_challenge: challengeOf(asked, "login") });
  assert.deepEqual(login.requested_scope, ["openid"]);
});

test("a browser may load the page twice, and one authorization is completed", async () => {
  const request_uri = await push(photos);
  const [first, second] = [openBrowser(world), openBrowser(world)];
  const asked = [];
  for (const browser of [first, first, second])
    asked.push(await authorize(browser, { client_id: "photos", request_uri }));
  const [, reloaded, prefetched] = asked;
  assert.ok(reloaded && prefetched);
  const late = await passLogin(world, second, prefetched);
  const done = await passConsent(world, first, await passLogin(world, first, reloaded));
  assert.ok((await answerOf(done)).parameters["code"]);

  const { parameters } = await answerOf(await passConsent(world, second, late));
  assert.equal(parameters["code"], undefined);
  assert.ok(parameters["error"]);
  assert.match(await refusalOf("photos", request_uri), /invalid_request_uri/);
});

test("a public client can push, with its client_id alone", async () => {
  const app = await registerApp(latchkey, {
    client_id: "native",
    token_endpoint_auth_method: "none",
    redirect_uris: ["com.example.photos:/callback"],
  });
  const code_challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const refused = await pushTo(world, app);
  assertRefused(refused, 400, "invalid_request"); // PKCE is required of it.
  const request_uri = await push(app, { code_challenge, code_challenge_method: "S256" });
  assert.ok((await complete(world, "native", request_uri)).parameters["code"]);
});

test("an assertion for the issuer, the token endpoint or this endpoint authenticates", async () => {
  const key = await makeSigner("assertions");
  await registerApp(latchkey, {
    client_id: "signer",
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    jwks: { keys: [key.open] },
  });
  const issuer = "http://127.0.0.1:4444";
  for (const aud of [issuer, `${issuer}/oauth2/token`, `${issuer}/oauth2/par`]) {
    const client_assertion = await signAssertion(key, {
      iss: "signer",
      sub: "signer",
      aud,
      exp: clock.now + 60,
      jti: aud,
    });
    const sent = () =>
      latchkey.call("pushAuthorizationRequest", {
        response_type: "code",
        state: "where photos was",
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion,
      });
    assert.equal((await sent()).status, 201, aud);
    assert.equal((await sent()).status, 400, "an assertion is used once");
  }
});

describe("RFC 9126 §2.3: what is refused is refused when it is pushed, in JSON", () => {
  const table: [title: string, () => ReturnType<typeof pushTo>, status: number, error: string][] = [
    [
      "no credentials",
      () => pushTo(world, { ...photos, authorization: undefined }),
      401,
      "invalid_client",
    ],
    [
      "a wrong secret",
      () => pushTo(world, { ...photos, authorization: `Basic ${btoa("photos:wrong")}` }),
      401,
      "invalid_client",
    ],
    [
      "a request_uri",
      () =>
        pushTo(world, photos, {
          ...requestOf(photos, { request_uri: "https://photos.example/r" }),
        }),
      400,
      "invalid_request",
    ],
    [
      "a redirect URI that is not registered",
      () => pushTo(world, photos, { redirect_uri: "https://mallory.example/" }),
      400,
      "invalid_request",
    ],
    [
      "a scope that the client may not request",
      () => pushTo(world, photos, { scope: "bank" }),
      400,
      "invalid_scope",
    ],
    [
      "a response mode that does not exist",
      () => pushTo(world, photos, { response_mode: "pigeon" }),
      400,
      "unsupported_response_mode",
    ],
    [
      "a request object that is none",
      () => pushTo(world, photos, { request: "a.b.c" }),
      400,
      "invalid_request_object",
    ],
    [
      "more than is stored",
      () => pushTo(world, photos, { login_hint: "a".repeat(6_000), state: "b".repeat(3_000) }),
      413,
      "request_too_large",
    ],
  ];
  for (const [title, attempt, status, error] of table) {
    test(`${title}: ${error}`, async () => {
      assertRefused(await attempt(), status, error);
    });
  }
});

describe("attacks on references", () => {
  test("a client cannot use the request of another", async () => {
    const request_uri = await push(photos, { state: "the state of photos" });
    assert.match(await refusalOf("other", request_uri), /invalid_request_uri/);
    assert.ok((await complete(world, "photos", request_uri)).parameters["code"]);
  });

  test("nor can a later client with the same id", async () => {
    const app = await registerApp(latchkey, { client_id: "recreated" });
    const request_uri = await push(app);
    await latchkey.deleteOAuth2Client({ id: "recreated" });
    await registerApp(latchkey, { client_id: "recreated" });
    assert.match(await refusalOf("recreated", request_uri), /invalid_request_uri/);
  });

  test("a reference expires", async () => {
    const request_uri = await push(photos);
    clock.now += 60;
    assert.match(await refusalOf("photos", request_uri), /has expired/);
  });

  test("a flow that began in time can be completed later", async () => {
    const request_uri = await push(photos);
    const browser = openBrowser(world);
    const asked = await authorize(browser, { client_id: "photos", request_uri });
    clock.now += 600;
    const consent = await passLogin(world, browser, asked);
    assert.ok((await answerOf(await passConsent(world, browser, consent))).parameters["code"]);
  });

  test("a used, changed or invented reference is refused, and nothing of it is shown", async () => {
    const request_uri = await push(photos);
    await complete(world, "photos", request_uri);
    const invented = `urn:ietf:params:oauth:request_uri:${"A".repeat(44)}`;
    const prefix = "urn:ietf:params:oauth:request_uri:";
    for (const reference of [
      request_uri,
      `${request_uri}A`,
      invented,
      prefix,
      `${prefix}<b>x</b>`,
    ]) {
      const page = await refusalOf("photos", reference);
      assert.match(page, /invalid_request_uri/);
      assert.doesNotMatch(page, /<b>x/);
    }
  });

  test("a login challenge is no reference, nor the other way round", async () => {
    const request_uri = await push(photos);
    const asked = await authorize(openBrowser(world), { client_id: "photos", request_uri });
    const login_challenge = challengeOf(asked, "login");
    const page = await refusalOf("photos", `urn:ietf:params:oauth:request_uri:${login_challenge}`);
    assert.match(page, /invalid_request_uri/);
    const handle = request_uri.split(":").at(-1) ?? "";
    const read = await latchkey.call("getLoginRequest", { login_challenge: handle });
    assert.equal(read.status, 404);
  });

  test("request beside a reference is refused", async () => {
    const request_uri = await push(photos);
    const sent = { client_id: "photos", request_uri, request: "a.b.c" };
    assert.equal((await authorize(openBrowser(world), sent)).status, 400);
  });

  test("a redirect URI that was removed meanwhile is not used", async () => {
    const app = await registerApp(latchkey, { client_id: "moving" });
    const request_uri = await push(app);
    await latchkey.updateOAuth2Client({
      id: "moving",
      body: { client_id: "moving", redirect_uris: ["https://moved.example/"], scope: "openid" },
    });
    assert.match(await refusalOf("moving", request_uri), /redirect_uri/);
  });
});

describe("where requests must be pushed", () => {
  test("a client that must push is refused without, and its response goes nowhere", async () => {
    const page = await authorize(openBrowser(world), requestOf(strict));
    assert.equal(page.status, 400);
    assert.match(await page.text(), /must push its authorization requests/);
    const request_uri = await push(strict);
    assert.ok((await complete(world, "strict", request_uri)).parameters["code"]);
    const request = await authorize(openBrowser(world), requestOf(other));
    assert.ok(challengeOf(request, "login"), "other clients need not");
  });

  test("a server may require it of all clients", async () => {
    const server = await startTestServer({ "oauth2.require_pushed_authorization_requests": true });
    const app = await registerApp(server.latchkey);
    assert.equal((await authorize(openBrowser(server), requestOf(app))).status, 400);
    const pushed = await pushTo(server, app);
    assert.ok(pushed.ok);
    assert.ok((await complete(server, "photos", pushed.body.request_uri)).parameters["code"]);
    const document = await server.latchkey.discoverOpenIDConfiguration();
    assert.equal(document.require_pushed_authorization_requests, true);
  });
});

test("the lifespan of references is a setting", async () => {
  const server = await startTestServer({ "ttl.pushed_authorization_request": "10m" });
  const pushed = await pushTo(server, await registerApp(server.latchkey));
  assert.ok(pushed.ok && pushed.body.expires_in === 600);
});

test("a client that pushes too much gets a 429", async () => {
  const server = await startTestServer({
    "limits.rate.pushed_requests": 2,
    "limits.rate.exempt": [],
  });
  const app = await registerApp(server.latchkey);
  const headers = {
    authorization: app.authorization ?? "",
    "content-type": "application/x-www-form-urlencoded",
  };
  const body = new URLSearchParams({ response_type: "code", state: "where photos was" }).toString();
  const statuses = [];
  for (let count = 0; count < 4; count += 1) {
    const answer = await server.fetch("http://public.test/oauth2/par", {
      method: "POST",
      headers,
      body,
    });
    statuses.push(answer.status);
  }
  assert.deepEqual(new Set(statuses), new Set([201, 429]));
  assert.equal(statuses[0], 201);
});

test("what a client without a secret pushes counts as an authorization of its address", async () => {
  const server = await startTestServer({
    "limits.rate.authorizations": 1,
    "limits.rate.exempt": [],
  });
  const { client_id } = await registerApp(server.latchkey, { token_endpoint_auth_method: "none" });
  const pushOnce = () =>
    server.fetch("http://public.test/oauth2/par", {
      method: "POST",
      body: new URLSearchParams({
        client_id,
        response_type: "code",
        state: "where photos was",
        code_challenge: "a".repeat(43),
        code_challenge_method: "S256",
      }),
    });
  assert.equal((await pushOnce()).status, 201);
  assert.equal((await pushOnce()).status, 429);
});

describe("RFC 9449 §10.1: a DPoP proof with a pushed request", () => {
  const htu = "http://127.0.0.1:4444/oauth2/par";

  /** Pushes a request with a proof of this key. */
  async function pushWith(key: ProofKey, params: Record<string, string> = {}): Promise<Received> {
    const headers = {
      authorization: photos.authorization ?? "",
      "content-type": "application/x-www-form-urlencoded",
      dpop: await signProof(key, clock.now, { claims: { htu } }),
    };
    const form = { response_type: "code", scope: "offline", state: "where photos was", ...params };
    const body = new URLSearchParams(form).toString();
    return receive(world.fetch("http://public.test/oauth2/par", { method: "POST", headers, body }));
  }

  test("binds the code to its key", async () => {
    const [key, thief] = [await makeProofKey(), await makeProofKey()];
    const { status, body } = await pushWith(key);
    assert.equal(status, 201);
    const request_uri = String(fieldsOf(body)["request_uri"]);
    const { code = "" } = (await complete(world, "photos", request_uri)).parameters;
    const redeemWith = async (prover?: ProofKey) => {
      const headers = new Headers({
        authorization: photos.authorization ?? "",
        "content-type": "application/x-www-form-urlencoded",
      });
      if (prover !== undefined) headers.set("dpop", await signProof(prover, clock.now));
      const form = new URLSearchParams({ grant_type: "authorization_code", code }).toString();
      return world.fetch("http://public.test/oauth2/token", {
        method: "POST",
        headers,
        body: form,
      });
    };
    assert.equal((await redeemWith()).status, 400);
    assert.equal((await redeemWith(thief)).status, 400);
    assert.equal((await redeemWith(key)).status, 200);
  });

  test("must not contradict dpop_jkt", async () => {
    const [key, other_key] = [await makeProofKey(), await makeProofKey()];
    assert.equal((await pushWith(key, { dpop_jkt: key.jkt })).status, 201);
    const contradicted = await pushWith(key, { dpop_jkt: other_key.jkt });
    assertRefused(contradicted, 400, "invalid_dpop_proof");
  });
});

describe("the inspector", () => {
  async function inspect(server: TestServer, request_id: string | null): Promise<Flow> {
    await writeInspections(server.server.context);
    const { flows } = await server.latchkey.listFlows({ request_id: request_id ?? "" });
    assert.equal(flows.length, 1);
    return server.latchkey.getFlow({ flow_id: flows[0]?.flow_id ?? "" });
  }

  test("shows the parameters of a pushed request, masked, where the browser brings its reference", async () => {
    const server = await startTestServer();
    const app = await registerApp(server.latchkey);
    const pushed = await pushTo(server, app, { login_hint: "alice@wonderland.example" });
    assert.ok(pushed.ok);
    const { request_uri } = pushed.body;
    const asked = await authorize(openBrowser(server), { client_id: "photos", request_uri });
    const flow = await inspect(server, asked.headers.get("x-request-id"));
    const [step] = flow.steps;
    assert.match(step?.line ?? "", /^photos requests code, scope openid offline → /);
    assert.equal(step?.request.parameters["redirect_uri"], app.redirect_uri);
    assert.doesNotMatch(JSON.stringify(flow), /wonderland/);
    assert.ok(!JSON.stringify(flow).includes(request_uri));
  });

  test("explains what was refused, and how to fix it", async () => {
    const server = await startTestServer();
    const app = await registerApp(server.latchkey);
    const refused = await pushTo(server, app, { scope: "bank" });
    const flowOfPush = await inspect(server, refused.headers.get("x-request-id"));
    assert.equal(flowOfPush.steps[0]?.name, "push_refused");
    assert.equal(flowOfPush.steps[0].decided.rule, "scope_not_allowed");
    assert.equal(flowOfPush.client_id, "photos");

    const pushed = await pushTo(server, app);
    assert.ok(pushed.ok);
    server.clock.now += 61;
    const { request_uri } = pushed.body;
    const late = await authorize(openBrowser(server), { client_id: "photos", request_uri });
    const flow = await inspect(server, late.headers.get("x-request-id"));
    assert.equal(flow.steps[0]?.decided.rule, "pushed_request_expired");
    assert.equal(flow.steps[0].decided.reference, "RFC 9126 §2.2");
    assert.match(flow.fix ?? "", /ttl\.pushed_authorization_request/);
  });
});

describe("two servers on one database", () => {
  let servers: TestServer[] = [];
  let directory = "";
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "latchkey-pushed-"));
    const dsn = `sqlite://${join(directory, "pushed.sqlite")}`;
    servers = [await createTestServer({ dsn }), await createTestServer({ dsn })];
  });
  after(async () => {
    for (const { server } of servers) await server.close();
    rmSync(directory, { recursive: true });
  });

  test("a request pushed to one is used at the other, once", async () => {
    const [one, two] = servers;
    assert.ok(one && two);
    const app = await registerApp(one.latchkey);
    const pushed = await pushTo(one, app);
    assert.ok(pushed.ok);
    const { request_uri } = pushed.body;
    const client_id = "photos";

    const [first, second] = [openBrowser(one), openBrowser(two)];
    const asked = [
      await authorize(first, { client_id, request_uri }),
      await authorize(second, { client_id, request_uri }),
    ] as const;
    const consents = [
      await passLogin(one, first, asked[0]),
      await passLogin(two, second, asked[1]),
    ] as const;
    const answers = await Promise.all([
      passConsent(one, first, consents[0]).then(answerOf),
      passConsent(two, second, consents[1]).then(answerOf),
    ]);
    const codes = answers.flatMap(({ parameters }) => parameters["code"] ?? []);
    assert.equal(codes.length, 1);
    assert.equal((await redeem(two, app, codes[0] ?? "")).status, 200);
    const again = await authorize(openBrowser(two), { client_id, request_uri });
    assert.equal(again.status, 400);
  });
});
