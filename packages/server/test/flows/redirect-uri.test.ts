import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused } from "../operations/refusal.ts";
import { type App, registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { answerOf, authorize, codeFor, redeem, requestOf, completeFlow } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer();
const { latchkey } = world;

/** Registered, asked for, and whether the browser is sent there. */
const rows: [string, string, boolean][] = [
  ["https://a.example/cb", "https://a.example/cb", true],
  ["https://a.example/cb", "https://a.example/cb/", false],
  ["https://a.example/cb", "https://a.example/cb?x=1", false],
  ["https://a.example/cb", "https://a.example:444/cb", false],
  ["https://a.example/cb", "https://A.example/cb", false],
  ["https://a.example/cb", "http://a.example/cb", false],
  ["https://a.example/cb", "https://a.example/cb#x", false],
  ["http://127.0.0.1/cb", "http://127.0.0.1:51234/cb", true],
  ["http://127.0.0.1:1/cb", "http://127.0.0.1:51234/cb", true],
  ["http://127.0.0.1:1/cb", "http://127.0.0.1/cb", true],
  ["http://[::1]/cb", "http://[::1]:51234/cb", true],
  ["http://localhost/cb", "http://localhost:51234/cb", true],
  ["http://127.0.0.1/cb", "http://127.0.0.1:51234/other", false],
  ["http://127.0.0.1/cb", "http://localhost:51234/cb", false],
  ["http://127.0.0.1/cb?a=1", "http://127.0.0.1:51234/cb?a=1", true],
  ["http://127.0.0.1/cb", "http://127.0.0.1:51234/cb?a=1", false],
  ["http://127.0.0.1/cb", "https://127.0.0.1:51234/cb", false],
  ["http://127.0.0.1/cb", "http://127.0.0.1:51234@evil.example/cb", false],
  ["http://127.0.0.1/cb", "http://127.0.0.1:99999/cb", false],
  ["com.example.app:/cb", "com.example.app:/cb", true],
  ["com.example.app:/cb", "com.example.app:/other", false],
];

for (const [index, [registered, redirect_uri, sent]] of rows.entries()) {
  test(`${registered} ${sent ? "covers" : "does not cover"} ${redirect_uri}`, async () => {
    const client_id = `app-${index}`;
    const app = await registerApp(latchkey, { client_id, redirect_uris: [registered] });
    const request = requestOf(app, { redirect_uri, scope: "bank" });
    const response = await authorize(openBrowser(world), request);
    if (!sent) return assert.equal(response.status, 400);
    const mark = redirect_uri.includes("?") ? "&" : "?";
    const location = response.headers.get("location") ?? "";
    return assert.ok(location.startsWith(`${redirect_uri}${mark}error=invalid_scope&`), location);
  });
}

test("OpenID Connect Core §3.1.2.1: a request with the scope openid names its redirect_uri", async () => {
  const app = await registerApp(latchkey, { client_id: "only-one" });
  const { redirect_uri: _left_out, ...request } = requestOf(app, { scope: "offline" });
  const plain = await authorize(openBrowser(world), request);
  assert.match(plain.headers.get("location") ?? "", /login_challenge/, "RFC 6749 §3.1.2.3");
  const page = await authorize(openBrowser(world), { ...request, scope: "offline openid" });
  assert.equal(page.status, 400);
  assert.match(await page.text(), /OpenID Connect requires a redirect_uri/);
});

test("an app on this machine gets its code at the port it listens on, and repeats it to redeem", async () => {
  const redirect_uri = "http://127.0.0.1:51234/cb";
  const app = await registerApp(latchkey, {
    client_id: "desktop",
    redirect_uris: ["http://127.0.0.1/cb"],
  });
  const { parameters, ...answer } = await answerOf(
    await completeFlow(world, app, { params: { redirect_uri } }),
  );
  assert.equal(answer.redirect_uri, redirect_uri);
  const { code = "" } = parameters;
  assertRefused(await redeem(world, app, code), 400, "invalid_grant");
  assert.ok((await redeem(world, app, code, { redirect_uri })).ok);
});

test("a redirect_uri that was sent must be repeated, and one that was not need not be", async () => {
  const photos = await registerApp(latchkey);
  const { client_id, authorization = "" } = photos;
  const grant_type = "authorization_code";
  const bare = (code: string) =>
    latchkey.call("oauth2Token", { grant_type, code }, { authorization });
  const sent = await codeFor(world, photos);
  assertRefused(await bare(sent), 400, "invalid_grant");
  const redirect_uri = "https://photos.example/other";
  assertRefused(await redeem(world, photos, sent, { redirect_uri }), 400, "invalid_grant");
  assert.ok((await redeem(world, photos, sent)).ok, "nothing of this used the code up");

  const silent: App = { client_id, authorization, redirect_uri: "" };
  const unsent = await codeFor(world, silent, { params: { scope: "offline" } });
  assert.ok((await bare(unsent)).ok);
});

test("a code for a redirect_uri that was removed from the client meanwhile is not redeemed", async () => {
  const [lost, kept] = ["https://photos.example/lost", "https://photos.example/kept"];
  const app = await registerApp(latchkey, { client_id: "moved", redirect_uris: [lost] });
  const named = await codeFor(world, app);
  const silent: App = { ...app, redirect_uri: "" };
  const implied = await codeFor(world, silent, { params: { scope: "offline" } });
  const change = (redirect_uri: string) =>
    latchkey.patchOAuth2Client({
      id: "moved",
      body: [{ op: "replace", path: "/redirect_uris", value: [redirect_uri] }],
    });
  await change(kept);
  const grant_type = "authorization_code";
  const { authorization = "" } = app;
  const bare = () => latchkey.call("oauth2Token", { grant_type, code: implied }, { authorization });
  assertRefused(await redeem(world, app, named), 400, "invalid_grant");
  assertRefused(await bare(), 400, "invalid_grant");
  await change(lost);
  assert.ok((await redeem(world, app, named)).ok, "the refusal spent nothing");
  assert.ok((await bare()).ok);
});

test("plain http beyond this machine is refused unless it is listed as allowed", async () => {
  const uri = "http://plain.example/cb";
  const lax = await startTestServer({ "dangerous-allow-insecure-redirect-urls": [uri] });
  for (const [server, status] of [
    [world, 400],
    [lax, 302],
  ] as const) {
    const app = await registerApp(server.latchkey, { client_id: "plain", redirect_uris: [uri] });
    assert.equal((await authorize(openBrowser(server), requestOf(app))).status, status);
  }
});
