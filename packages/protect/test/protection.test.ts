import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { describe, it } from "node:test";
import { generateKeyPair, SignJWT } from "jose";
import {
  createProtection,
  type ProtectionOptions,
  type Requirements,
  type Verification,
} from "../src/index.ts";
import { createInMemoryReplayStore } from "../src/dpop.ts";
import {
  createAuthorizationServer,
  createProver,
  ISSUER,
  NOW,
  RESOURCE,
} from "./authorization-server.ts";

const server = await createAuthorizationServer();

function protection(options: Partial<ProtectionOptions> = {}) {
  const common = { issuer: ISSUER, resource: RESOURCE, fetch: server.fetch, now: () => NOW };
  return createProtection({ ...common, ...options });
}

interface Call {
  readonly scheme?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly certificate?: Uint8Array;
  readonly requirements?: Requirements;
  readonly options?: Partial<ProtectionOptions>;
}

function call(token: string, how: Call = {}, api = protection(how.options)): Promise<Verification> {
  const { scheme = "Bearer", headers = {}, method = "GET", certificate, requirements } = how;
  const all: Readonly<Record<string, string>> = { authorization: `${scheme} ${token}`, ...headers };
  return api.verify(
    { method, url: RESOURCE, header: (name) => all[name.toLowerCase()], certificate },
    requirements,
  );
}

function assertRefused(verified: Verification, status: number, challenge: RegExp): void {
  assert.ok(!verified.ok);
  assert.equal(verified.challenge.status, status);
  assert.match(verified.challenge.headers["WWW-Authenticate"] ?? "", challenge);
}

describe("JWT access tokens", () => {
  it("a valid token is accepted", async () => {
    const verified = await call(await server.issue(), { requirements: { scope: "photos.read" } });
    assert.ok(verified.ok);
    assert.equal(verified.token.subject, "alice");
    assert.deepEqual(verified.token.scope, ["photos.read", "photos.write"]);
  });

  it("the older claim scp is read as well", async () => {
    const token = await server.issue({ scope: undefined, scp: ["photos.read"] }, { typ: "JWT" });
    assert.ok((await call(token, { requirements: { scope: ["photos.read"] } })).ok);
  });

  it("a token with a post-quantum signature is accepted", async () => {
    const { fetch, issue } = await createAuthorizationServer("ML-DSA-65");
    assert.ok((await call(await issue(), { options: { fetch } })).ok);
  });

  const cases: [name: string, token: () => Promise<string>, expected: RegExp][] = [
    ["expired", () => server.issue({ exp: NOW - 60 }), /invalid_token.*expired/],
    ["of another issuer", () => server.issue({ iss: "https://evil.example" }), /iss of the token/],
    ["for another API", () => server.issue({ aud: "https://other.example" }), /aud of the token/],
    ["without a client", () => server.issue({ client_id: undefined }), /client_id/],
    ["an ID token", () => server.issue({ nonce: "n" }, { typ: "JWT" }), /not an access token/],
    ["a logout token", () => server.issue({}, { typ: "logout+jwt" }), /not an access token/],
    ["bound to an unknown kind of key", () => server.issue({ cnf: { kid: "1" } }), /unknown kind/],
    ["signed by a stranger", signedByStranger, /signature/],
    ["signed with the public key as a secret", signedWithSecret, /signature/],
    ["unsigned", unsigned, /invalid_token/],
    ["not a JWT", async () => "opaque", /not a JWT, and this API does not introspect/],
  ];
  for (const [name, token, expected] of cases) {
    it(`a token is refused that is ${name}`, async () => {
      assertRefused(await call(await token()), 401, expected);
    });
  }

  async function signedByStranger(): Promise<string> {
    const { privateKey } = await generateKeyPair("ES256");
    const header = { alg: "ES256", kid: "key-1", typ: "at+jwt" };
    return new SignJWT({ ...server.claims, jti: "1" }).setProtectedHeader(header).sign(privateKey);
  }

  async function signedWithSecret(): Promise<string> {
    const header = { alg: "HS256", kid: "key-1", typ: "at+jwt" };
    const secret = new TextEncoder().encode("key-1 as a secret that is long enough for HS256");
    return new SignJWT({ ...server.claims, jti: "1" }).setProtectedHeader(header).sign(secret);
  }

  async function unsigned(): Promise<string> {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${part({ alg: "none", typ: "at+jwt" })}.${part(server.claims)}.AA`;
  }

  it("without a token the client learns where to get one", async () => {
    const api = protection();
    const verified = await api.verify(
      { method: "GET", url: RESOURCE, header: () => undefined },
      { scope: ["photos.read", "photos.share"] },
    );
    assertRefused(
      verified,
      401,
      /^Bearer resource_metadata="https:\/\/api\.example\/\.well-known\/oauth-protected-resource\/photos", scope="photos\.read photos\.share"$/,
    );
  });

  it("a token that lacks scopes gets all of them named", async () => {
    const requirements = { scope: ["photos.read", "photos.share"] };
    const verified = await call(await server.issue(), { requirements });
    assertRefused(verified, 403, /insufficient_scope.*scope="photos\.read photos\.share"/);
  });

  it("when the authorization server is away, the response is 503", async () => {
    server.goDown(true);
    const verified = await call(await server.issue());
    server.goDown(false);
    assert.ok(!verified.ok && verified.challenge.status === 503);
    assert.ok((await call(await server.issue())).ok, "and it is asked again");
  });

  it("tokens are verified for an hour while the authorization server is away", async () => {
    let now = NOW;
    const { fetch, goDown, issue, requests } = await createAuthorizationServer();
    const api = protection({ fetch, now: () => now, onFailure: () => {} });
    const token = await issue({ exp: NOW + 7200 });
    assert.ok((await call(token, {}, api)).ok);
    goDown(true);
    const before = requests.length;
    now = NOW + 3599;
    assert.ok((await call(token, {}, api)).ok);
    assert.ok((await call(token, {}, api)).ok);
    assert.equal(requests.length - before, 1, "the keys are fetched again, once in a while");
    now = NOW + 3600;
    const verified = await call(token, {}, api);
    goDown(false);
    assert.ok(!verified.ok && verified.challenge.status === 503);
    assert.ok((await call(token, {}, api)).ok);
  });

  it("a new key is accepted soon after it replaced another", async (t) => {
    t.mock.timers.enable({ apis: ["Date"] });
    const rotated = await createAuthorizationServer();
    const api = protection({ fetch: rotated.fetch });
    assert.ok((await call(await rotated.issue(), {}, api)).ok);
    await rotated.rotate();
    t.mock.timers.tick(5_000);
    assert.ok((await call(await rotated.issue(), {}, api)).ok);
  });
});

describe("what the API has to mend is reported to it, and not to its callers", () => {
  const introspection = { client_id: "api", client_secret: "secret" };
  const answering = (status: number, body: object) => async () => Response.json(body, { status });
  const cases: [name: string, options: Partial<ProtectionOptions>, expected: RegExp][] = [
    [
      "an issuer with another name",
      { issuer: "https://localhost", fetch: answering(200, { issuer: ISSUER }) },
      /names the issuer "https:\/\/auth\.example"/,
    ],
    ["a server without metadata", { fetch: answering(404, {}) }, /configuration answered 404/],
    [
      "wrong credentials for introspection",
      {
        introspection: { ...introspection, endpoint: "https://auth.example/introspect" },
        fetch: answering(401, { error: "invalid_client" }),
      },
      /introspection endpoint answered 401 \(invalid_client\)/,
    ],
  ];
  for (const [name, options, expected] of cases) {
    it(name, async () => {
      const failures: unknown[] = [];
      const onFailure = (error: unknown) => failures.push(error);
      const token = options.introspection === undefined ? await server.issue() : "opaque";
      const verified = await call(token, { options: { ...options, onFailure } });
      assert.ok(!verified.ok);
      assert.equal(verified.challenge.status, 503);
      assert.equal(failures.length, 1);
      assert.match(String(failures[0]), expected);
      assert.doesNotMatch(JSON.stringify(verified.challenge), expected);
    });
  }

  it("and a refused token is not", async () => {
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => failures.push(error);
    const token = await server.issue({ exp: NOW - 60 });
    assertRefused(await call(token, { options: { onFailure } }), 401, /expired/);
    assert.deepEqual(failures, []);
  });

  it("on standard error, where nothing else is said", async (test) => {
    const { mock } = test.mock.method(console, "error", () => {});
    await call(await server.issue(), { options: { fetch: answering(404, {}) } });
    assert.equal(mock.callCount(), 1);
    assert.match(String(mock.calls[0]?.arguments[0]), /publishes no metadata/);
  });
});

describe("step-up", () => {
  const requirements = { acr: ["gold"], max_age: 300 };

  it("a recent sign-in at the level is accepted", async () => {
    const token = await server.issue({ acr: "gold", auth_time: NOW - 100 });
    assert.ok((await call(token, { requirements })).ok);
  });

  for (const [name, claims] of [
    ["at another level", { acr: "silver", auth_time: NOW }],
    ["too long ago", { acr: "gold", auth_time: NOW - 301 }],
    ["at an unknown time", { acr: "gold" }],
  ] as const) {
    it(`a sign-in ${name} is challenged`, async () => {
      const verified = await call(await server.issue(claims), { requirements });
      const expected = /insufficient_user_authentication.*acr_values="gold", max_age="300"/;
      assertRefused(verified, 401, expected);
    });
  }
});

describe("opaque tokens", () => {
  const introspection = { client_id: "photos-api", client_secret: "a secret" };

  it("the authorization server is asked, and asked again only after a while", async () => {
    let now = NOW;
    const api = protection({ introspection, now: () => now });
    server.introspections.set("opaque-1", { active: true, ...server.claims });
    const asked = () => server.requests.filter((url) => url.endsWith("/introspect")).length;
    const before = asked();
    assert.ok((await call("opaque-1", {}, api)).ok);
    assert.ok((await call("opaque-1", {}, api)).ok);
    assert.equal(asked() - before, 1);

    server.introspections.delete("opaque-1");
    now += 11;
    assertRefused(await call("opaque-1", {}, api), 401, /not active/);
    server.introspections.set("opaque-1", { active: true, ...server.claims });
    assert.ok((await call("opaque-1", {}, api)).ok, "a refusal is not kept");
  });

  it("requests at the same time ask once", async () => {
    const api = protection({ introspection });
    server.introspections.set("opaque-2", { active: true, ...server.claims });
    const before = server.requests.length;
    const all = await Promise.all(Array.from({ length: 5 }, () => call("opaque-2", {}, api)));
    assert.ok(all.every(({ ok }) => ok));
    assert.ok(server.requests.length - before <= 2, "one for the metadata, one for the token");
  });

  for (const [name, change, expected] of [
    ["for another API", { aud: ["https://other.example"] }, /aud/],
    ["of another issuer", { iss: "https://evil.example" }, /not active/],
    ["a refresh token", { token_use: "refresh_token" }, /not active/],
  ] as const) {
    it(`a token is refused that is ${name}`, async () => {
      server.introspections.set("opaque-3", { active: true, ...server.claims, ...change });
      const verified = await call("opaque-3", { options: { introspection } });
      assertRefused(verified, 401, expected);
    });
  }

  it("a token is sent to the introspection endpoint alone, whatever it redirects to", async () => {
    const received: string[] = [];
    const elsewhere = createServer((request, response) => {
      received.push(request.method ?? "");
      request.resume();
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ ...server.claims, active: true }));
    });
    const endpoint = createServer((request, response) => {
      const { port: other } = Object(elsewhere.address());
      response.writeHead(307, { Location: `http://127.0.0.1:${other}/` }).end();
      request.resume();
    });
    for (const each of [elsewhere, endpoint]) await once(each.listen(0, "127.0.0.1"), "listening");
    const { port } = Object(endpoint.address());
    const redirecting = { ...introspection, endpoint: `http://127.0.0.1:${port}/` };
    const verified = await call("opaque", { options: { introspection: redirecting, fetch } });
    for (const each of [elsewhere, endpoint]) each.close().closeAllConnections();
    assert.deepEqual(received, []);
    assert.ok(!verified.ok);
    assert.equal(verified.challenge.status, 503);
  });

  it("JWTs are introspected as well where that is asked for", async () => {
    const options = { introspection: { ...introspection, for: "all_tokens" } } as const;
    assertRefused(await call(await server.issue(), { options }), 401, /not active/);
  });
});

describe("DPoP", async () => {
  const prover = await createProver();
  const token = await server.issue({ cnf: { jkt: prover.jkt } });
  const present = async (change: object = {}, header: object = {}, how: Call = {}) =>
    call(token, {
      scheme: "DPoP",
      headers: { dpop: await prover.prove(token, change, header) },
      ...how,
    });

  it("a bound token with a proof is accepted", async () => {
    assert.ok((await present()).ok);
    assert.ok((await present({ htu: `${RESOURCE}?page=2#top` })).ok);
  });

  const cases: [name: string, change: object, header: object, how: Call, expected: RegExp][] = [
    ["as Bearer", {}, {}, { scheme: "Bearer" }, /present it as DPoP/],
    ["without a proof", {}, {}, { headers: {} }, /exactly one/],
    ["with two proofs", {}, {}, { headers: { dpop: "a, b" } }, /exactly one/],
    ["with a proof for another method", { htm: "POST" }, {}, {}, /htm/],
    ["with a proof for another URL", { htu: "https://api.example/admin" }, {}, {}, /htu/],
    ["with a proof for another token", { ath: "AAAA" }, {}, {}, /ath/],
    ["with an old proof", { iat: NOW - 100 }, {}, {}, /iat/],
    ["with a proof of the future", { iat: NOW + 100 }, {}, {}, /iat/],
    ["with a proof that has expired", { exp: NOW - 100 }, {}, {}, /not valid/],
    ["with a proof that is not valid yet", { nbf: NOW + 100 }, {}, {}, /not valid/],
    ["with another typ", {}, { typ: "JWT" }, {}, /not valid/],
  ];
  for (const [name, change, header, how, expected] of cases) {
    it(`a bound token is refused ${name}`, async () => {
      assertRefused(await present(change, header, how), 401, expected);
    });
  }

  it("a proof is refused the second time", async () => {
    const api = protection();
    const headers = { dpop: await prover.prove(token) };
    assert.ok((await call(token, { scheme: "DPoP", headers }, api)).ok);
    assertRefused(await call(token, { scheme: "DPoP", headers }, api), 401, /used before/);
  });

  it("a proof of another key is refused", async () => {
    const thief = await createProver();
    const headers = { dpop: await thief.prove(token) };
    assertRefused(await call(token, { scheme: "DPoP", headers }), 401, /another key/);
  });

  it("a token that is not bound is refused as DPoP, and where bound tokens are required", async () => {
    const plain = await server.issue();
    assertRefused(await call(plain, { scheme: "DPoP" }), 401, /present it as Bearer/);
    const options = { require_bound_tokens: true };
    assertRefused(await call(plain, { options }), 401, /^DPoP error="invalid_token".*not bound/);
    assertRefused(await call(plain, { options, scheme: "DPoP" }), 401, /^DPoP .*not bound/);
  });

  it("where bound tokens are required, every challenge asks for DPoP, and the metadata says so", async () => {
    const api = protection({ require_bound_tokens: true });
    assert.equal(api.metadata.dpop_bound_access_tokens_required, true);
    assert.equal(protection().metadata.dpop_bound_access_tokens_required, undefined);
    const missing = await api.verify({ method: "GET", url: RESOURCE, header: () => undefined });
    assertRefused(missing, 401, /^DPoP resource_metadata="[^"]+", algs="ES256 /);
    assertRefused(await call("junk", {}, api), 401, /^DPoP error="invalid_token".*algs=/);
    const options = { require_bound_tokens: true };
    const narrow = await present({}, {}, { requirements: { scope: "admin" }, options });
    assertRefused(narrow, 403, /^DPoP error="insufficient_scope"/);
  });

  it("a caller with a client certificate gets a Bearer challenge, since its token needs no proof", async () => {
    const api = protection({ require_bound_tokens: true });
    const certificate = Buffer.from("a certificate");
    assertRefused(await call("junk", { certificate }, api), 401, /^Bearer error="invalid_token"/);
  });

  it("a bound token that is presented as Bearer is asked for a proof", async () => {
    assertRefused(await call(token), 401, /^DPoP error="invalid_token".*algs=/);
  });

  const stores: [name: string, firstUse: () => boolean | Promise<boolean>][] = [
    ["throws", () => assert.fail("The store is away.")],
    ["rejects", () => Promise.reject(new Error("The store is away."))],
  ];
  for (const [name, firstUse] of stores) {
    it(`no proof is accepted while the replay store ${name}: 503`, async () => {
      const failures: unknown[] = [];
      const onFailure = (error: unknown): void => void failures.push(error);
      const verified = await present({}, {}, { options: { replays: { firstUse }, onFailure } });
      assert.ok(!verified.ok);
      assert.deepEqual([verified.challenge.status, failures.length], [503, 1]);
    });
  }

  it("a proof is accepted only when the store says that it is the first use", async () => {
    // As an adapter of JavaScript may: the reply of a database that is no boolean.
    const replays = { firstUse: (): boolean => JSON.parse('"OK"') };
    assertRefused(await present({}, {}, { options: { replays } }), 401, /used before/);
  });
});

describe("the replay store in memory", () => {
  it("refuses further proofs while it is full, and forgets none before it expires", () => {
    let now = 1_000;
    const replays = createInMemoryReplayStore(() => now, 3);
    assert.equal(replays.firstUse("a", 1_060), true);
    assert.equal(replays.firstUse("b", 1_010), true);
    assert.equal(replays.firstUse("c", 1_070), true);
    assert.throws(() => replays.firstUse("d", 1_070), /full/);
    assert.equal(replays.firstUse("a", 1_060), false, "which was not forgotten");
    now = 1_010;
    assert.equal(replays.firstUse("d", 1_070), true, "in the place of one that expired");
    assert.throws(() => replays.firstUse("e", 1_070), /full/);
    for (const id of ["a", "c", "d"]) assert.equal(replays.firstUse(id, 1_070), false, id);
  });
});

it("a token that is bound to a certificate needs it", async () => {
  const certificate = Buffer.from("a certificate");
  const thumbprint = createHash("sha256").update(certificate).digest("base64url");
  const token = await server.issue({ cnf: { "x5t#S256": thumbprint } });
  assert.ok((await call(token, { certificate })).ok);
  assertRefused(await call(token), 401, /another client certificate/);
  const stolen = { certificate: Buffer.from("another certificate") };
  assertRefused(await call(token, stolen), 401, /another client certificate/);
});

it("the metadata names the authorization server, and no scope of it", () => {
  const scopes_supported = ["photos.read", "offline_access"];
  const { metadata, metadata_paths } = protection({ scopes_supported });
  assert.equal(metadata.resource, RESOURCE);
  assert.deepEqual(metadata.authorization_servers, [ISSUER]);
  assert.deepEqual(metadata.scopes_supported, ["photos.read"]);
  assert.deepEqual(metadata_paths, [
    "/.well-known/oauth-protected-resource/photos",
    "/.well-known/oauth-protected-resource",
  ]);
});
