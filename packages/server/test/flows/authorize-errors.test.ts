import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthorizationRequest } from "@latchkey/api";
import { registerApp } from "../support/app.ts";
import { locationOf, openBrowser } from "../support/browser.ts";
import { answerOf, authorize, requestOf } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const ISSUER = "http://127.0.0.1:4444";
const world = await startTestServer();
const elsewhere = await startTestServer({ "urls.error": "https://id.example/error?theme=dark" });
const photos = await registerApp(world.latchkey);
for (const { latchkey } of [world, elsewhere]) {
  if (latchkey !== world.latchkey) await registerApp(latchkey);
  await registerApp(latchkey, {
    client_id: "several",
    redirect_uris: ["https://several.example/a", "https://several.example/b"],
  });
  await registerApp(latchkey, { client_id: "nowhere", redirect_uris: [] });
  await registerApp(latchkey, { client_id: "plain", redirect_uris: ["http://plain.example/cb"] });
  await registerApp(latchkey, { client_id: "codes", response_types: ["code"] });
  await registerApp(latchkey, { client_id: "modest", grant_types: ["authorization_code"] });
}

/** §6.1, checks 1 to 5: the redirect URI is not known yet. */
const local: [string, AuthorizationRequest, string, number][] = [
  ["no client is named", { response_type: "code" }, "invalid_request", 400],
  ["the client is unknown", { client_id: "nobody" }, "invalid_client", 401],
  [
    "request and request_uri",
    { request: "a.b.c", request_uri: "https://x" },
    "invalid_request",
    400,
  ],
  ["the request object is none", { request: "nonsense" }, "invalid_request_object", 400],
  ["a strange request_uri", { request_uri: "https://evil.example" }, "invalid_request_uri", 400],
  ["the mode is unknown", { response_mode: "web_message" }, "unsupported_response_mode", 400],
  ["redirect_uri is another", { redirect_uri: "https://evil.example" }, "invalid_request", 400],
  ["one letter is more", { redirect_uri: `${photos.redirect_uri}/` }, "invalid_request", 400],
  ["one of several is not named", { client_id: "several" }, "invalid_request", 400],
  ["there is none to go to", { client_id: "nowhere" }, "invalid_request", 400],
  ["it is http beyond the machine", { client_id: "plain" }, "invalid_request", 400],
];

for (const [reason, params, error, status] of local) {
  const request = { client_id: "photos", response_type: "code", ...params };
  if (reason === "no client is named") Reflect.deleteProperty(request, "client_id");

  test(`${reason}: the error page shows ${error}`, async () => {
    const page = await authorize(openBrowser(world), request);
    assert.equal(page.status, status);
    assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
    assert.equal(page.headers.get("location"), null);
    const text = await page.text();
    assert.ok(text.includes(error));
    assert.ok(text.includes(page.headers.get("x-request-id") ?? "no id"));
    assert.deepEqual(page.headers.getSetCookie(), []);
  });

  test(`${reason}: the browser is redirected to urls.error with ${error}`, async () => {
    const sent = await authorize(openBrowser(elsewhere), { state: "mine", ...request });
    const { origin, pathname, searchParams } = locationOf(sent);
    assert.equal(origin + pathname, "https://id.example/error");
    assert.equal(searchParams.get("theme"), "dark");
    assert.equal(searchParams.get("error"), error);
    assert.ok(searchParams.get("error_description"));
    assert.equal(searchParams.has("state"), false);
  });
}

/** §6.1, checks 6 to 11 and what follows: the client gets the error. */
const deliveredToClient: [string, AuthorizationRequest, string][] = [
  ["a scope it may not have", { scope: "openid bank" }, "invalid_scope"],
  ["an audience it may not have", { audience: "https://bank.example" }, "invalid_request"],
  ["no response_type", { response_type: "" }, "unsupported_response_type"],
  ["an unknown response_type", { response_type: "cookie" }, "unsupported_response_type"],
  [
    "a type it did not register",
    { client_id: "codes", response_type: "token" },
    "unsupported_response_type",
  ],
  [
    "a grant it did not register",
    { client_id: "modest", response_type: "token" },
    "unauthorized_client",
  ],
  [
    "tokens in a query",
    { response_type: "token", response_mode: "query" },
    "unsupported_response_mode",
  ],
  ["an ID token without a nonce", { response_type: "id_token" }, "invalid_request"],
  ["an unknown prompt", { prompt: "create" }, "invalid_request"],
  ["none beside another prompt", { prompt: "none login" }, "invalid_request"],
  ["a hint without a subject", { id_token_hint: "nonsense" }, "invalid_request"],
  ["no session", { prompt: "none" }, "login_required"],
  ["a plain challenge", { code_challenge: "x".repeat(43) }, "invalid_request"],
];

for (const [reason, params, error] of deliveredToClient) {
  test(`${reason}: the client gets ${error}`, async () => {
    const request = requestOf(photos, params);
    const answer = await answerOf(await authorize(openBrowser(world), request));
    const { error_description, ...parameters } = answer.parameters;
    assert.deepEqual(parameters, { error, state: "where photos was", iss: ISSUER });
    assert.ok(error_description);
    assert.equal(answer.redirect_uri, photos.redirect_uri);
    const bearsTokens = /token/.test(params.response_type ?? "") && !params.response_mode;
    assert.equal(answer.place, bearsTokens ? "fragment" : "query");
  });
}

test("a program that accepts JSON and no page gets a generic error", async () => {
  for (const server of [world, elsewhere]) {
    for (const [accept, type] of [
      ["application/json", "application/json"],
      ["application/json, text/plain;q=0.9, */*", "application/json"],
      ["text/html, application/json", "text/html"],
      ["*/*", "text/html"],
    ] as const) {
      const url = "http://public.test/oauth2/auth?response_type=code&client_id=nobody";
      const reply = await openBrowser(server).go(url, { headers: { accept } });
      if (type === "application/json") {
        assert.equal(reply.status, 401);
        assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
        const { error, error_description, status_code, ...more } = await reply.json();
        assert.deepEqual([error, status_code, more], ["invalid_client", 401, {}]);
        assert.ok(error_description);
      } else {
        assert.equal(reply.status, server === world ? 401 : 302, accept);
      }
      assert.equal(reply.headers.get("cache-control"), "no-store");
    }
  }
});

for (const verifier of ["login_verifier", "consent_verifier"] as const) {
  test(`a request beside a ${verifier} of another server: its client gets access_denied`, async () => {
    const go = (params: AuthorizationRequest) =>
      authorize(openBrowser(world), { ...params, [verifier]: "0a1b2c3d4e5f60718293a4b5c6d7e8f9" });
    const answer = await answerOf(await go(requestOf(photos)));
    const { error_description, ...parameters } = answer.parameters;
    const error = "access_denied";
    assert.deepEqual(parameters, { error, state: "where photos was", iss: ISSUER });
    assert.ok(error_description);
    assert.equal(answer.redirect_uri, photos.redirect_uri);

    const wrong = await answerOf(await go(requestOf(photos, { scope: "bank" })));
    assert.equal(wrong.parameters["error"], "invalid_scope", "the request is checked first");
    const stranger = { ...requestOf(photos), redirect_uri: "https://mallory.example" };
    assert.equal((await go(stranger)).status, 400, "and goes nowhere else");
    assert.equal((await go({})).status, 403, "without a request there is a page");
  });
}

test("parameters that the SDK does not know are judged too", async () => {
  const browser = openBrowser(world);
  const go = (query: string) =>
    browser.go(`http://public.test/oauth2/auth?client_id=photos&${query}`);
  const registration = await answerOf(await go("response_type=code&registration=%7B%7D"));
  assert.equal(registration.parameters["error"], "registration_not_supported");
  const maxAge = await answerOf(await go("response_type=code&max_age=soon"));
  assert.equal(maxAge.parameters["error"], "invalid_request");
  const twice = await answerOf(await go("response_type=code&state=a&state=b"));
  assert.equal(twice.parameters["error"], "invalid_request");
  assert.equal((await go("response_type=code&state=%00")).status, 400, "no text has a NUL");
});

test("an error uses the response mode of the request, not the default of the response type", async () => {
  for (const response_mode of ["query", "fragment", "form_post"] as const) {
    const request = requestOf(photos, { scope: "bank", response_mode });
    const answer = await answerOf(await authorize(openBrowser(world), request));
    assert.equal(answer.place, response_mode);
    assert.equal(answer.redirect_uri, photos.redirect_uri);
    assert.equal(answer.parameters["error"], "invalid_scope");
    assert.equal(answer.parameters["iss"], ISSUER);
  }
});

test("a query that the redirect_uri has already is kept", async () => {
  const redirect_uri = "https://letters.example/cb?tenant=north";
  const letters = await registerApp(world.latchkey, {
    client_id: "letters",
    redirect_uris: [redirect_uri],
  });
  const refused = await authorize(openBrowser(world), requestOf(letters, { scope: "bank" }));
  const { searchParams } = locationOf(refused);
  assert.equal(searchParams.get("tenant"), "north");
  assert.equal(searchParams.get("error"), "invalid_scope");
});

test("state is not made up where none was sent", async () => {
  const { client_id, response_type } = requestOf(photos, { response_type: "code" });
  const request = { client_id: client_id ?? "", response_type: response_type ?? "", scope: "bank" };
  const { parameters } = await answerOf(await authorize(openBrowser(world), request));
  assert.ok(!("state" in parameters));
});

test("the old minimum of state and nonce can be had back", async () => {
  const strict = await startTestServer({ "oauth2.min_parameter_entropy": 8 });
  const app = await registerApp(strict.latchkey);
  const ask = async (params: AuthorizationRequest) =>
    (await answerOf(await authorize(openBrowser(strict), requestOf(app, params)))).parameters;
  assert.equal((await ask({ state: "1234567" }))["error"], "invalid_state");
  const short = { response_type: "id_token", nonce: "1234567" };
  assert.equal((await ask(short))["error"], "insufficient_entropy");
  const long = { response_type: "id_token", nonce: "12345678", state: "12345678" };
  assert.ok((await ask(long))["login_challenge"]);
});

test("through the SDK an authorization is a place to go, and a page is a page", async () => {
  const { location = "" } = await world.latchkey.oauthAuth(requestOf(photos));
  assert.ok(new URL(location).searchParams.get("login_challenge"));
  const reply = await world.latchkey.call("oauthAuth", { client_id: "nobody" });
  assert.deepEqual({ ok: reply.ok, status: reply.status }, { ok: false, status: 401 });
});
