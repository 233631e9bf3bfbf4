import assert from "node:assert/strict";
import { test } from "node:test";

import { answerOf, get, openPages, submit, wordsOf } from "./fixture.ts";

const NEXT = "https://op.example/oauth2/sessions/logout?logout_verifier=v";
const asked = { subject: "alice-1", sid: "sid", request_url: "/", rp_initiated: true };
const replies = {
  getLogoutRequest: asked,
  acceptLogoutRequest: { redirect_to: NEXT },
  rejectLogoutRequest: {},
};
const PAGE = get("/logout?logout_challenge=c3");

test("nobody is signed out without being asked", async () => {
  const world = openPages(replies);
  const words = wordsOf(await answerOf(world, PAGE));
  assert.match(words, /Sign out\? An app asks to sign you out .* Signed in as Alice Liddell/);
  assert.deepEqual(
    world.asked.map(([operation]) => operation),
    ["getLogoutRequest"],
  );
});

test("whoever came on their own is not told of an app", async () => {
  const world = openPages({ getLogoutRequest: { ...asked, rp_initiated: false } });
  assert.doesNotMatch(wordsOf(await answerOf(world, PAGE)), /An app/);
});

test("a client may say which language alice reads", async () => {
  const request_url = "/oauth2/sessions/logout?ui_locales=fr-CA%20fr&state=s";
  const world = openPages({ getLogoutRequest: { ...asked, request_url } });
  assert.match((await answerOf(world, PAGE)).body, /<html lang="fr">/);
});

test("alice leaves", async () => {
  const world = openPages(replies);
  const shown = await answerOf(world, PAGE);
  const left = await answerOf(world, submit(shown, [["decision", "sign_out"]]));
  assert.ok(left.body.includes(`content="0;url=${NEXT}"`));
  assert.deepEqual(world.asked.at(-1), [
    "acceptLogoutRequest",
    { logout_challenge: "c3" },
    undefined,
  ]);
});

test("alice stays, and is told so", async () => {
  const world = openPages(replies);
  const shown = await answerOf(world, PAGE);
  const stayed = await answerOf(world, submit(shown, [["decision", "stay"]]));
  assert.match(wordsOf(stayed), /You are still signed in/);
  assert.equal(world.asked.at(-1)?.[0], "rejectLogoutRequest");
});

test("a logout ends on a page of its own", async () => {
  const page = await answerOf(openPages({}), get("/signed-out", { "accept-language": "ja" }));
  assert.equal(page.status, 200);
  assert.match(wordsOf(page), /サインアウトしました/);
});
