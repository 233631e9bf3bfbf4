import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import type { OAuth2ClientInput, OAuth2TokenRequest, OAuth2TokenResponse } from "@latchkey/api";
import { decodeJwt } from "jose";
import { writeInspections } from "../support/inspections.ts";
import { isActive, type Machine, registerMachine, tokenOf } from "../operations/machine.ts";
import { assertRefused } from "../operations/refusal.ts";
import { makeIssuer, trust } from "../operations/trusted-issuer.ts";
import { registerApp } from "../support/app.ts";
import { type FlowOptions, refresh, signIn } from "../support/flow.ts";
import { startTestServer, startTwoServers } from "../support/server.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
const JWT = "urn:ietf:params:oauth:token-type:jwt";
const REFRESH_TOKEN = "urn:ietf:params:oauth:token-type:refresh_token";
const ISSUER = "http://127.0.0.1:4444";

const world = await startTestServer({ "urls.self.issuer": ISSUER });
const { latchkey, clock } = world;
const photos = await registerApp(latchkey);
/** An API that calls another one for the users of photos. */
const gateway = await registerGateway("gateway");

function registerGateway(client_id: string, remarks: OAuth2ClientInput = {}): Promise<Machine> {
  return registerMachine(latchkey, {
    client_id,
    grant_types: [TOKEN_EXCHANGE, "client_credentials"],
    scope: "openid albums.read prints.write",
    audience: ["https://prints.example", "https://api.example"],
    token_exchange_subject_clients: ["photos"],
    ...remarks,
  });
}

function aliceAt(app = photos, options: FlowOptions = {}): Promise<OAuth2TokenResponse> {
  return signIn(world, app, {
    params: { scope: "openid offline albums.read", audience: "https://api.example" },
    ...options,
  });
}

type Wishes = Partial<OAuth2TokenRequest>;

function exchange(
  { authorization }: Pick<Machine, "authorization">,
  wishes: Wishes,
  at = latchkey,
) {
  const input = { grant_type: TOKEN_EXCHANGE, subject_token_type: ACCESS_TOKEN, ...wishes };
  return at.call("oauth2Token", input, { authorization });
}

async function exchanged(machine: Machine, wishes: Wishes): Promise<OAuth2TokenResponse> {
  const reply = await exchange(machine, wishes);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  return reply.body;
}

async function introspect(token: string) {
  const found = await latchkey.introspectOAuth2Token({ token });
  assert.ok(found.active);
  return found;
}

describe("a user's access token is exchanged", () => {
  it("for one with which the client acts for the user", async () => {
    const { access_token: subject_token } = await aliceAt();
    const wishes = { subject_token, audience: "https://prints.example", scope: "albums.read" };
    const { access_token, ...rest } = await exchanged(gateway, wishes);
    assert.deepEqual(rest, {
      token_type: "bearer",
      expires_in: 3600,
      scope: "albums.read",
      issued_token_type: ACCESS_TOKEN,
    });
    assert.deepEqual(await introspect(access_token), {
      active: true,
      sub: "alice",
      client_id: "gateway",
      scope: "albums.read",
      aud: ["https://prints.example"],
      act: { sub: "gateway" },
      iss: ISSUER,
      exp: clock.now + 3600,
      iat: clock.now,
      nbf: clock.now,
      token_type: "Bearer",
      token_use: "access_token",
    });
  });

  it("without wishes, for what of it the client may have", async () => {
    const { access_token: subject_token } = await aliceAt();
    const { access_token, scope } = await exchanged(gateway, { subject_token });
    assert.equal(scope, "openid albums.read");
    assert.deepEqual((await introspect(access_token)).aud, ["https://api.example"]);
  });

  it("for several targets: audiences and resources", async () => {
    const { access_token: subject_token } = await aliceAt();
    const wishes = { audience: "https://prints.example", resource: ["https://api.example/v2"] };
    const { access_token } = await exchanged(gateway, { subject_token, ...wishes });
    const targets = ["https://prints.example", "https://api.example/v2"];
    assert.deepEqual((await introspect(access_token)).aud, targets);
  });

  it("for an API that is open to every client, with its scopes and in its format", async () => {
    await latchkey.createApi({
      body: {
        identifier: "https://open.example/",
        allow_any_client: true,
        scopes: ["albums.*"],
        access_token_format: "jwt",
      },
    });
    const { access_token: subject_token } = await aliceAt();
    for (const target of [
      { resource: ["https://open.example"] },
      { audience: "https://open.example/" },
    ]) {
      const { access_token, scope } = await exchanged(gateway, { subject_token, ...target });
      assert.equal(scope, "albums.read", "of openid albums.read, what the API has");
      assert.deepEqual(decodeJwt(access_token).aud, ["https://open.example/"]);
      const more = await exchange(gateway, { subject_token, ...target, scope: "openid" });
      assertRefused(more, 400, "invalid_scope");
    }
    const params = { scope: "openid albums.read", resource: ["https://open.example"] };
    const there = await aliceAt(photos, { params });
    const again = await exchanged(gateway, { subject_token: there.access_token });
    assert.deepEqual((await introspect(again.access_token)).aud, ["https://open.example/"]);
  });

  it("no longer than it is valid itself, and no longer than the settings allow", async () => {
    const { access_token: subject_token } = await aliceAt();
    clock.now += 3000;
    assert.equal((await exchanged(gateway, { subject_token })).expires_in, 600);
    const lifespan = { token_exchange_grant_access_token_lifespan: "1m" };
    const brief = await registerGateway("brief-gateway", lifespan);
    assert.equal((await exchanged(brief, { subject_token })).expires_in, 60);
  });

  it("for a scope that it lacks only where the client's registration says so", async () => {
    const { access_token: subject_token } = await aliceAt();
    const wishes = { subject_token, scope: "prints.write" };
    assertRefused(await exchange(gateway, wishes), 400, "invalid_scope");
    const more = { token_exchange_scope: ["prints.write"] };
    const printer = await registerGateway("printer", more);
    assert.equal((await exchanged(printer, wishes)).scope, "prints.write");
  });

  it("as a JWT that says who acts, and with impersonation, as one that does not", async () => {
    const { access_token: subject_token } = await aliceAt();
    const jwt = { access_token_strategy: "jwt" } as const;
    const open = await registerGateway("jwt-gateway", jwt);
    const wishes = { subject_token, requested_token_type: JWT };
    const delegated = await exchanged(open, wishes);
    assert.equal(delegated.issued_token_type, JWT);
    const claims = decodeJwt(delegated.access_token);
    assert.deepEqual([claims.sub, claims["client_id"]], ["alice", "jwt-gateway"]);
    assert.deepEqual(claims["act"], { sub: "jwt-gateway" });

    const token_exchange_type = "impersonation";
    const silent = await registerGateway("silent-gateway", { ...jwt, token_exchange_type });
    const impersonated = await exchanged(silent, wishes);
    assert.equal(decodeJwt(impersonated.access_token)["act"], undefined);
    assertRefused(await exchange(gateway, wishes), 400, "invalid_request");
  });

  it("by its own client for less, which makes that client no actor", async () => {
    const both = { grant_types: ["authorization_code", TOKEN_EXCHANGE], client_id: "own" };
    const app = await registerApp(latchkey, both);
    const { access_token: subject_token } = await aliceAt(app);
    const { authorization = "" } = app;
    const reply = await exchange({ authorization }, { subject_token, scope: "albums.read" });
    assert.ok(reply.ok);
    assert.equal((await introspect(reply.body.access_token)).act, undefined);
  });

  it("when it is a JWT, as access_token and as jwt", async () => {
    const app = await registerApp(latchkey, { client_id: "jwt-app", access_token_strategy: "jwt" });
    const { access_token: subject_token } = await aliceAt(app);
    const clients = { token_exchange_subject_clients: ["jwt-app"] };
    const machine = await registerGateway("of-jwt-app", clients);
    for (const subject_token_type of [ACCESS_TOKEN, JWT]) {
      const { access_token } = await exchanged(machine, { subject_token, subject_token_type });
      assert.equal((await introspect(access_token)).sub, "alice");
    }
  });

  it("in the inspector, as a step of the user's authorization", async () => {
    const { access_token: subject_token } = await aliceAt();
    clock.now += 1;
    await exchanged(gateway, { subject_token });
    clock.now += 1;
    assertRefused(await exchange(gateway, { subject_token, scope: "admin" }), 400, "invalid_scope");
    await writeInspections(world.server.context);
    const { flows } = await latchkey.listFlows({ challenge: subject_token });
    const flow = await latchkey.getFlow({ flow_id: flows[0]?.flow_id ?? "" });
    assert.equal(flow.kind, "authorization");
    const steps = flow.steps.slice(-2);
    assert.deepEqual(
      steps.map(({ name }) => name),
      ["token_exchanged", "exchange_refused"],
    );
    assert.equal(steps[1]?.decided.rule, "scope_not_in_subject_token");
    assert.ok(!JSON.stringify(flow).includes(subject_token));
  });
});

describe("other subject tokens", () => {
  it("are those of machines, which end with the token they were exchanged for", async () => {
    const job = await registerMachine(latchkey, { client_id: "job", scope: "albums.read" });
    const machine = await registerGateway("of-job", { token_exchange_subject_clients: ["job"] });
    const subject_token = await tokenOf(latchkey, job, { scope: "albums.read" });
    const { access_token } = await exchanged(machine, { subject_token });
    assert.deepEqual([(await introspect(access_token)).sub], ["job"]);
    const next = await exchanged(
      await registerGateway("next", { token_exchange_subject_clients: ["of-job"] }),
      { subject_token: access_token },
    );
    await latchkey.revokeOAuth2Token(
      { token: subject_token },
      { authorization: job.authorization },
    );
    for (const token of [access_token, next.access_token])
      assert.equal(await isActive(latchkey, token), false);
  });

  it("are ID tokens, for the scopes of the client's registration", async () => {
    const { id_token: subject_token = "" } = await aliceAt();
    const wishes = { subject_token, subject_token_type: ID_TOKEN };
    const machine = await registerGateway("of-id-tokens", {
      token_exchange_scope: ["prints.write"],
    });
    const token = await exchanged(machine, { ...wishes, scope: "prints.write" });
    assert.equal((await introspect(token.access_token)).sub, "alice");
    assert.equal((await exchanged(machine, wishes)).scope, "");
    assertRefused(
      await exchange(machine, { ...wishes, scope: "albums.read" }),
      400,
      "invalid_scope",
    );
    clock.now += 3600;
    assertRefused(await exchange(machine, wishes), 400, "invalid_request");
  });

  it("are JWTs of trusted issuers, for the scopes these are trusted with", async () => {
    const idp = await makeIssuer("https://idp.example");
    await trust(latchkey, idp, { scope: ["prints.*"] });
    const issuers = { token_exchange_subject_issuers: [idp.iss] };
    const machine = await registerGateway("of-idp", issuers);
    const subject_token = await idp.sign({ sub: "bob", aud: ISSUER, exp: clock.now + 100 });
    const wishes = { subject_token, subject_token_type: JWT, scope: "prints.write" };
    const { access_token, expires_in } = await exchanged(machine, wishes);
    assert.equal(expires_in, 100);
    const { sub, act } = await introspect(access_token);
    assert.deepEqual({ sub, act }, { sub: "bob", act: { sub: "of-idp" } });
    assertRefused(await exchange(machine, { ...wishes, scope: "openid" }), 400, "invalid_scope");
    assertRefused(await exchange(gateway, wishes), 400, "invalid_request");
    clock.now += 100;
    assertRefused(await exchange(machine, wishes), 400, "invalid_request");
  });
});

describe("actors", () => {
  it("are nested: the last one first", async () => {
    let subject_token = (await aliceAt()).access_token;
    let before = "photos";
    for (const name of ["actor-1", "actor-2", "actor-3", "actor-4", "actor-5"]) {
      const machine = await registerGateway(name, { token_exchange_subject_clients: [before] });
      ({ access_token: subject_token } = await exchanged(machine, { subject_token }));
      before = name;
    }
    const { act } = await introspect(subject_token);
    const first = { sub: "actor-3", act: { sub: "actor-2", act: { sub: "actor-1" } } };
    assert.deepEqual(act, { sub: "actor-5", act: { sub: "actor-4", act: first } });
    const sixth = await registerGateway("actor-6", { token_exchange_subject_clients: [before] });
    const description = assertRefused(
      await exchange(sixth, { subject_token }),
      400,
      "invalid_request",
    );
    assert.match(description, /no more than 5 actors/);
    const token_exchange_type = "impersonation";
    const silent = await registerGateway("silent-6", {
      token_exchange_subject_clients: [before],
      token_exchange_type,
    });
    const kept = await exchanged(silent, { subject_token });
    assert.deepEqual((await introspect(kept.access_token)).act, act, "none is left out");
  });

  it("are those of an actor token, which must be the client's own", async () => {
    const { access_token: subject_token } = await aliceAt();
    const actor_token = await tokenOf(latchkey, gateway);
    const actor = { actor_token, actor_token_type: ACCESS_TOKEN };
    const { access_token } = await exchanged(gateway, { subject_token, ...actor });
    assert.deepEqual((await introspect(access_token)).act, { sub: "gateway" });

    const thief = await registerGateway("thief");
    assertRefused(await exchange(thief, { subject_token, ...actor }), 400, "invalid_request");
    const delegated = { actor_token: access_token, actor_token_type: ACCESS_TOKEN };
    assertRefused(await exchange(gateway, { subject_token, ...delegated }), 400, "invalid_request");
    const authorization = { authorization: gateway.authorization };
    await latchkey.revokeOAuth2Token({ token: actor_token }, authorization);
    assertRefused(await exchange(gateway, { subject_token, ...actor }), 400, "invalid_request");
  });

  it("may be workloads: an actor token of a trusted issuer, with its issuer", async () => {
    const cluster = await makeIssuer("https://cluster.example");
    await trust(latchkey, cluster, { subject_pattern: "system:serviceaccount:*", scope: [] });
    const issuers = { token_exchange_subject_issuers: [cluster.iss] };
    const machine = await registerGateway("in-cluster", issuers);
    const { access_token: subject_token } = await aliceAt();
    const times = { iat: clock.now, exp: clock.now + 50 };
    const sub = "system:serviceaccount:prod:web";
    const actor_token = await cluster.sign({ sub, aud: ISSUER, ...times });
    const actor = { actor_token, actor_token_type: JWT };
    const { access_token, expires_in } = await exchanged(machine, { subject_token, ...actor });
    assert.equal(expires_in, 50);
    assert.deepEqual((await introspect(access_token)).act, { iss: cluster.iss, sub });
    assertRefused(await exchange(gateway, { subject_token, ...actor }), 400, "invalid_request");
  });

  it("are only those that may_act names, where the consent app said so", async () => {
    const consent = { session: { may_act: { sub: "gateway" } } };
    const params = { scope: "openid offline albums.read", audience: "https://api.example" };
    const { access_token: subject_token } = await aliceAt(photos, { params, consent });
    assert.deepEqual((await introspect(subject_token)).may_act, { sub: "gateway" });
    const { access_token } = await exchanged(gateway, { subject_token });
    const { act, may_act } = await introspect(access_token);
    assert.deepEqual({ act, may_act }, { act: { sub: "gateway" }, may_act: { sub: "gateway" } });

    const token_exchange_type = "impersonation";
    const other = await registerGateway("not-named");
    const silent = await registerGateway("not-named-either", { token_exchange_type });
    for (const machine of [other, silent]) {
      const reply = await exchange(machine, { subject_token });
      assert.match(assertRefused(reply, 400, "invalid_request"), /may_act/);
    }
    const consents = await latchkey.listSubjectConsentSessions({ subject: "alice" });
    assert.ok(consents.some(({ session }) => session.may_act?.sub === "gateway"));
  });
});

describe("an exchanged token ends with what it was exchanged for", () => {
  const ends: readonly (readonly [string, (tokens: OAuth2TokenResponse) => Promise<unknown>])[] = [
    [
      "its revocation",
      ({ access_token: token }) =>
        latchkey.revokeOAuth2Token({ token }, { authorization: photos.authorization ?? "" }),
    ],
    [
      "the revocation of the refresh token",
      ({ refresh_token: token = "" }) =>
        latchkey.revokeOAuth2Token({ token }, { authorization: photos.authorization ?? "" }),
    ],
    [
      "the revocation of all access tokens of its client",
      () => latchkey.deleteOAuth2Token({ client_id: "photos" }),
    ],
    ["the consent", () => latchkey.revokeConsentSessions({ subject: "alice", client: "photos" })],
  ];
  for (const [title, end] of ends) {
    it(title, async () => {
      const tokens = await aliceAt();
      const { access_token } = await exchanged(gateway, { subject_token: tokens.access_token });
      const further = await registerGateway(`after ${title}`, {
        token_exchange_subject_clients: ["gateway"],
      });
      const next = await exchanged(further, { subject_token: access_token });
      assert.ok(await isActive(latchkey, next.access_token));
      await end(tokens);
      assert.equal(await isActive(latchkey, access_token), false);
      assert.equal(await isActive(latchkey, next.access_token), false);
      const again = { subject_token: tokens.access_token };
      assertRefused(await exchange(gateway, again), 400, "invalid_request");
    });
  }

  it("not when that is refreshed, nor the other way round", async () => {
    const tokens = await aliceAt();
    const { access_token } = await exchanged(gateway, { subject_token: tokens.access_token });
    assert.ok((await refresh(world, photos, tokens.refresh_token)).ok);
    assert.ok(await isActive(latchkey, access_token));
    const again = await aliceAt();
    const mine = await exchanged(gateway, { subject_token: again.access_token });
    const { authorization } = gateway;
    await latchkey.revokeOAuth2Token({ token: mine.access_token }, { authorization });
    assert.equal(await isActive(latchkey, mine.access_token), false);
    assert.ok(await isActive(latchkey, again.access_token));
  });
});

describe("refused: an exchange", () => {
  const wrong: readonly (readonly [string, Wishes, error: string, RegExp])[] = [
    [
      "without a subject_token",
      { subject_token: "" },
      "invalid_request",
      /subject_token is missing/,
    ],
    [
      "without its type",
      { subject_token_type: "" },
      "invalid_request",
      /subject_token_type is missing/,
    ],
    [
      "of a type that is not supported",
      { subject_token_type: REFRESH_TOKEN },
      "invalid_request",
      /not supported/,
    ],
    [
      "of an access token as an ID token",
      { subject_token_type: ID_TOKEN },
      "invalid_request",
      /not a token/,
    ],
    ["of a token that is none", { subject_token: "nothing" }, "invalid_request", /not a token/],
    [
      "with an actor_token_type alone",
      { actor_token_type: ACCESS_TOKEN },
      "invalid_request",
      /actor_token is missing/,
    ],
    [
      "with an actor_token alone",
      { actor_token: "a" },
      "invalid_request",
      /actor_token_type is missing/,
    ],
    [
      "with an actor_token that is none",
      { actor_token: "a", actor_token_type: JWT },
      "invalid_request",
      /actor_token/,
    ],
    [
      "for a refresh token",
      { requested_token_type: REFRESH_TOKEN },
      "invalid_request",
      /not supported/,
    ],
    ["for an ID token", { requested_token_type: ID_TOKEN }, "invalid_request", /not supported/],
    [
      "for an audience that is not the client's",
      { audience: "https://bank.example" },
      "invalid_target",
      /bank/,
    ],
    [
      "for two, one of them not the client's",
      { audience: "https://api.example https://bank.example" },
      "invalid_target",
      /bank/,
    ],
    [
      "for a resource that is not the client's",
      { resource: ["https://bank.example"] },
      "invalid_target",
      /bank/,
    ],
    ["for a resource that is no URI", { resource: ["bank"] }, "invalid_target", /absolute URI/],
    [
      "for a scope that the subject token lacks",
      { scope: "albums.read prints.write" },
      "invalid_scope",
      /prints/,
    ],
    ["for a scope that the client lacks", { scope: "offline" }, "invalid_scope", /offline/],
    ["for a pattern of scopes", { scope: "albums.*" }, "invalid_scope", /albums/],
    [
      "for authorization_details, which exchanged tokens do not have",
      { authorization_details: '[{"type":"payment"}]' },
      "invalid_authorization_details",
      /Leave the parameter out/,
    ],
    ["for a malformed scope", { scope: "a\\b" }, "invalid_scope", /printable/],
  ];
  for (const [title, wishes, error, says] of wrong) {
    it(title, async () => {
      const { access_token: subject_token } = await aliceAt();
      const reply = await exchange(gateway, { subject_token, ...wishes });
      assert.match(assertRefused(reply, 400, error), says);
    });
  }

  it("for an API that is not open", async () => {
    await latchkey.createApi({ body: { identifier: "https://closed.example" } });
    const { access_token: subject_token } = await aliceAt();
    for (const target of [
      { resource: ["https://closed.example"] },
      { audience: "https://closed.example" },
    ])
      assertRefused(await exchange(gateway, { subject_token, ...target }), 400, "invalid_target");
  });

  it("of a refresh token, whatever it is called", async () => {
    const { refresh_token: subject_token = "" } = await aliceAt();
    for (const subject_token_type of [ACCESS_TOKEN, ID_TOKEN, JWT])
      assertRefused(
        await exchange(gateway, { subject_token, subject_token_type }),
        400,
        "invalid_request",
      );
  });

  it("of a token that has expired", async () => {
    const { access_token: subject_token } = await aliceAt();
    clock.now += 3600;
    assertRefused(await exchange(gateway, { subject_token }), 400, "invalid_request");
  });

  it("of another client's token, without the right to", async () => {
    const { access_token: subject_token } = await aliceAt();
    const nosy = await registerGateway("nosy", { token_exchange_subject_clients: ["job"] });
    const reply = await exchange(nosy, { subject_token });
    assert.match(assertRefused(reply, 400, "invalid_request"), /may not exchange/);
  });

  it("of an ID token of another client, without the right to", async () => {
    const { id_token: subject_token = "" } = await aliceAt();
    const nosy = await registerGateway("nosier", { token_exchange_subject_clients: [] });
    const reply = await exchange(nosy, { subject_token, subject_token_type: ID_TOKEN });
    assertRefused(reply, 400, "invalid_request");
  });

  it("for a target, where the client may have none of the subject token's", async () => {
    const { access_token: subject_token } = await aliceAt();
    const narrow = await registerGateway("narrow", { audience: ["https://prints.example"] });
    assertRefused(await exchange(narrow, { subject_token }), 400, "invalid_target");
    assert.ok((await exchange(narrow, { subject_token, audience: "https://prints.example" })).ok);
  });

  it("by a client without the grant, and by one without a secret", async () => {
    const { access_token: subject_token } = await aliceAt();
    const plain = await registerGateway("plain", { grant_types: ["client_credentials"] });
    assertRefused(await exchange(plain, { subject_token }), 400, "unauthorized_client");
    await registerGateway("open", { token_endpoint_auth_method: "none" });
    const input = { grant_type: TOKEN_EXCHANGE, client_id: "open", subject_token };
    const reply = await latchkey.call("oauth2Token", {
      ...input,
      subject_token_type: ACCESS_TOKEN,
    });
    assertRefused(reply, 400, "unauthorized_client");
  });

  it("at userinfo: an exchanged token is for APIs", async () => {
    const { access_token: subject_token } = await aliceAt();
    const { access_token } = await exchanged(gateway, { subject_token });
    const reply = await latchkey.call("userinfo", {}, { authorization: `Bearer ${access_token}` });
    assert.notEqual(reply.status, 200);
  });
});

test("on two servers with one database, an exchanged token ends on both", async () => {
  const [one, two] = await startTwoServers({ "urls.self.issuer": ISSUER });
  const app = await registerApp(one.latchkey);
  const machine = await registerMachine(one.latchkey, {
    client_id: "gateway",
    grant_types: [TOKEN_EXCHANGE],
    token_exchange_subject_clients: ["photos"],
  });
  const { access_token: subject_token } = await signIn(one, app);
  await two.server.context.store.refresh();
  const reply = await exchange(machine, { subject_token }, two.latchkey);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  assert.ok(await isActive(one.latchkey, reply.body.access_token));
  const { authorization = "" } = app;
  await one.latchkey.revokeOAuth2Token({ token: subject_token }, { authorization });
  assert.equal(await isActive(two.latchkey, reply.body.access_token), false);
});
