import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passConsent,
  passLogin,
  redeem,
  requestOf,
  completeFlow,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

/** What login apps and browsers send that know the reference server, and must be able to go on sending. */
const world = await startTestServer();
const { latchkey, fetch } = world;
const photos = await registerApp(latchkey);

async function accept(provider: "login" | "consent", challenge: string, body: string) {
  const path = `/oauth2/auth/requests/${provider}/accept?${provider}_challenge=${challenge}`;
  return fetch(`http://admin.test${path}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body,
  });
}

async function atConsent() {
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos));
  const response = await passLogin(world, browser, asked);
  return { browser, challenge: challengeOf(response, "consent") };
}

/** A consent app that collects ticked boxes sends these when no box is ticked. */
const empty = [
  '{"grant_scope":[null]}',
  '{"grant_scope":[""]}',
  '{"grant_scope":[null,""],"grant_access_token_audience":[null]}',
  '{"grant_scope":null,"grant_access_token_audience":[""]}',
  '{"grant_scope":[],"session":{"access_token":[],"id_token":[]}}',
  '{"grant_scope":[],"session":[]}',
];
for (const body of empty) {
  test(`consent accepted with ${body} grants nothing`, async () => {
    const { browser, challenge } = await atConsent();
    const accepted = await accept("consent", challenge, body);
    assert.equal(accepted.status, 200, await accepted.clone().text());
    const { redirect_to }: { redirect_to: string } = await accepted.json();
    const { code = "" } = (await answerOf(await browser.go(redirect_to))).parameters;
    const tokens = await redeem(world, photos, code);
    assert.ok(tokens.ok);
    assert.equal(tokens.body.scope, "");
    assert.equal(tokens.body.id_token, undefined);
  });
}

test("a scope among empty entries is granted", async () => {
  const { browser, challenge } = await atConsent();
  const accepted = await accept("consent", challenge, '{"grant_scope":[null,"openid",""]}');
  const { redirect_to }: { redirect_to: string } = await accepted.json();
  assert.equal((await answerOf(await browser.go(redirect_to))).parameters["scope"], "openid");
});

for (const body of ['{"grant_scope":[1]}', '{"grant_scope":["a b"]}', '{"session":["x"]}']) {
  test(`consent accepted with ${body} is refused`, async () => {
    const { challenge } = await atConsent();
    assert.equal((await accept("consent", challenge, body)).status, 400);
  });
}

for (const context of ['{"a":1}', '["a"]', '"text"', "7", "false", "[]"]) {
  test(`the context of a login may be ${context}, and the consent app reads it`, async () => {
    const browser = openBrowser(world);
    const asked = await authorize(browser, requestOf(photos));
    const challenge = challengeOf(asked, "login");
    const accepted = await accept("login", challenge, `{"subject":"alice","context":${context}}`);
    assert.equal(accepted.status, 200);
    const { redirect_to }: { redirect_to: string } = await accepted.json();
    const consent_challenge = challengeOf(await browser.go(redirect_to), "consent");
    const read = await latchkey.getConsentRequest({ consent_challenge });
    assert.deepEqual(read.context, JSON.parse(context));
  });
}

const query = new URLSearchParams(
  Object.entries({ ...requestOf(photos), max_age: "3600" }).map(([name, value]) => [
    name,
    String(value),
  ]),
);
const AUTH = "http://public.test/oauth2/auth";

test("an unknown parameter that comes twice leads to the login page all the same", async () => {
  const asked = await openBrowser(world).go(`${AUTH}?${query}&utm=1&utm=2`);
  assert.ok(challengeOf(asked, "login"));
});

test("scope and audience that come several times count together", async () => {
  const browser = openBrowser(world);
  const asked = await browser.go(
    `${AUTH}?${query}&scope=profile&audience=https://api.example/a&audience=https://api.example/b`,
  );
  const login_challenge = challengeOf(asked, "login");
  const { requested_scope, requested_access_token_audience } = await latchkey.getLoginRequest({
    login_challenge,
  });
  assert.deepEqual(requested_scope, ["openid", "offline", "profile"]);
  assert.equal(requested_access_token_audience.length, 2);
});

for (const name of ["state", "response_type", "nonce", "max_age", "response_mode", "request"]) {
  test(`a repeated ${name} is an error that is sent to the client`, async () => {
    const twice = new URLSearchParams(query);
    twice.delete(name);
    const value = query.get(name) ?? "query";
    twice.append(name, value);
    twice.append(name, value);
    if (name === "request") twice.delete("scope");
    const { redirect_uri, parameters } = await answerOf(
      await openBrowser(world).go(`${AUTH}?${twice}`),
    );
    assert.equal(redirect_uri, photos.redirect_uri);
    assert.equal(parameters["error"], "invalid_request");
    assert.match(parameters["error_description"] ?? "", new RegExp(name));
    assert.equal(parameters["state"], query.get("state"));
  });
}

for (const name of ["client_id", "redirect_uri"]) {
  test(`${name} that comes twice is refused on a page of ours`, async () => {
    const page = await openBrowser(world).go(`${AUTH}?${query}&${name}=${query.get(name)}`);
    assert.equal(page.status, 400);
    assert.equal(page.headers.get("location"), null);
    assert.match(await page.text(), new RegExp(name));
  });
}

const hints: readonly [string, string][] = [
  ["nonsense", "nonsense"],
  ["unsigned", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9."],
];
for (const [reason, id_token_hint] of hints) {
  test(`prompt=none with a hint that is ${reason} is login_required`, async () => {
    const refused = await authorize(
      openBrowser(world),
      requestOf(photos, { prompt: "none", id_token_hint }),
    );
    assert.equal((await answerOf(refused)).parameters["error"], "login_required");
    const asked = await authorize(openBrowser(world), requestOf(photos, { id_token_hint }));
    assert.equal((await answerOf(asked)).parameters["error"], "invalid_request");
  });
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

test("a POST to the authorization endpoint may have its parameters in the query, the body, or both", async () => {
  for (const [search, body] of [
    [query.toString(), ""],
    ["", query.toString()],
    [`client_id=${photos.client_id}`, without("client_id")],
    [without("scope"), "scope=openid"],
  ]) {
    const browser = openBrowser(world);
    const init = { method: "POST", headers: FORM, body: body ?? "" };
    const asked = await browser.go(`${AUTH}?${search}`, init);
    const login_challenge = challengeOf(asked, "login");
    const { request_url, client } = await latchkey.getLoginRequest({ login_challenge });
    assert.equal(client.client_id, photos.client_id);
    for (const [name, value] of new URLSearchParams(`${search}&${body}`))
      assert.equal(new URL(request_url).searchParams.get(name), value, "to start it again");
    const consented = await passConsent(world, browser, await passLogin(world, browser, asked));
    assert.ok((await answerOf(consented)).parameters["code"]);
  }
});

test("the same parameter in query and body is one that comes twice", async () => {
  const init = { method: "POST", headers: FORM, body: "state=another" };
  const { parameters } = await answerOf(await openBrowser(world).go(`${AUTH}?${query}`, init));
  assert.equal(parameters["error"], "invalid_request");
});

test("a POST to the authorization endpoint may be multipart/form-data", async () => {
  const form = new FormData();
  for (const [name, value] of query) form.set(name, value);
  const request = new Request(AUTH, { method: "POST", body: form });
  const type = request.headers.get("content-type") ?? "";
  const asked = await openBrowser(world).go(AUTH, {
    method: "POST",
    headers: { "Content-Type": type },
    body: await request.text(),
  });
  const login_challenge = challengeOf(asked, "login");
  const { request_url } = await latchkey.getLoginRequest({ login_challenge });
  assert.equal(new URL(request_url).searchParams.get("state"), query.get("state"));
});

test("a POST to the logout endpoint may have its parameters in the query", async () => {
  const tokens = await redeem(
    world,
    photos,
    (await answerOf(await completeFlow(world, photos, { login: { remember: true } }))).parameters[
      "code"
    ] ?? "",
  );
  assert.ok(tokens.ok);
  const search = new URLSearchParams({ id_token_hint: tokens.body.id_token ?? "" });
  const asked = await openBrowser(world).go(`http://public.test/oauth2/sessions/logout?${search}`, {
    method: "POST",
    headers: FORM,
    body: "",
  });
  assert.ok(challengeOf(asked, "logout"));
});

function without(name: string): string {
  const rest = new URLSearchParams(query);
  rest.delete(name);
  return rest.toString();
}
