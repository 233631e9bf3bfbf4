import assert from "node:assert/strict";
import { test } from "node:test";

import type { Accounts } from "./accounts.ts";
import { alice, answerOf, get, loginRequest, openPages, submit, wordsOf } from "./fixture.ts";

const NEXT = "https://op.example/oauth2/auth?login_verifier=v";
const done = { redirect_to: NEXT };
const replies = {
  getLoginRequest: loginRequest,
  acceptLoginRequest: done,
  rejectLoginRequest: done,
};
const PASSWORD = ["password", "down the rabbit hole"] as const;

test("the login page says who asks and where the browser goes afterwards", async () => {
  const page = await answerOf(openPages(replies), get("/login?login_challenge=c1"));
  assert.equal(page.status, 200);
  const words = wordsOf(page);
  assert.match(words, /P Photos From photos\.example Sign in to continue to Photos/);
  assert.match(words, /Your browser then goes to photos\.example/);
  assert.match(page.body, /<input[^>]*id="username"[^>]*autofocus/);
});

test("the login page links to the client's privacy policy and terms, where it has them", async () => {
  const links = /<a href="([^"]*)"[^>]*>(Privacy policy|Terms of service)<\/a>/g;
  const uris = {
    policy_uri: "https://photos.example/privacy",
    tos_uri: "https://photos.example/t",
  };
  const client = { ...loginRequest.client, ...uris };
  const world = openPages({ getLoginRequest: { ...loginRequest, client } });
  const shown = await answerOf(world, get("/login?login_challenge=c1"));
  assert.deepEqual(
    [...shown.body.matchAll(links)].map(([, href, words]) => [words, href]),
    [
      ["Privacy policy", uris.policy_uri],
      ["Terms of service", uris.tos_uri],
    ],
  );

  const unlinked = { ...client, policy_uri: "", tos_uri: "javascript:alert(1)" };
  const other = openPages({ getLoginRequest: { ...loginRequest, client: unlinked } });
  const { body } = await answerOf(other, get("/login?login_challenge=c1"));
  assert.doesNotMatch(body, /Privacy policy|Terms of service|javascript/);
});

test("alice signs in, and a page of our own takes her onwards", async () => {
  const world = openPages(replies);
  const shown = await answerOf(world, get("/login?login_challenge=c1"));
  const left = await answerOf(world, submit(shown, [["username", " alice "], PASSWORD]));
  assert.equal(left.status, 200);
  assert.ok(left.body.includes(`content="0;url=${NEXT}"`));
  assert.ok(left.body.includes(`href="${NEXT}"`));
  assert.equal(left.headers["location"], undefined);
  const browser_session = { remember: true, remember_for: 86_400, session_cookie: true };
  const answer = { subject: alice.subject, ...browser_session, amr: ["pwd"] };
  assert.deepEqual(world.asked.at(-1), ["acceptLoginRequest", { login_challenge: "c1" }, answer]);
});

test("alice stays signed in when the browser closes, if she asks for it", async () => {
  const world = openPages(replies, { remember_login_for: 60 });
  const shown = await answerOf(world, get("/login?login_challenge=c1"));
  await answerOf(world, submit(shown, [["username", "alice"], PASSWORD, ["remember", "on"]]));
  const answer = { subject: alice.subject, remember: true, remember_for: 60, amr: ["pwd"] };
  assert.deepEqual(world.asked.at(-1)?.[2], answer);
});

test("whoever changes their mind goes back to the client", async () => {
  const world = openPages(replies);
  const shown = await answerOf(world, get("/login?login_challenge=c1"));
  const left = await answerOf(world, submit(shown, [["decision", "cancel"]]));
  assert.ok(left.body.includes(NEXT));
  const [operation, , body] = world.asked.at(-1) ?? [];
  assert.equal(operation, "rejectLoginRequest");
  assert.deepEqual(body, {
    error: "access_denied",
    error_description: "The person chose not to sign in.",
  });
});

const mistakes: [string, [string, string][], "username" | "password", RegExp][] = [
  ["no username", [["password", "x"]], "username", /Enter your username\./],
  ["no password", [["username", "alice"]], "password", /Enter your password\./],
  [
    "a wrong password",
    [
      ["username", "alice"],
      ["password", "x"],
    ],
    "password",
    /do not belong/,
  ],
];

for (const [title, fields, field, text] of mistakes) {
  test(`${title} is explained beside the field`, async () => {
    const world = openPages(replies);
    const shown = await answerOf(world, get("/login?login_challenge=c1"));
    const again = await answerOf(world, submit(shown, [...fields, ["remember", "on"]]));
    assert.equal(again.status, 422);
    assert.match(again.body, text);
    const input = new RegExp(`<input\\s[^>]*id="${field}"[^>]*>`).exec(again.body)?.[0] ?? "";
    assert.match(input, /autofocus/);
    assert.match(input, new RegExp(`aria-invalid="true" aria-describedby="${field}-problem"`));
    assert.match(again.body, new RegExp(`id="${field}-problem" role="alert"`));
    assert.match(again.body, /name="remember"[^>]*checked/);
    assert.doesNotMatch(again.body, /value="x"/, "a password is never sent back");
    assert.ok(world.asked.every(([operation]) => operation === "getLoginRequest"));
  });
}

test("mallory has to wait, and then not even the right password helps", async () => {
  const world = openPages(replies);
  const shown = await answerOf(world, get("/login?login_challenge=c1"));
  const guess = submit(shown, [
    ["username", "alice"],
    ["password", "x"],
  ]);
  for (let time = 0; time < 5; time += 1) await answerOf(world, guess);

  const slowed = await answerOf(world, submit(shown, [["username", "alice"], PASSWORD]));
  assert.equal(slowed.status, 429);
  assert.equal(slowed.headers["retry-after"], "1");
  assert.match(wordsOf(slowed), /Please wait one second/);
});

test("a password that is not checked for lack of time is asked for again, and is no failed attempt", async () => {
  let busy = true;
  const accounts: Accounts = {
    authenticate: async () => (busy ? { retry_after: 5 } : alice),
    profile: async () => alice,
  };
  const world = openPages(replies, { accounts });
  const shown = await answerOf(world, get("/login?login_challenge=c1"));
  const form = submit(shown, [["username", "alice"], PASSWORD]);
  for (let time = 0; time < 10; time += 1) {
    const again = await answerOf(world, form);
    assert.equal(again.status, 503);
    assert.equal(again.headers["retry-after"], "5");
    assert.match(wordsOf(again), /Too many people are signing in right now/);
  }
  busy = false;
  assert.equal((await answerOf(world, form)).status, 200);
});

test("a login_hint saves typing, and the cursor waits at the password", async () => {
  const hinted = { ...loginRequest, oidc_context: { login_hint: `alice"><script>` } };
  const world = openPages({ getLoginRequest: hinted });
  const { body } = await answerOf(world, get("/login?login_challenge=c1"));
  assert.ok(body.includes('value="alice&quot;&gt;&lt;script&gt;"'));
  assert.match(body, /<input[^>]*id="password"[^>]*autofocus/);
});

test("a remembered browser is passed on without a word", async () => {
  const remembered = { ...loginRequest, skip: true, subject: alice.subject };
  const world = openPages({ ...replies, getLoginRequest: remembered });
  const answer = await answerOf(world, get("/login?login_challenge=c1"));
  assert.equal(answer.status, 303);
  assert.equal(answer.headers["location"], NEXT);
  assert.deepEqual(world.asked.at(-1)?.[2], { subject: alice.subject });
});

test("a remembered account that is gone does not pass, and its sessions are forgotten", async () => {
  const remembered = { ...loginRequest, skip: true, subject: "bob-1" };
  const world = openPages({ getLoginRequest: remembered, revokeAuthenticationSession: {} });
  const answer = await answerOf(world, get("/login?login_challenge=c1"));
  assert.match(wordsOf(answer), /Please sign in again .* Start again/);
  assert.ok(
    answer.body.includes('href="https://op.example/oauth2/auth?client_id=photos&amp;state=s"'),
  );
  assert.deepEqual(world.asked.at(-1), [
    "revokeAuthenticationSession",
    { subject: "bob-1" },
    undefined,
  ]);
});
