import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { AuthorizationRequest, OAuth2TokenRequest } from "@latchkey/api";
import { bearer } from "@latchkey/client";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { isActive, registerMachine } from "../operations/machine.ts";
import { assertRefused, receive } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { askDevice, codesOf, connectDevice, poll, registerTv } from "../support/device.ts";
import { makeProofKey, type ProofKey, signProof } from "../support/dpop.ts";
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
  completeFlow,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const ALBUMS = "https://albums.example/api";
const MAIL = "https://mail.example";
const PLAIN = "https://api.example";
const BOTH = [ALBUMS, MAIL];

const world = await startTestServer();
const { latchkey, fetch, clock } = world;
const photos = await registerApp(latchkey);
await latchkey.createApi({
  body: {
    identifier: ALBUMS,
    scopes: ["albums.*"],
    allow_any_client: true,
    access_token_format: "jwt",
    access_token_lifespan: "10m",
    access_token_signing_alg: "ES256",
    introspection_clients: ["albums-api"],
  },
});
await latchkey.createApi({
  body: { identifier: MAIL, allow_any_client: true, introspection_clients: ["mail-api"] },
});
await latchkey.createApi({ body: { identifier: "https://closed.example" } });
const albumsApi = await registerMachine(latchkey, { client_id: "albums-api" });
const mailApi = await registerMachine(latchkey, { client_id: "mail-api" });

const scope = "openid offline albums.read";
const asking = (resource: readonly string[]) => ({ params: { scope, resource } });

/** The introspection response that an API gets at the public listener. */
async function toldTo(api: { readonly authorization: string }, token: string): Promise<unknown> {
  const { authorization } = api;
  const body = new URLSearchParams({ token });
  const url = "http://public.test/oauth2/introspect";
  return (await receive(fetch(url, { method: "POST", headers: { authorization }, body }))).body;
}

async function audienceOf(token: string): Promise<readonly string[] | undefined> {
  const found = await latchkey.introspectOAuth2Token({ token });
  return found.active ? found.aud : undefined;
}

test("the resources of the request are what the consent app is asked for, and the audience of the token", async () => {
  const browser = openBrowser(world);
  const asked = await authorize(
    browser,
    requestOf(photos, {
      resource: [MAIL.toUpperCase().replace("HTTPS", "https")],
      audience: PLAIN,
    }),
  );
  const reached = await passLogin(world, browser, asked);
  const consent_challenge = challengeOf(reached, "consent");
  const { requested_access_token_audience } = await latchkey.getConsentRequest({
    consent_challenge,
  });
  assert.deepEqual(requested_access_token_audience, [PLAIN, MAIL]);

  const tokens = await signIn(world, photos, asking([MAIL]));
  assert.deepEqual(await audienceOf(tokens.access_token), [MAIL]);
});

const refused: readonly [AuthorizationRequest, string][] = [
  [{ resource: ["https://closed.example"] }, "invalid_target"],
  [{ resource: ["https://unknown.example"] }, "invalid_target"],
  [{ resource: [MAIL, "https://unknown.example"] }, "invalid_target"],
  [{ resource: [`${MAIL}/#inbox`] }, "invalid_target"],
  [{ resource: ["mail"] }, "invalid_target"],
  [{ audience: "https://unknown.example" }, "invalid_request"],
];

for (const [params, error] of refused) {
  test(`${JSON.stringify(params)} is ${error} at the client`, async () => {
    const response = await authorize(openBrowser(world), requestOf(photos, params));
    const { redirect_uri, parameters } = await answerOf(response);
    assert.equal(redirect_uri, photos.redirect_uri);
    assert.deepEqual([parameters["error"], parameters["state"]], [error, "where photos was"]);
    assert.equal(parameters["iss"], "http://127.0.0.1:4444");
  });
}

test("of a grant for two APIs, the code is for one and the refresh token for the other", async () => {
  const code = await codeFor(world, photos, asking(BOTH));
  const first = await redeem(world, photos, code, { resource: [MAIL] });
  assert.ok(first.ok);
  const { access_token: mail, refresh_token, id_token = "" } = first.body;
  assert.match(mail, /^lk_at_/);
  assert.deepEqual(await audienceOf(mail), [MAIL]);
  assert.equal(first.body.scope, scope, "an API without a list of scopes gets all of them");
  assert.deepEqual(decodeJwt(id_token).aud, ["photos"], "the ID token is the client's");

  clock.now += 60;
  const second = await refresh(world, photos, refresh_token, { resource: [ALBUMS] });
  assert.ok(second.ok);
  const { access_token: albums, expires_in } = second.body;
  assert.deepEqual([expires_in, second.body.scope], [600, "albums.read"]);
  assert.deepEqual(decodeJwt(albums).aud, [ALBUMS]);
  assert.deepEqual(await audienceOf(albums), [ALBUMS]);
  assert.deepEqual(await audienceOf(mail), [MAIL], "the token for the other API is still valid");

  clock.now += 60;
  const third = await refresh(world, photos, second.body.refresh_token);
  assert.ok(third.ok);
  assert.deepEqual(await audienceOf(third.body.access_token), BOTH, "none named: all of them");
  assert.equal(third.body.scope, scope, "the refresh token was never narrowed");
});

test("RFC 9068 §2.2.1: the JWT of an API says how the user authenticated, that of a client only when and at which level", async () => {
  const login = { acr: "urn:gold", amr: ["pwd", "otp"] };
  const { access_token } = await signIn(world, photos, { ...asking([ALBUMS]), login });
  const { payload } = await jwtVerify(access_token, createLocalJWKSet(await latchkey.wellKnown()), {
    typ: "at+jwt",
    audience: ALBUMS,
    currentDate: new Date(clock.now * 1000),
  });
  const { jti, ...claims } = payload;
  assert.ok(jti);
  assert.deepEqual(claims, {
    iss: "http://127.0.0.1:4444",
    sub: "alice",
    aud: [ALBUMS],
    client_id: "photos",
    scp: ["albums.read"],
    scope: "albums.read",
    ext: {},
    auth_time: clock.now,
    acr: "urn:gold",
    amr: ["pwd", "otp"],
    iat: clock.now,
    nbf: clock.now,
    exp: clock.now + 600,
  });

  const jwt = await registerApp(latchkey, {
    client_id: "own-jwts",
    access_token_strategy: "jwt",
    access_token_jwt_typ: "at+jwt",
  });
  const own = await signIn(world, jwt, { login, params: { audience: PLAIN } });
  const { auth_time, acr, amr } = decodeJwt(own.access_token);
  assert.deepEqual([auth_time, acr, amr], [clock.now, "urn:gold", undefined]);
});

test("implicit and hybrid flows get a token as the API has it", async () => {
  const params = { response_type: "code token", scope, resource: [ALBUMS], nonce: "n" };
  const { parameters } = await answerOf(await completeFlow(world, photos, { params }));
  const { access_token = "", expires_in } = parameters;
  assert.deepEqual([decodeJwt(access_token).aud, expires_in], [[ALBUMS], "600"]);
  assert.equal(parameters["scope"], "albums.read");
  assert.ok(await isActive(latchkey, access_token));
});

/** What an attacker, or a client that went wrong, asks for with a code or a refresh token for one API. */
const escalations: readonly [string, readonly string[]][] = [
  ["another API that is open to it", [ALBUMS]],
  ["the granted one and another", [MAIL, ALBUMS]],
  ["an audience of the client that was not granted", [PLAIN]],
  ["an API that is not open", ["https://closed.example"]],
  ["a path below the granted one", [`${MAIL}/admin`]],
  ["the granted one with a user name", ["https://mail.example@mallory.example/"]],
  ["the granted one with a fragment", [`${MAIL}#x`]],
  ["the granted one with a dot at the end of its host", ["https://mail.example."]],
  ["another port", ["https://mail.example:8443"]],
  ["another scheme", ["http://mail.example"]],
  ["no URI", ["mail"]],
];

for (const [title, resource] of escalations) {
  test(`${title}: invalid_target, the code is not spent, and neither is the refresh token`, async () => {
    const code = await codeFor(world, photos, asking([MAIL]));
    assertRefused(await redeem(world, photos, code, { resource }), 400, "invalid_target");
    const redeemed = await redeem(world, photos, code, { resource: [MAIL] });
    assert.ok(redeemed.ok);
    const { refresh_token, access_token } = redeemed.body;
    assertRefused(await refresh(world, photos, refresh_token, { resource }), 400, "invalid_target");
    assert.deepEqual(await audienceOf(access_token), [MAIL]);
    const refreshed = await refresh(world, photos, refresh_token, { resource: [MAIL] });
    assert.ok(refreshed.ok);
    assert.deepEqual(await audienceOf(refreshed.body.access_token), [MAIL]);
  });
}

test("a grant without a resource has no token for one", async () => {
  const code = await codeFor(world, photos, { params: { scope } });
  assertRefused(await redeem(world, photos, code, { resource: [MAIL] }), 400, "invalid_target");
  const redeemed = await redeem(world, photos, code);
  assert.ok(redeemed.ok);
  assert.deepEqual(await audienceOf(redeemed.body.access_token), []);
});

test("a token for one API is not active to another, opaque or not, and neither is a refresh token", async () => {
  const code = await codeFor(world, photos, asking(BOTH));
  const mail = await redeem(world, photos, code, { resource: [MAIL] });
  assert.ok(mail.ok);
  const albums = await refresh(world, photos, mail.body.refresh_token, { resource: [ALBUMS] });
  assert.ok(albums.ok);
  const inactive = { active: false };
  assert.deepEqual(await toldTo(albumsApi, mail.body.access_token), inactive);
  assert.deepEqual(await toldTo(mailApi, albums.body.access_token), inactive);
  assert.deepEqual(await toldTo(albumsApi, albums.body.refresh_token ?? ""), inactive);
  assert.deepEqual(await toldTo(mailApi, albums.body.id_token ?? ""), inactive);
  assert.partialDeepStrictEqual(await toldTo(mailApi, mail.body.access_token), {
    active: true,
    aud: [MAIL],
    sub: "alice",
  });
  assert.partialDeepStrictEqual(await toldTo(albumsApi, albums.body.access_token), {
    active: true,
    aud: [ALBUMS],
    scope: "albums.read",
  });
});

test("a token that is for an API, without openid, is of no use at userinfo", async () => {
  const { access_token } = await signIn(world, photos, asking([ALBUMS]));
  const reply = await latchkey.call("userinfo", {}, { authorization: bearer(access_token) });
  assert.equal(reply.status, 403);
  assert.match(reply.headers.get("www-authenticate") ?? "", /insufficient_scope/);
});

test("an ID token is no access token, and an access token of an API no ID token", async () => {
  const { access_token, id_token = "" } = await signIn(world, photos, asking([ALBUMS]));
  assert.equal(await isActive(latchkey, id_token), false);
  const asUser = await latchkey.call("userinfo", {}, { authorization: bearer(id_token) });
  assert.equal(asUser.status, 401);
  const hinted = await authorize(
    openBrowser(world),
    requestOf(photos, { prompt: "none", id_token_hint: access_token }),
  );
  assert.equal((await answerOf(hinted)).parameters["error"], "login_required");
});

/** What ends all tokens of a grant ends those for one of its APIs too, of earlier generations included. */
const ends: readonly [string, (token: string, refresh_token: string) => Promise<unknown>][] = [
  [
    "revocation of the refresh token",
    (_token, refresh_token) =>
      latchkey.revokeOAuth2Token(
        { token: refresh_token },
        { authorization: photos.authorization ?? "" },
      ),
  ],
  [
    "revocation of the token itself",
    (token) => latchkey.revokeOAuth2Token({ token }, { authorization: photos.authorization ?? "" }),
  ],
  [
    "revocation of all tokens of the client",
    () => latchkey.deleteOAuth2Token({ client_id: "photos" }),
  ],
  [
    "the end of the consent",
    () => latchkey.revokeConsentSessions({ subject: "alice", client: "photos" }),
  ],
  [
    "its own expiry",
    () => {
      clock.now += 3600;
      return Promise.resolve();
    },
  ],
];

for (const [title, end] of ends) {
  test(`${title} ends a token for one API of an earlier generation`, async () => {
    const code = await codeFor(world, photos, asking(BOTH));
    const first = await redeem(world, photos, code, { resource: [MAIL] });
    assert.ok(first.ok);
    clock.now += 20;
    const second = await refresh(world, photos, first.body.refresh_token, { resource: [ALBUMS] });
    assert.ok(second.ok);
    assert.ok(await isActive(latchkey, first.body.access_token));
    await end(first.body.access_token, second.body.refresh_token ?? "");
    assert.equal(await isActive(latchkey, first.body.access_token), false);
    const third = await refresh(world, photos, second.body.refresh_token, { resource: [MAIL] });
    if (third.ok)
      assert.equal(await isActive(latchkey, first.body.access_token), false, "for good");
  });
}

test("a replayed code or refresh token ends the tokens for single APIs", async () => {
  const code = await codeFor(world, photos, asking(BOTH));
  const first = await redeem(world, photos, code, { resource: [MAIL] });
  assert.ok(first.ok);
  clock.now += 20;
  const second = await refresh(world, photos, first.body.refresh_token, { resource: [ALBUMS] });
  assert.ok(second.ok);
  clock.now += 20;
  const replayed = await refresh(world, photos, first.body.refresh_token, { resource: [MAIL] });
  assertRefused(replayed, 400, "invalid_grant");
  for (const { body } of [first, second])
    assert.equal(await isActive(latchkey, body.access_token), false);
});

test("a token for one API stays bound to its key, whatever the next refresh proves", async () => {
  const [key, other] = [await makeProofKey(), await makeProofKey()];
  const { authorization = "", redirect_uri } = photos;
  const ask = async (form: OAuth2TokenRequest, proven?: ProofKey) => {
    const headers = proven && { dpop: await signProof(proven, clock.now) };
    return latchkey.oauth2Token(form, { authorization, ...(headers && { headers }) });
  };
  const keyOf = async (token: string) => {
    const found = await latchkey.introspectOAuth2Token({ token });
    assert.ok(found.active);
    return [found.token_type, found.cnf?.jkt];
  };
  const code = await codeFor(world, photos, asking(BOTH));
  const redemption = { grant_type: "authorization_code", code, redirect_uri };
  const first = await ask({ ...redemption, resource: [MAIL] }, key);
  clock.now += 20;
  const { refresh_token = "" } = first;
  const refreshing = { grant_type: "refresh_token", refresh_token, resource: [ALBUMS] };
  const second = await ask(refreshing, other);
  assert.deepEqual(await keyOf(first.access_token), ["DPoP", key.jkt]);
  assert.deepEqual(await keyOf(second.access_token), ["DPoP", other.jkt]);
  clock.now += 20;
  const third = await ask({ ...refreshing, refresh_token: second.refresh_token ?? "" });
  assert.deepEqual(await keyOf(third.access_token), ["Bearer", undefined]);
  assert.deepEqual(await keyOf(first.access_token), ["DPoP", key.jkt], "it is no bearer token");
});

test("a lost response is repeated, for the same API with the same token", async () => {
  const tokens = await signIn(world, photos, asking(BOTH));
  const first = await refresh(world, photos, tokens.refresh_token, { resource: [MAIL] });
  const again = await refresh(world, photos, tokens.refresh_token, { resource: [MAIL] });
  const other = await refresh(world, photos, tokens.refresh_token, { resource: [ALBUMS] });
  assert.ok(first.ok && again.ok && other.ok);
  assert.equal(again.body.access_token, first.body.access_token);
  assert.equal(other.body.refresh_token, first.body.refresh_token);
  assert.deepEqual(await audienceOf(other.body.access_token), [ALBUMS]);
});

test("an API that is closed or deleted is not refreshed any more, the others are", async () => {
  const { id } = await latchkey.createApi({
    body: { identifier: "urn:brief", allow_any_client: true },
  });
  const tokens = await signIn(world, photos, asking(["urn:brief", MAIL]));
  await latchkey.deleteApi({ id });
  const { refresh_token } = tokens;
  const whole = await refresh(world, photos, refresh_token);
  assertRefused(whole, 400, "invalid_request");
  const brief = await refresh(world, photos, refresh_token, { resource: ["urn:brief"] });
  assertRefused(brief, 400, "invalid_target");
  const mail = await refresh(world, photos, refresh_token, { resource: [MAIL] });
  assert.ok(mail.ok);
});

test("RFC 6749 §6: a refresh may narrow the scope, by the client's profile, and the next one has all again", async () => {
  const strict = await startTestServer();
  const app = await registerApp(strict.latchkey, {
    security_profile: "oauth2.1",
    response_types: ["code"],
    grant_types: ["authorization_code", "refresh_token"],
  });
  const code_verifier = "a-code-verifier-of-at-least-forty-three-characters";
  const code_challenge = createHash("sha256").update(code_verifier).digest("base64url");
  const params = { scope, code_challenge, code_challenge_method: "S256" };
  const redeemed = await redeem(strict, app, await codeFor(strict, app, { params }), {
    code_verifier,
  });
  assert.ok(redeemed.ok, JSON.stringify(redeemed.body));
  const tokens = redeemed.body;
  const narrow = await refresh(strict, app, tokens.refresh_token, { scope: "albums.read" });
  assert.ok(narrow.ok);
  assert.equal(narrow.body.scope, "albums.read");
  const { access_token: token } = narrow.body;
  const found = await strict.latchkey.introspectOAuth2Token({ token });
  assert.equal(found.active && found.scope, "albums.read");
  const whole = await refresh(strict, app, narrow.body.refresh_token);
  assert.ok(whole.ok);
  assert.equal(whole.body.scope, scope);
  assert.equal(await isActive(strict.latchkey, token), false, "a refresh ends it as before");
});

test("users are not asked for an API that needs no consent", async () => {
  await latchkey.createApi({
    body: {
      identifier: "urn:first-party",
      scopes: ["albums.*"],
      allow_any_client: true,
      consent_required: false,
    },
  });
  const own = await registerApp(latchkey, { client_id: "own", audience: ["urn:first-party"] });
  const browser = openBrowser(world);
  const asked = async (params: AuthorizationRequest, app = own): Promise<boolean> => {
    const login = await authorize(browser, requestOf(app, params));
    const reached = await passLogin(world, browser, login);
    const consent_challenge = challengeOf(reached, "consent");
    return !(await latchkey.getConsentRequest({ consent_challenge })).skip;
  };
  const resource = ["urn:first-party"];
  assert.equal(await asked({ scope: "albums.read", resource }), false);
  assert.equal(await asked({ scope: "albums.read", resource }, photos), true, "any client");
  assert.equal(await asked({ scope: "albums.read" }), true, "the scope elsewhere");
  assert.equal(await asked({ scope: "albums.read", resource: [...resource, MAIL] }), true);
  assert.equal(await asked({ scope: "openid albums.read", resource }), true, "another scope");
  assert.equal(await asked({ scope: "albums.read", resource, prompt: "consent" }), true);
});

test("a device names resources in both requests", async () => {
  const tv = await registerTv(latchkey, { scope });
  assertRefused(await askDevice(world, tv, { resource: ["urn:unknown"] }), 400, "invalid_target");
  const { device_code, user_code } = await codesOf(world, tv, { scope, resource: BOTH });
  await connectDevice(world, user_code);
  assertRefused(await poll(world, tv, device_code, { resource: [PLAIN] }), 400, "invalid_target");
  clock.now += 10;
  const reply = await poll(world, tv, device_code, { resource: [MAIL] });
  assert.ok(reply.ok, JSON.stringify(reply.body));
  assert.deepEqual(await audienceOf(reply.body.access_token), [MAIL]);
});

test("a pushed request keeps each of its resources, and refuses one that is unknown", async () => {
  const { client_id, redirect_uri, authorization = "" } = photos;
  const push = (resource: readonly string[]) =>
    latchkey.call(
      "pushAuthorizationRequest",
      { client_id, redirect_uri, response_type: "code", scope, resource },
      { authorization },
    );
  assertRefused(await push(["urn:unknown"]), 400, "invalid_target");
  const pushed = await push(BOTH);
  assert.ok(pushed.ok, JSON.stringify(pushed.body));
  const params = { client_id, request_uri: pushed.body.request_uri };
  const tokens = await signIn(world, photos, { params });
  assert.deepEqual(await audienceOf(tokens.access_token), BOTH);
});

test("a request object names resources one by one", async () => {
  const claims = { resource: [MAIL, ALBUMS], client_id: photos.client_id, response_type: "code" };
  const [header, body] = [{ alg: "none" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const params = { request: `${header}.${body}.`, scope };
  const tokens = await signIn(world, photos, { params });
  assert.deepEqual(await audienceOf(tokens.access_token), [MAIL, ALBUMS]);
});
