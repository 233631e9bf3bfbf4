import assert from "node:assert/strict";
import { test } from "node:test";

import { createTestBrowser, DEMO_URL } from "./fixture.ts";

test("a user signs in, views the tokens, refreshes and signs out", async () => {
  const browser = createTestBrowser();
  assert.match((await browser.get("/")).body, /href="\/sign-in"/);

  const asked = await browser.beginSignIn();
  assert.equal(asked.origin + asked.pathname, "http://127.0.0.1:4444/oauth2/auth");
  assert.equal(asked.searchParams.get("response_type"), "code");
  assert.equal(asked.searchParams.get("redirect_uri"), `${DEMO_URL}/callback`);
  assert.equal(asked.searchParams.get("code_challenge_method"), "S256");

  const back = await browser.comeBack({ code: "c", state: asked.searchParams.get("state") ?? "" });
  assert.deepEqual([back.status, back.headers["location"]], [303, "/"]);
  const home = (await browser.get("/")).body;
  for (const said of [
    "You are signed in",
    "&quot;alg&quot;",
    "&quot;alice&quot;",
    "at-1",
    "rt-1",
  ]) {
    assert.ok(home.includes(said), `${said} is missing`);
  }
  assert.match(home, /Expires 1970-01-01 at 01:16:40 UTC/);

  await browser.post("/refresh");
  assert.match((await browser.get("/")).body, /at-2/);
  await browser.post("/userinfo");
  assert.match((await browser.get("/")).body, /<h2>Userinfo<\/h2>/);

  const left = await browser.post("/sign-out");
  assert.match(
    left.body,
    /url=http:\/\/127\.0\.0\.1:4444\/oauth2\/sessions\/logout\?id_token_hint=[^&]+&amp;post_logout_redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A4446%2F"/,
  );
  assert.match((await browser.get("/")).body, /href="\/sign-in"/);
});

test("the code is redeemed with the verifier the server was promised", async () => {
  const browser = createTestBrowser();
  const asked = await browser.beginSignIn();
  await browser.comeBack({ code: "c", state: asked.searchParams.get("state") ?? "" });
  const [redeemed] = browser.sent;
  assert.equal(redeemed?.get("grant_type"), "authorization_code");
  assert.equal(redeemed?.get("client_id"), "demo");
  const verifier = new TextEncoder().encode(redeemed?.get("code_verifier") ?? "");
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", verifier));
  assert.equal(digest.toString("base64url"), asked.searchParams.get("code_challenge"));
});

const answers: [string, Readonly<Record<string, string>>, RegExp][] = [
  ["without a state of ours", { code: "c", state: "mallory" }, /no sign-in started here/],
  ["from another server", { code: "c", iss: "http://mallory" }, /from http:\/\/mallory, not from/],
  ["that is a no", { error: "access_denied", error_description: "No." }, /access_denied: No\./],
  ["with markup in it", { error: "<script>" }, /&lt;script&gt;/],
];

for (const [title, query, problem] of answers) {
  test(`an answer ${title} does not sign in`, async () => {
    const browser = createTestBrowser();
    const asked = await browser.beginSignIn();
    await browser.comeBack({ state: asked.searchParams.get("state") ?? "", ...query });
    const { body } = await browser.get("/");
    assert.match(body, problem);
    assert.match(body, /href="\/sign-in"/);
    assert.deepEqual(browser.sent, []);
    assert.doesNotMatch((await browser.get("/")).body, problem, "it is said once");
  });
}

test("an answer works once", async () => {
  const browser = createTestBrowser();
  const asked = await browser.beginSignIn();
  const state = asked.searchParams.get("state") ?? "";
  await browser.comeBack({ code: "c", state });
  await browser.comeBack({ code: "c", state });
  assert.equal(browser.sent.length, 1);
});

test("an ID token with another nonce does not sign in", async () => {
  const browser = createTestBrowser({ nonce: "mallory" });
  const asked = await browser.beginSignIn();
  await browser.comeBack({ code: "c", state: asked.searchParams.get("state") ?? "" });
  assert.match((await browser.get("/")).body, /its nonce differs/);
});

test("a stranger's browser sees nothing of alice", async () => {
  const app = createTestBrowser();
  const asked = await app.beginSignIn();
  await app.comeBack({ code: "c", state: asked.searchParams.get("state") ?? "" });
  app.forgetCookies();
  assert.doesNotMatch((await app.get("/")).body, /alice/);
});

test("what the demo does not have is not found", async () => {
  const { status, body } = await createTestBrowser().get("/constructor");
  assert.deepEqual([status, body], [404, "The demo app has no page at this address.\n"]);
});
