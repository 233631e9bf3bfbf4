import assert from "node:assert/strict";
import { test } from "node:test";

import { answerOf, consentRequest, get, openPages, photos, submit, wordsOf } from "./fixture.ts";

const NEXT = "https://op.example/oauth2/auth?consent_verifier=v";
const done = { redirect_to: NEXT };
const replies = {
  getConsentRequest: consentRequest,
  acceptConsentRequest: done,
  rejectConsentRequest: done,
  listSubjectConsentSessions: [],
};
const PAGE = get("/consent?consent_challenge=c2");

test("the consent page names the client, the destination, the person and every permission", async () => {
  const words = wordsOf(await answerOf(openPages(replies), PAGE));
  for (const said of [
    "Photos asks for access to your account",
    "Your browser then goes to photos.example",
    "Signed in as Alice Liddell (alice@example.com)",
    "recognise you when you come back (always included)",
    "see your name, picture and other profile details",
    "see your email address",
    "keep this access while you are away",
    "use the permission “photos.read”",
    "https://api.photos.example",
    "Do not allow Allow",
    "Privacy policy Terms of service",
  ]) {
    assert.ok(words.includes(said), `${said} is missing from: ${words}`);
  }
});

test("somebody else can answer instead", async () => {
  const { body } = await answerOf(openPages(replies), PAGE);
  assert.ok(
    body.includes(
      'href="https://op.example/oauth2/auth?client_id=photos&amp;state=s&amp;prompt=login"',
    ),
  );
});

test("what alice allows is granted, with the claims that go with it", async () => {
  const world = openPages(replies);
  const shown = await answerOf(world, PAGE);
  const fields = [
    ["decision", "allow"],
    ["grant_scope", "email"],
    ["grant_scope", "admin"],
  ] as const;
  const left = await answerOf(world, submit(shown, fields));
  assert.ok(left.body.includes(`content="0;url=${NEXT}"`));
  assert.deepEqual(world.asked.at(-1), [
    "acceptConsentRequest",
    { consent_challenge: "c2" },
    {
      grant_scope: ["openid", "email"],
      grant_access_token_audience: ["https://api.photos.example"],
      session: { userinfo: { email: "alice@example.com", email_verified: true } },
      remember: false,
      remember_for: 0,
    },
  ]);
});

test("the answer is remembered when alice asks for it", async () => {
  const world = openPages(replies);
  const shown = await answerOf(world, PAGE);
  await answerOf(
    world,
    submit(shown, [
      ["decision", "allow"],
      ["remember", "on"],
    ]),
  );
  const [, , body] = world.asked.at(-1) ?? [];
  assert.deepEqual(body, {
    grant_scope: ["openid"],
    grant_access_token_audience: ["https://api.photos.example"],
    session: { userinfo: {} },
    remember: true,
    remember_for: 0,
  });
});

for (const fields of [[["decision", "deny"]], []] as [string, string][][]) {
  test(`${fields.length > 0 ? "a no" : "anything but a yes"} is a no`, async () => {
    const world = openPages(replies);
    const shown = await answerOf(world, PAGE);
    await answerOf(world, submit(shown, fields));
    const [operation, , body] = world.asked.at(-1) ?? [];
    assert.equal(operation, "rejectConsentRequest");
    assert.deepEqual(body, {
      error: "access_denied",
      error_description: "The person did not allow it.",
    });
  });
}

test("what was settled before is accepted at once, with fresh claims", async () => {
  const settled = { ...consentRequest, skip: true, requested_scope: ["openid", "profile"] };
  const world = openPages({ ...replies, getConsentRequest: settled });
  const answer = await answerOf(world, PAGE);
  assert.deepEqual([answer.status, answer.headers["location"]], [303, NEXT]);
  assert.deepEqual(world.asked.at(-1)?.[2], {
    grant_scope: ["openid", "profile"],
    grant_access_token_audience: ["https://api.photos.example"],
    session: { userinfo: { name: "Alice Liddell" } },
    remember: false,
    remember_for: 0,
  });
});

test("what an acquaintance asks for the first time is marked", async () => {
  const earlier = { grant_scope: ["openid", "profile", "email"], consent_request: consentRequest };
  const world = openPages({ ...replies, listSubjectConsentSessions: [earlier] });
  const words = wordsOf(await answerOf(world, PAGE));
  assert.match(words, /while you are away new use the permission “photos\.read” new/);
  assert.doesNotMatch(words, /email address new/);
});

test("not knowing what was granted before is no reason to fail", async () => {
  const refused = Response.json({ error: "server_error" }, { status: 500 });
  const world = openPages({ ...replies, listSubjectConsentSessions: refused });
  assert.equal((await answerOf(world, PAGE)).status, 200);
});

test("a client cannot bring its own markup, links or tracking over http", async () => {
  const mallory = {
    ...photos,
    client_name: "<script>alert(1)</script>",
    policy_uri: "javascript:alert(1)",
    tos_uri: "data:text/html,x",
    client_uri: "javascript:alert(1)",
    logo_uri: "http://mallory.example/pixel.gif",
  };
  const asked = {
    ...consentRequest,
    client: mallory,
    requested_scope: ['"><img src=x>'],
    requested_access_token_audience: ["<b>"],
  };
  const { body } = await answerOf(openPages({ ...replies, getConsentRequest: asked }), PAGE);
  assert.doesNotMatch(body, /<script|<img|<b>|javascript:|data:text|mallory\.example/);
});

test("a logo is shown, and nobody hears of it", async () => {
  const client = { ...photos, logo_uri: "https://photos.example/logo.svg" };
  const world = openPages({ ...replies, getConsentRequest: { ...consentRequest, client } });
  const { body } = await answerOf(world, PAGE);
  assert.match(body, /<img[^>]*src="https:\/\/photos\.example\/logo\.svg"[^>]*no-referrer/s);
});
