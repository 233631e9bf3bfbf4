import assert from "node:assert/strict";
import { test } from "node:test";

import type { BackchannelRequest } from "@latchkey/api";

import {
  alice,
  createTestPages,
  get,
  photos,
  responseOf,
  submit,
  visibleText,
} from "../fixture.ts";

const asked: BackchannelRequest = {
  challenge: "c5",
  requested_scope: ["openid", "profile", "photos.read"],
  requested_access_token_audience: ["https://api.photos.example"],
  subject: alice.subject,
  oidc_context: { login_hint: "alice" },
  binding_message: "<b>4711</b>",
  client: { ...photos, client_name: "Bank" },
  requested_at: "2026-01-01T00:00:00Z",
  expires_at: "2026-01-01T00:05:00Z",
};
const replies = {
  listBackchannelRequests: [asked],
  acceptBackchannelRequest: {},
  rejectBackchannelRequest: {},
};
const signedIn = { subject: alice.subject, authenticated_at: 1_700_000_000 };
const PAGE = { ...get("/approve"), ...signedIn };

test("a user who is not signed in does so first, and returns", async () => {
  const world = createTestPages(replies, { sign_in_url: "/workspace/sign-in" });
  const page = await responseOf(world, get("/approve"));
  assert.deepEqual(
    [page.status, page.headers["location"]],
    [303, "/workspace/sign-in?page=approve"],
  );
  const posted = await responseOf(world, { ...get("/approve"), method: "POST" });
  assert.equal(posted.status, 403);
  assert.match(posted.body, /href="\/workspace\/sign-in\?page=approve"/);
  assert.deepEqual(world.asked, []);
});

test("without a request there is nothing to answer", async () => {
  const world = createTestPages({ listBackchannelRequests: [] });
  assert.match(visibleText(await responseOf(world, PAGE)), /No pending requests/);
});

test("the user sees who asks, for what, with which message, and a warning", async () => {
  const page = await responseOf(createTestPages(replies), PAGE);
  const text = visibleText(page);
  assert.match(text, /Bank wants to sign you in .*Alice Liddell/);
  assert.match(text, /shows the same message: &lt;b&gt;4711&lt;\/b&gt;/);
  assert.match(text, /api\.photos\.example/);
  assert.match(text, /If someone called you .* select Deny/);
  assert.doesNotMatch(page.body, /<b>4711/);
});

test("scopes and APIs are called as the operator calls them, in the language of the page", async () => {
  const display_texts = {
    scopes: [
      {
        scope: "photos.read",
        texts: {
          en: { title: "See your photos", description: "Also those in <private> albums." },
          de: { title: "Ihre Fotos ansehen" },
        },
      },
    ],
    audiences: [
      { audience: "https://api.photos.example", texts: { en: { title: "Photo albums" } } },
    ],
  };
  const world = createTestPages({
    ...replies,
    listBackchannelRequests: [{ ...asked, display_texts }],
  });
  const shownIn = (language: string) =>
    responseOf(world, { ...get("/approve", { "accept-language": language }), ...signedIn });
  const english = await shownIn("en");
  const words = visibleText(english);
  assert.match(words, /See your photos Also those in &lt;private&gt; albums\./);
  assert.match(words, /Photo albums https:\/\/api\.photos\.example/);
  assert.ok(!english.body.includes("<private>") && !words.includes("photos.read"));
  const german = visibleText(await shownIn("de-AT"));
  assert.match(german, /Ihre Fotos ansehen/);
  assert.match(german, /Photo albums/, "the default language, before the address");
});

test("the user allows what is selected, and the client learns when they signed in", async () => {
  const world = createTestPages(replies);
  const form = await responseOf(world, PAGE);
  const fields = [
    ["grant_scope", "profile"],
    ["decision", "allow"],
  ] as const;
  const done = await responseOf(world, { ...submit(form, fields), ...signedIn });
  assert.match(visibleText(done), /You allowed the sign-in/);
  assert.deepEqual(world.asked.at(-1), [
    "acceptBackchannelRequest",
    { backchannel_challenge: "c5" },
    {
      subject: alice.subject,
      amr: ["pwd"],
      auth_time: 1_700_000_000,
      grant_scope: ["openid", "profile"],
      grant_access_token_audience: ["https://api.photos.example"],
      session: { userinfo: { name: alice.name } },
    },
  ]);
});

test("the user denies", async () => {
  const world = createTestPages(replies);
  const form = await responseOf(world, PAGE);
  const done = await responseOf(world, { ...submit(form, [["decision", "deny"]]), ...signedIn });
  assert.match(visibleText(done), /You denied the sign-in/);
  const rejected = ["rejectBackchannelRequest", { backchannel_challenge: "c5" }, undefined];
  assert.deepEqual(world.asked.at(-1), rejected);
});

test("the outcome is in the language of the request", async () => {
  const french = { ...asked, oidc_context: { ui_locales: ["fr"] } };
  const world = createTestPages({ ...replies, listBackchannelRequests: [french] });
  const form = await responseOf(world, PAGE);
  for (const decision of ["allow", "deny"]) {
    const done = await responseOf(world, {
      ...submit(form, [["decision", decision]]),
      ...signedIn,
    });
    assert.match(done.body, /<html lang="fr">/, decision);
  }
});

test("a form of another user, browser or request is not taken", async () => {
  const world = createTestPages(replies);
  const form = await responseOf(world, PAGE);
  const allow = submit(form, [["decision", "allow"]]);
  const other = { ...allow, subject: "mallory-1" };
  assert.equal((await responseOf(world, other)).status, 403, "another user of this browser");
  const without = { ...allow, ...signedIn, headers: {} };
  assert.equal((await responseOf(world, without)).status, 403, "another browser");
  const swapped = {
    ...allow,
    ...signedIn,
    body: allow.body.replace("challenge=c5", "challenge=c6"),
  };
  assert.equal((await responseOf(world, swapped)).status, 403, "another request");
  assert.ok(world.asked.every(([operation]) => operation === "listBackchannelRequests"));
});

test("a request that is not this user's any more is not answered", async () => {
  let lists = 0;
  const world = createTestPages({
    ...replies,
    listBackchannelRequests: () => ((lists += 1) === 1 ? [asked] : []),
  });
  const form = await responseOf(world, PAGE);
  const late = await responseOf(world, { ...submit(form, [["decision", "allow"]]), ...signedIn });
  assert.equal(late.status, 404);
  assert.equal(world.asked.at(-1)?.[0], "listBackchannelRequests");
});

test("a user whose sign-in is too old signs in again", async () => {
  const error = "unmet_authentication_requirements";
  const body = { error, error_description: "Too old.", status_code: 400 };
  const world = createTestPages(
    { ...replies, acceptBackchannelRequest: Response.json(body, { status: 400 }) },
    { sign_in_url: "/workspace/sign-in" },
  );
  const form = await responseOf(world, PAGE);
  const page = await responseOf(world, { ...submit(form, [["decision", "allow"]]), ...signedIn });
  assert.match(visibleText(page), /Sign in again/);
  assert.match(page.body, /page=approve&amp;prompt=login/);
});
