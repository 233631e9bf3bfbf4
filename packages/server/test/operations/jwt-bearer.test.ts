import assert from "node:assert/strict";
import { createHmac, createPublicKey } from "node:crypto";
import { describe, it, test } from "node:test";
import type { JsonObject, OAuth2TokenRequest } from "@latchkey/api";
import { decodeJwt } from "jose";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer, startTwoServers } from "../support/server.ts";
import { makeSigner } from "./assertion.ts";
import { isActive, registerMachine } from "./machine.ts";
import { assertRefused, fieldsOf } from "./refusal.ts";
import { JWT_BEARER, makeIssuer, presentJwt, signWith, trust } from "./trusted-issuer.ts";

const ISSUER = "http://127.0.0.1:4444";
const TOKEN_URL = `${ISSUER}/oauth2/token`;
const { latchkey, clock } = await startTestServer({ "urls.self.issuer": ISSUER });
const ci = await makeIssuer("https://ci.example");
await trust(latchkey, ci);
const deployments = await registerMachine(latchkey, {
  client_id: "deployments",
  grant_types: [JWT_BEARER],
  scope: "deploy logs.read logs.write openid",
  audience: ["https://api.example"],
});

let minted = 0;
/** The claims of an assertion that is accepted, but for what the test changes. */
function claims(changes: JsonObject = {}): JsonObject {
  minted += 1;
  const times = { iat: clock.now, exp: clock.now + 60 };
  return { sub: "job", aud: TOKEN_URL, jti: `jti-${minted}`, ...times, ...changes };
}

const present = (assertion: string, wishes: Partial<OAuth2TokenRequest> = {}) =>
  presentJwt(latchkey, assertion, wishes, deployments.authorization);

describe("an assertion of a trusted issuer is exchanged", () => {
  it("for a token of its subject, with the scope and audience that were requested", async () => {
    const wishes = { scope: "deploy logs.read", audience: "https://api.example/v1" };
    const reply = await present(await ci.sign(claims()), wishes);
    const { access_token, ...rest } = fieldsOf(reply.body);
    assert.deepEqual(rest, { token_type: "bearer", expires_in: 3600, scope: "deploy logs.read" });
    const token = await latchkey.introspectOAuth2Token({ token: String(access_token) });
    assert.deepEqual(token, {
      active: true,
      sub: "job",
      client_id: "deployments",
      scope: "deploy logs.read",
      aud: ["https://api.example/v1"],
      iss: ISSUER,
      exp: clock.now + 3600,
      iat: clock.now,
      nbf: clock.now,
      token_type: "Bearer",
      token_use: "access_token",
    });
  });

  const accepted: readonly (readonly [string, JsonObject, object?])[] = [
    ["with our issuer as aud", { aud: ISSUER }],
    ["with both as aud", { aud: [ISSUER, TOKEN_URL] }],
    ["with the typ JWT", {}, { typ: "JWT" }],
    ["with the typ of the update to RFC 7523", {}, { typ: "authorization-grant+jwt" }],
    ["of a clock that is a little ahead", { iat: 1_800_000_005, nbf: 1_800_000_005 }],
    ["that was issued for the longest time allowed", { exp: 1_800_000_000 + 720 * 3600 }],
  ];
  for (const [title, changes, header] of accepted) {
    it(title, async () => {
      clock.now = 1_800_000_000;
      const reply = await present(await ci.sign(claims(changes), header));
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
    });
  }

  it("for a token for an API that is open to every client, and not for one that is closed", async () => {
    const scopes = ["logs.*"];
    const open = { identifier: "https://open.example/", allow_any_client: true, scopes };
    await latchkey.createApi({ body: open });
    await latchkey.createApi({ body: { identifier: "https://closed.example" } });
    for (const target of [
      { resource: ["https://open.example"] },
      { audience: "https://open.example/" },
    ]) {
      const reply = await present(await ci.sign(claims()), { ...target, scope: "logs.read" });
      const token = String(fieldsOf(reply.body)["access_token"]);
      const found = await latchkey.introspectOAuth2Token({ token });
      assert.ok(found.active, JSON.stringify(reply.body));
      assert.deepEqual(found.aud, ["https://open.example/"]);
      const more = await present(await ci.sign(claims()), { ...target, scope: "deploy" });
      assertRefused(more, 400, "invalid_scope");
    }
    const details = { authorization_details: '[{"type":"payment"}]' };
    const detailed = await present(await ci.sign(claims()), details);
    assertRefused(detailed, 400, "invalid_authorization_details");
    const closed = { resource: ["https://closed.example"] };
    assertRefused(await present(await ci.sign(claims()), closed), 400, "invalid_target");
  });

  it("with the lifespan of the client, or else of the settings", async () => {
    const settings = { "urls.self.issuer": ISSUER, "ttl.grants.jwt_bearer.access_token": "5m" };
    const brief = await startTestServer(settings);
    await trust(brief.latchkey, ci);
    const client = { grant_types: [JWT_BEARER], jwt_bearer_grant_access_token_lifespan: "1m" };
    const one = await registerMachine(brief.latchkey, { ...client, client_id: "one" });
    const other = await registerMachine(brief.latchkey, { grant_types: [JWT_BEARER] });
    for (const [machine, expires_in] of [
      [one, 60],
      [other, 300],
    ] as const) {
      const assertion = await ci.sign(claims());
      const reply = await presentJwt(brief.latchkey, assertion, {}, machine.authorization);
      assert.equal(fieldsOf(reply.body)["expires_in"], expires_in);
    }
  });

  it("and keeps the actors that it names", async () => {
    const act = { sub: "robot", iss: "https://robots.example", act: { sub: "first" } };
    const reply = await present(await ci.sign(claims({ act: { ...act, role: "admin" } })));
    const token = String(fieldsOf(reply.body)["access_token"]);
    const introspection = await latchkey.introspectOAuth2Token({ token });
    assert.deepEqual(introspection.active && introspection.act, act);
  });
});

describe("refused with invalid_grant: an assertion", () => {
  const invalid: readonly (readonly [string, () => Promise<string>, RegExp])[] = [
    ["that is no JWT", async () => "nothing", /must be a JWT/],
    ["without a sub", () => ci.sign(claims({ sub: undefined })), /iss and sub/],
    ["with a sub of a wrong type", () => ci.sign(claims({ sub: ["job"] })), /iss and sub/],
    ["with a NUL in its sub", () => ci.sign(claims({ sub: "a\0b" })), /iss and sub/],
    ["of an unknown issuer", () => ci.sign(claims({ iss: "https://else.example" })), /No trusted/],
    ["of our own", () => ci.sign(claims({ iss: ISSUER })), /No trusted issuer/],
    ["without an aud", () => ci.sign(claims({ aud: undefined })), /aud/],
    ["with no aud in a list", () => ci.sign(claims({ aud: [] })), /aud/],
    ["for another server", () => ci.sign(claims({ aud: "https://else.example" })), /aud/],
    [
      "for us and another server",
      () => ci.sign(claims({ aud: [ISSUER, "https://b.example"] })),
      /aud/,
    ],
    ["without an exp", () => ci.sign(claims({ exp: undefined })), /no exp/],
    ["that has expired", () => ci.sign(claims({ exp: clock.now - 10 })), /expired/],
    ["with an exp too far", () => ci.sign(claims({ exp: clock.now + 721 * 3600 })), /longer than/],
    [
      "that was issued for too long",
      () => ci.sign(claims({ iat: clock.now - 720 * 3600 })),
      /longer/,
    ],
    ["with an nbf in the future", () => ci.sign(claims({ nbf: clock.now + 60 })), /nbf/],
    ["with an iat in the future", () => ci.sign(claims({ iat: clock.now + 60 })), /iat/],
    ["without an iat", () => ci.sign(claims({ iat: undefined })), /no iat/],
    ["without a jti", () => ci.sign(claims({ jti: undefined })), /no jti/],
    ["with a jti that is too long", () => ci.sign(claims({ jti: "j".repeat(256) })), /no jti/],
    ["that is an access token", () => ci.sign(claims(), { typ: "at+jwt" }), /typ/],
    ["that is a logout token", () => ci.sign(claims(), { typ: "logout+jwt" }), /typ/],
    ["with an act that is none", () => ci.sign({ ...claims(), act: "robot" }), /act/],
    ["with too many actors", () => ci.sign({ ...claims(), act: chain(6) }), /actors/],
    ["that is not signed", async () => unsigned(claims()), /signature/],
    [
      "of another key with the same kid",
      async () => signWith((await makeSigner("2027-01")).hidden, { iss: ci.iss, ...claims() }),
      /signature/,
    ],
    ["signed with the public key as a secret", async () => hmacWithPublicKey(), /signature/],
    [
      "with the kid of another issuer's key",
      async () => signWith(other.signer.hidden, { iss: ci.iss, ...claims() }),
      /signature/,
    ],
    [
      "with an extension that is not understood",
      () => ci.sign(claims(), { crit: ["b64"], b64: true }),
      /signature/,
    ],
  ];
  for (const [title, make, says] of invalid) {
    it(title, async () => {
      assert.match(assertRefused(await present(await make()), 400, "invalid_grant"), says);
    });
  }

  it("that was used before", async () => {
    const assertion = await ci.sign(claims());
    assert.equal((await present(assertion)).status, 200);
    assert.match(assertRefused(await present(assertion), 400, "invalid_grant"), /used before/);
    const twin = await ci.sign(claims({ jti: decodeJwt(assertion).jti }));
    assertRefused(await present(twin), 400, "invalid_grant");
    const namesake = await other.sign(claims({ jti: decodeJwt(assertion).jti }));
    assert.equal((await present(namesake)).status, 200, "another issuer may use the same jti");
  });

  it("whose issuer is not trusted any more", async () => {
    const brief = await makeIssuer("https://brief.example");
    const expires_at = new Date((clock.now + 60) * 1000).toISOString();
    const { id } = await trust(latchkey, brief, { expires_at });
    const { id: next } = await trust(latchkey, brief, { subject: "job" });
    assert.equal((await present(await brief.sign(claims()))).status, 200);
    await latchkey.deleteTrustedJwtGrantIssuer({ id: next });
    assert.equal((await present(await brief.sign(claims()))).status, 200);
    clock.now += 61;
    assertRefused(await present(await brief.sign(claims())), 400, "invalid_grant");
    assert.ok(id);
  });
});

const other = await makeIssuer("https://other.example", "2027-02");
await trust(latchkey, other);

function chain(length: number): object {
  return length === 1 ? { sub: "a" } : { sub: "a", act: chain(length - 1) };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

function unsigned(payload: JsonObject): string {
  return `${encode({ alg: "none" })}.${encode({ iss: ci.iss, ...payload })}.`;
}

function hmacWithPublicKey(): string {
  const jwk = { ...ci.signer.open };
  const pem = createPublicKey({ key: jwk, format: "jwk" }).export({ type: "spki", format: "pem" });
  const input = `${encode({ alg: "HS256", kid: jwk.kid })}.${encode({ iss: ci.iss, ...claims() })}`;
  return `${input}.${createHmac("sha256", pem).update(input).digest("base64url")}`;
}

describe("refused: a request", () => {
  const wrong: readonly (readonly [string, Partial<OAuth2TokenRequest>, string])[] = [
    ["for a scope that the issuer is not trusted with", { scope: "openid" }, "invalid_scope"],
    ["for a scope that the client lacks", { scope: "logs.delete" }, "invalid_scope"],
    ["for a scope with one it may not have", { scope: "deploy admin" }, "invalid_scope"],
    ["for a malformed scope", { scope: 'de"ploy' }, "invalid_scope"],
    ["for an audience that the client lacks", { audience: "https://b.example" }, "invalid_target"],
    ["for a resource that the client lacks", { resource: ["https://b.example"] }, "invalid_target"],
    ["for a resource that is no URI", { resource: ["api"] }, "invalid_target"],
    ["for a resource with a fragment", { resource: ["https://api.example#a"] }, "invalid_target"],
    ["without an assertion", { assertion: "" }, "invalid_request"],
  ];
  for (const [title, wishes, error] of wrong) {
    it(title, async () => {
      assertRefused(await present(await ci.sign(claims()), wishes), 400, error);
    });
  }

  it("of a client that is not registered for the grant", async () => {
    const { authorization } = await registerMachine(latchkey);
    const reply = await presentJwt(latchkey, await ci.sign(claims()), {}, authorization);
    assertRefused(reply, 400, "unauthorized_client");
  });

  it("without client authentication, where the issuer authenticates no client", async () => {
    for (const wishes of [{}, { client_id: "deployments" }])
      assertRefused(
        await presentJwt(latchkey, await ci.sign(claims()), wishes),
        401,
        "invalid_client",
      );
  });

  it("with a wrong secret, and the assertion stays usable", async () => {
    const assertion = await ci.sign(claims());
    const wishes = { client_id: "deployments", client_secret: "wrong secret" };
    assertRefused(await presentJwt(latchkey, assertion, wishes), 401, "invalid_client");
    assertRefused(await present(assertion, { scope: "admin" }), 400, "invalid_scope");
    assert.equal((await present(assertion)).status, 200);
  });
});

describe("settings of Hydra", () => {
  const start = async (settings: object) => {
    const world = await startTestServer({ "urls.self.issuer": ISSUER, ...settings });
    await trust(world.latchkey, ci);
    const machine = await registerMachine(world.latchkey, { grant_types: [JWT_BEARER] });
    return async (changes: JsonObject) =>
      presentJwt(world.latchkey, await ci.sign(claims(changes)), {}, machine.authorization);
  };

  it("jti_optional and iat_optional accept an assertion without, and a jti only once", async () => {
    const ask = await start({
      "oauth2.grant.jwt.jti_optional": true,
      "oauth2.grant.jwt.iat_optional": true,
    });
    clock.now = 1_800_000_000;
    assert.equal((await ask({ jti: undefined, iat: undefined })).status, 200);
    assert.equal((await ask({ jti: "once" })).status, 200);
    assertRefused(await ask({ jti: "once" }), 400, "invalid_grant");
  });

  it("max_ttl limits how long an assertion is valid", async () => {
    const ask = await start({ "oauth2.grant.jwt.max_ttl": "10m" });
    assert.equal((await ask({ exp: clock.now + 600 })).status, 200);
    assertRefused(await ask({ exp: clock.now + 601 }), 400, "invalid_grant");
  });
});

describe("subjects and claims", () => {
  it("decide between records of one issuer: the narrowest applies, and only its scope", async () => {
    const many = await makeIssuer("https://many.example");
    await trust(latchkey, many, { scope: ["logs.read"] });
    await trust(latchkey, many, { subject: "job", scope: ["deploy"] });
    const ask = async (sub: string, scope: string) =>
      (await present(await many.sign(claims({ sub })), { scope })).status;
    assert.deepEqual(
      [await ask("job", "deploy"), await ask("job", "logs.read"), await ask("x", "logs.read")],
      [200, 400, 200],
    );
    assert.equal(await ask("x", "deploy"), 400);
  });

  it("are of one issuer: another cannot assert its subjects", async () => {
    const mine = await makeIssuer("https://mine.example");
    const theirs = await makeIssuer("https://theirs.example");
    await trust(latchkey, mine, { subject: "alice" });
    await trust(latchkey, theirs, { subject: "bob" });
    assert.equal((await present(await mine.sign(claims({ sub: "alice" })))).status, 200);
    assertRefused(await present(await theirs.sign(claims({ sub: "alice" }))), 400, "invalid_grant");
    const forged = await signWith(theirs.signer.hidden, {
      ...claims({ sub: "alice" }),
      iss: mine.iss,
    });
    assertRefused(await present(forged), 400, "invalid_grant");
  });

  it("must be met: a condition on a claim, in a list, in an object", async () => {
    const strict = await makeIssuer("https://strict.example");
    await trust(latchkey, strict, {
      claims: { env: ["prod", "test"], groups: "ops", "kubernetes.io": { namespace: "web" } },
    });
    const good = {
      env: "prod",
      groups: ["dev", "ops"],
      "kubernetes.io": { namespace: "web", x: 1 },
    };
    assert.equal((await present(await strict.sign(claims(good)))).status, 200);
    for (const bad of [
      { env: "dev" },
      { env: undefined },
      { groups: ["dev"] },
      { "kubernetes.io": { namespace: "db" } },
      { "kubernetes.io": "web" },
    ]) {
      const reply = await present(await strict.sign(claims({ ...good, ...bad })));
      assert.match(assertRefused(reply, 400, "invalid_grant"), /claim/);
    }
  });
});

describe("workloads without secrets", () => {
  it("a GitHub Actions job gets a token by its own JWT", async () => {
    const github = await makeIssuer("https://token.actions.githubusercontent.com", "gh-1", "RS256");
    const jwks = await startReceiver(() => ({
      body: JSON.stringify({ keys: [github.signer.open] }),
    }));
    await trust(latchkey, github, {
      subject_pattern: "repo:octo-org/octo-repo:ref:refs/heads/*",
      jwks_uri: `${jwks.url}/.well-known/jwks`,
      claims: { repository_owner_id: "65" },
      client_id: "deployments",
      scope: ["deploy"],
    });
    const job = (changes: JsonObject = {}) =>
      github.sign(
        claims({
          sub: "repo:octo-org/octo-repo:ref:refs/heads/main",
          aud: ISSUER,
          ref: "refs/heads/main",
          sha: "2b6c1a4f",
          repository: "octo-org/octo-repo",
          repository_owner: "octo-org",
          repository_owner_id: "65",
          actor: "octocat",
          workflow: "deploy",
          event_name: "push",
          ref_type: "branch",
          job_workflow_ref: "octo-org/octo-repo/.github/workflows/deploy.yml@refs/heads/main",
          runner_environment: "github-hosted",
          nbf: clock.now - 5,
          exp: clock.now + 300,
          ...changes,
        }),
        { typ: "JWT", x5t: "gh-1" },
      );
    for (const wishes of [{}, { client_id: "deployments" }]) {
      const reply = await presentJwt(latchkey, await job(), { scope: "deploy", ...wishes });
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      const token = String(fieldsOf(reply.body)["access_token"]);
      const introspection = await latchkey.introspectOAuth2Token({ token });
      assert.ok(introspection.active);
      assert.equal(introspection.client_id, "deployments");
      assert.equal(introspection.sub, "repo:octo-org/octo-repo:ref:refs/heads/main");
    }
    assert.equal(jwks.count, 1);

    const fork = { sub: "repo:evil/octo-repo:ref:refs/heads/main" };
    const pull = { sub: "repo:octo-org/octo-repo:pull_request" };
    const sold = { repository_owner_id: "66" };
    for (const changes of [fork, pull, sold])
      assertRefused(await presentJwt(latchkey, await job(changes)), 400, "invalid_grant");
    const once = await job();
    assert.equal((await presentJwt(latchkey, once)).status, 200);
    assertRefused(await presentJwt(latchkey, once), 400, "invalid_grant");
    assertRefused(
      await presentJwt(latchkey, await job(), { scope: "logs.read" }),
      400,
      "invalid_scope",
    );
  });

  it("a Kubernetes pod gets tokens by the JWT of its service account, until that expires", async () => {
    const cluster = await makeIssuer(
      "https://kubernetes.default.svc.cluster.local",
      "k8s",
      "RS256",
    );
    await trust(latchkey, cluster, {
      subject: "system:serviceaccount:prod:web",
      claims: { "kubernetes.io": { namespace: "prod" } },
      client_id: "deployments",
      allow_assertion_reuse: true,
    });
    const pod = (changes: JsonObject = {}) =>
      cluster.sign({
        aud: [ISSUER],
        exp: clock.now + 3607,
        iat: clock.now,
        nbf: clock.now,
        "kubernetes.io": {
          namespace: "prod",
          node: { name: "node-1", uid: "646e7c5e" },
          pod: { name: "web-0", uid: "5e0bd49b" },
          serviceaccount: { name: "web", uid: "14ee3fa4" },
        },
        sub: "system:serviceaccount:prod:web",
        ...changes,
      });
    const token = await pod();
    assert.equal((await presentJwt(latchkey, token)).status, 200);
    assert.equal((await presentJwt(latchkey, token)).status, 200);
    const foreign = await pod({ sub: "system:serviceaccount:prod:db" });
    assertRefused(await presentJwt(latchkey, foreign), 400, "invalid_grant");
    const forApiServer = await pod({ aud: ["https://kubernetes.default.svc"] });
    assertRefused(await presentJwt(latchkey, forApiServer), 400, "invalid_grant");
    const ofOld = await pod({ aud: undefined, exp: undefined });
    assertRefused(await presentJwt(latchkey, ofOld), 400, "invalid_grant");
    clock.now += 3607 + 11;
    assertRefused(await presentJwt(latchkey, token), 400, "invalid_grant");
  });

  it("an audience of the record stands for this server", async () => {
    const cloud = await makeIssuer("https://cloud.example");
    const assertion_audiences = ["api://latchkey"];
    await trust(latchkey, cloud, { client_id: "deployments", assertion_audiences });
    const aud = "api://latchkey";
    assert.equal((await presentJwt(latchkey, await cloud.sign(claims({ aud })))).status, 200);
    assertRefused(await present(await ci.sign(claims({ aud }))), 400, "invalid_grant");
  });

  it("a record for one client serves no other, and needs that client to exist", async () => {
    const bound = await makeIssuer("https://bound.example");
    await trust(latchkey, bound, { client_id: "gone" });
    assertRefused(await present(await bound.sign(claims())), 400, "unauthorized_client");
    const wishes = { client_id: "deployments" };
    assertRefused(
      await presentJwt(latchkey, await bound.sign(claims()), wishes),
      401,
      "invalid_client",
    );
    assertRefused(await presentJwt(latchkey, await bound.sign(claims())), 401, "invalid_client");
  });

  it("a public client presents the JWT of an issuer that names no client", async () => {
    await latchkey.createOAuth2Client({
      body: { client_id: "cli", token_endpoint_auth_method: "none", grant_types: [JWT_BEARER] },
    });
    const wishes = { client_id: "cli" };
    assert.equal((await presentJwt(latchkey, await ci.sign(claims()), wishes)).status, 200);
  });

  it("a parameter that is sent twice is refused", async () => {
    const response = await fetchToken(`grant_type=${JWT_BEARER}&assertion=a&assertion=b`);
    assert.equal(response.status, 400);
    assert.equal(fieldsOf(await response.json())["error"], "invalid_request");
  });
});

const { fetch: fetchServer } = await startTestServer({ "urls.self.issuer": ISSUER });
function fetchToken(body: string): Promise<Response> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return fetchServer("http://public.test/oauth2/token", { method: "POST", headers, body });
}

describe("keys at a jwks_uri", () => {
  it("are fetched again when the issuer has rotated them", async () => {
    const rotating = await makeIssuer("https://rotating.example", "old");
    const remote = { keys: [rotating.signer.open] };
    const jwks = await startReceiver(() => ({ body: JSON.stringify(remote) }));
    await trust(latchkey, rotating, { jwks_uri: jwks.url });
    assert.equal((await present(await rotating.sign(claims()))).status, 200);
    const next = await makeIssuer("https://rotating.example", "new");
    remote.keys = [next.signer.open];
    clock.now += 60;
    assert.equal((await present(await next.sign(claims()))).status, 200);
    assertRefused(await present(await rotating.sign(claims())), 400, "invalid_grant");
  });

  it("that cannot be fetched right now are 503, and neither an invalid_grant nor a server error", async () => {
    const lost = await makeIssuer("https://lost.example");
    await trust(latchkey, lost, { jwks_uri: "http://127.0.0.1:1/jwks" });
    assertRefused(await present(await lost.sign(claims())), 503, "temporarily_unavailable");
  });
});

test("of two servers on one database, one accepts an assertion, and both see a record end", async () => {
  const [one, two] = await startTwoServers({ "urls.self.issuer": ISSUER });
  clock.now = one.clock.now;
  const { id } = await trust(one.latchkey, ci);
  const { authorization } = await registerMachine(one.latchkey, { grant_types: [JWT_BEARER] });
  const assertion = await ci.sign(claims());
  const replies = await Promise.all(
    [one, two, one, two].map((at) => presentJwt(at.latchkey, assertion, {}, authorization)),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal(replies.filter(({ status }) => status === 400).length, 3);
  await two.latchkey.deleteTrustedJwtGrantIssuer({ id });
  const late = await presentJwt(one.latchkey, await ci.sign(claims()), {}, authorization);
  assertRefused(late, 400, "invalid_grant");
});

test("the token is the client's: it can be revoked, and ends with the client", async () => {
  const reply = await present(await ci.sign(claims()));
  const token = String(fieldsOf(reply.body)["access_token"]);
  await latchkey.revokeOAuth2Token({ token }, { authorization: deployments.authorization });
  assert.equal(await isActive(latchkey, token), false);
});
