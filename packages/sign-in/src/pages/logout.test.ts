import assert from "node:assert/strict";
import { test } from "node:test";

import { responseOf, get, createTestPages, submit, visibleText } from "../fixture.ts";

const NEXT = "https://op.example/oauth2/sessions/logout?logout_verifier=v";
const asked = { subject: "alice-1", sid: "sid", request_url: "/", rp_initiated: true };
const replies = {
  getLogoutRequest: asked,
  acceptLogoutRequest: { redirect_to: NEXT },
  rejectLogoutRequest: {},
};
const PAGE = get("/logout?logout_challenge=c3");

test("signing out requires confirmation", async () => {
  const world = createTestPages(replies);
  const words = visibleText(await responseOf(world, PAGE));
  assert.match(words, /Sign out\? An app wants to sign you out\. .* Signed in as Alice Liddell/);
  assert.deepEqual(
    world.asked.map(([operation]) => operation),
    ["getLogoutRequest"],
  );
});

test("a logout without a client does not mention an app", async () => {
  const world = createTestPages({ getLogoutRequest: { ...asked, rp_initiated: false } });
  assert.doesNotMatch(visibleText(await responseOf(world, PAGE)), /An app/);
});

test("a client may request a language", async () => {
  const request_url = "/oauth2/sessions/logout?ui_locales=fr-CA%20fr&state=s";
  const world = createTestPages({ ...replies, getLogoutRequest: { ...asked, request_url } });
  const shown = await responseOf(world, PAGE);
  assert.match(shown.body, /<html lang="fr">/);
  for (const decision of ["sign_out", "stay"]) {
    const next = await responseOf(world, submit(shown, [["decision", decision]]));
    assert.match(next.body, /<html lang="fr">/, decision);
  }
});

test("confirming accepts the logout request", async () => {
  const world = createTestPages(replies);
  const shown = await responseOf(world, PAGE);
  const left = await responseOf(world, submit(shown, [["decision", "sign_out"]]));
  assert.ok(left.body.includes(`content="0;url=${NEXT}"`));
  assert.deepEqual(world.asked.at(-1), [
    "acceptLogoutRequest",
    { logout_challenge: "c3" },
    undefined,
  ]);
});

test("staying rejects the logout request", async () => {
  const world = createTestPages(replies);
  const shown = await responseOf(world, PAGE);
  const stayed = await responseOf(world, submit(shown, [["decision", "stay"]]));
  assert.match(visibleText(stayed), /You are still signed in/);
  assert.equal(world.asked.at(-1)?.[0], "rejectLogoutRequest");
});

test("the page after a logout says that the user is signed out only if that is so", async () => {
  const sign_out_url = "https://op.example/oauth2/sessions/logout";
  const world = createTestPages({}, { sign_out_url });
  const request = get("/signed-out", { "accept-language": "ja" });
  const page = await responseOf(world, request);
  assert.equal(page.status, 200);
  assert.match(visibleText(page), /サインアウトしました/);
  assert.ok(!page.body.includes(sign_out_url));

  const signedIn = await responseOf(world, { ...get("/signed-out"), subject: "alice-1" });
  assert.equal(signedIn.status, 200);
  assert.match(
    visibleText(signedIn),
    /You are still signed in Signed in as Alice Liddell \(alice@example\.com\) Sign out$/,
  );
  assert.ok(signedIn.body.includes(`href="${sign_out_url}"`));
});

test("the logout page that is opened directly says who is signed in, and offers to sign out", async () => {
  const sign_out_url = "https://op.example/oauth2/sessions/logout";
  const world = createTestPages({}, { sign_out_url });
  const signedIn = await responseOf(world, { ...get("/logout"), subject: "alice-1" });
  assert.equal(signedIn.status, 200);
  assert.match(visibleText(signedIn), /You are still signed in Signed in as Alice Liddell/);
  assert.ok(signedIn.body.includes(`href="${sign_out_url}"`));
  assert.match(visibleText(await responseOf(world, get("/logout"))), /You are signed out/);
});
