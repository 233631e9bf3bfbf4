import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, receive } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { locationOf, openBrowser } from "../support/browser.ts";
import { challengeOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { assertErrorWithRedirect } from "./error-with-redirect.ts";

const LOGOUT = "http://public.test/oauth2/sessions/logout";

async function wantToLeave() {
  const world = await startTestServer();
  const { latchkey } = world;
  const photos = await registerApp(latchkey);
  const browser = openBrowser(world);
  const { id_token = "" } = await signIn(world, photos, { browser, login: { remember: true } });
  const ask = async (query = "") => challengeOf(await browser.go(`${LOGOUT}${query}`), "logout");
  return { ...world, browser, id_token, ask };
}

test("a logout request has the user, the session, and whether a client started it", async () => {
  const { latchkey, id_token, ask } = await wantToLeave();
  const own = await latchkey.getLogoutRequest({ logout_challenge: await ask() });
  assert.deepEqual(
    { ...own, sid: typeof own.sid },
    {
      subject: "alice",
      sid: "string",
      request_url: "/oauth2/sessions/logout",
      rp_initiated: false,
    },
  );
  const query = `?id_token_hint=${id_token}`;
  const sent = await latchkey.getLogoutRequest({ logout_challenge: await ask(query) });
  assert.deepEqual(sent, { ...own, request_url: own.request_url + query, rp_initiated: true });
});

test("an unknown challenge is not found, and a missing one is a bad request", async () => {
  const { latchkey } = await wantToLeave();
  for (const logout_challenge of ["nonsense", "A".repeat(43)]) {
    const named = { logout_challenge };
    assertRefused(await latchkey.call("getLogoutRequest", named), 404, "not_found");
    assertRefused(await latchkey.call("acceptLogoutRequest", named), 404, "not_found");
    assertRefused(await latchkey.call("rejectLogoutRequest", named), 404, "not_found");
  }
  const none = { logout_challenge: "" };
  assertRefused(await latchkey.call("getLogoutRequest", none), 400, "invalid_request");
  assertRefused(await latchkey.call("acceptLogoutRequest", none), 400, "invalid_request");
  assertRefused(await latchkey.call("rejectLogoutRequest", none), 400, "invalid_request");
});

test("an accept may be repeated and leads to the same place", async () => {
  const { latchkey, browser, ask } = await wantToLeave();
  const logout_challenge = await ask();
  const first = await latchkey.acceptLogoutRequest({ logout_challenge });
  assert.deepEqual(await latchkey.acceptLogoutRequest({ logout_challenge }), first);
  assert.ok(first.redirect_to.startsWith("http://127.0.0.1:4444/oauth2/sessions/logout?"));
  assert.equal((await browser.go(first.redirect_to)).status, 302);
});

test("a rejected logout cannot be read, does nothing, and may still be accepted", async () => {
  const { latchkey, browser, ask } = await wantToLeave();
  const logout_challenge = await ask();
  const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
  await latchkey.rejectLogoutRequest({ logout_challenge });
  assertRefused(await latchkey.call("getLogoutRequest", { logout_challenge }), 404, "not_found");
  assert.equal((await browser.go(redirect_to)).status, 404);
  assert.ok(await ask(), "alice is still logged in");

  await latchkey.acceptLogoutRequest({ logout_challenge });
  assert.equal((await browser.go(redirect_to)).status, 302);
  const gone = await browser.go(LOGOUT);
  assert.equal(locationOf(gone).pathname, "/signed-out", "alice has left");
});

test("the page after a logout says who is signed in, whatever led there", async () => {
  const { latchkey, browser, ask } = await wantToLeave();
  const page = "http://public.test/signed-out";
  const shown = async () => (await browser.go(page)).text();
  const signedIn = await shown();
  assert.match(signedIn, /You are still signed in[^]*Signed in as alice/);
  const [, sign_out = ""] =
    /<a class="button primary" href="([^"]*)">Sign out</.exec(signedIn) ?? [];
  assert.ok(challengeOf(await browser.go(sign_out), "logout"));

  const logout_challenge = await ask();
  const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
  const left = locationOf(await browser.go(redirect_to)).href;
  assert.equal(left, "http://127.0.0.1:4444/signed-out");
  assert.match(await (await browser.go(left)).text(), /You are signed out/);
});

test("a rejection is taken with any body: JSON, a form, or none", async () => {
  const { fetch, latchkey, ask } = await wantToLeave();
  const bodies = [
    ["application/json", '{"error":"stays"}'],
    ["application/x-www-form-urlencoded", "error=stays"],
  ] as const;
  for (const [content_type, body] of bodies) {
    const url = `http://admin.test/oauth2/auth/requests/logout/reject?logout_challenge=${await ask()}`;
    const headers = { "content-type": content_type };
    const { status, body: answer } = await receive(fetch(url, { method: "PUT", headers, body }));
    assert.deepEqual({ status, answer }, { status: 204, answer: "" });
  }
  const bare = await latchkey.call("rejectLogoutRequest", { logout_challenge: await ask() });
  assert.equal(bare.status, 204);
});

test("a logout that was completed is a conflict, and leads back to the start", async () => {
  const { latchkey, browser, ask } = await wantToLeave();
  const logout_challenge = await ask();
  const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
  const left = await browser.go(redirect_to);
  const repeated = await browser.go(redirect_to);
  assert.equal(
    repeated.headers.get("location"),
    left.headers.get("location"),
    "it may be repeated",
  );
  const replies = [
    await latchkey.call("getLogoutRequest", { logout_challenge }),
    await latchkey.call("acceptLogoutRequest", { logout_challenge }),
    await latchkey.call("rejectLogoutRequest", { logout_challenge }),
  ];
  for (const reply of replies) {
    const again = await browser.go(assertErrorWithRedirect(reply, 409, "conflict"));
    assert.equal(locationOf(again).pathname, "/signed-out");
  }
});

test("a logout that expired is not found, but leads back to the start", async () => {
  const { latchkey, browser, clock, ask } = await wantToLeave();
  const logout_challenge = await ask();
  const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
  clock.now += 3600;
  assert.equal((await browser.go(redirect_to)).status, 404);
  const reply = await latchkey.call("getLogoutRequest", { logout_challenge });
  const again = await browser.go(assertErrorWithRedirect(reply, 404, "not_found"));
  assert.notEqual(challengeOf(again, "logout"), logout_challenge);
});
