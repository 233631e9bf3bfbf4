import assert from "node:assert/strict";
import { test } from "node:test";

import type { Accounts } from "../accounts.ts";
import type { SignInThrottle } from "../throttle.ts";
import {
  alice,
  responseOf,
  get,
  loginRequest,
  createTestPages,
  submit,
  visibleText,
} from "../fixture.ts";

const NEXT = "https://op.example/oauth2/auth?login_verifier=v";
const done = { redirect_to: NEXT };
const replies = {
  getLoginRequest: loginRequest,
  acceptLoginRequest: done,
  rejectLoginRequest: done,
};
const PASSWORD = ["password", "down the rabbit hole"] as const;

test("the login page shows the client and the redirect destination", async () => {
  const page = await responseOf(createTestPages(replies), get("/login?login_challenge=c1"));
  assert.equal(page.status, 200);
  const words = visibleText(page);
  assert.match(words, /P Photos From photos\.example Sign in to continue to Photos/);
  assert.match(words, /You will be redirected to photos\.example/);
  assert.match(page.body, /<input[^>]*id="username"[^>]*autofocus/);
});

test("the login page links to the client's privacy policy and terms, if it has them", async () => {
  const links = /<a href="([^"]*)"[^>]*>(Privacy policy|Terms of service)<\/a>/g;
  const uris = {
    policy_uri: "https://photos.example/privacy",
    tos_uri: "https://photos.example/t",
  };
  const client = { ...loginRequest.client, ...uris };
  const world = createTestPages({ getLoginRequest: { ...loginRequest, client } });
  const shown = await responseOf(world, get("/login?login_challenge=c1"));
  assert.deepEqual(
    [...shown.body.matchAll(links)].map(([, href, words]) => [words, href]),
    [
      ["Privacy policy", uris.policy_uri],
      ["Terms of service", uris.tos_uri],
    ],
  );

  const unlinked = { ...client, policy_uri: "", tos_uri: "javascript:alert(1)" };
  const other = createTestPages({ getLoginRequest: { ...loginRequest, client: unlinked } });
  const { body } = await responseOf(other, get("/login?login_challenge=c1"));
  assert.doesNotMatch(body, /Privacy policy|Terms of service|javascript/);
});

test("a correct password leads to a redirecting page", async () => {
  const world = createTestPages(replies);
  const shown = await responseOf(world, get("/login?login_challenge=c1"));
  const left = await responseOf(world, submit(shown, [["username", " alice "], PASSWORD]));
  assert.equal(left.status, 200);
  assert.ok(left.body.includes(`content="0;url=${NEXT}"`));
  assert.ok(left.body.includes(`href="${NEXT}"`));
  assert.equal(left.headers["location"], undefined);
  const browserSession = { remember: true, remember_for: 86_400, session_cookie: true };
  const answer = { subject: alice.subject, ...browserSession, amr: ["pwd"] };
  assert.deepEqual(world.asked.at(-1), ["acceptLoginRequest", { login_challenge: "c1" }, answer]);
});

test("no answer to a form with a password repeats the form elsewhere, as 307 and 308 would", async () => {
  const world = createTestPages(replies);
  const shown = await responseOf(world, get("/login?login_challenge=c1"));
  const forms: (readonly [string, string])[][] = [
    [["username", "alice"], PASSWORD],
    [
      ["username", "alice"],
      ["password", "a guess"],
    ],
    [PASSWORD],
  ];
  for (const form of forms) {
    const answer = await responseOf(world, submit(shown, form));
    assert.ok(![307, 308].includes(answer.status), String(answer.status));
    assert.doesNotMatch(answer.body, /down the rabbit hole|a guess/);
  }
});

test("'Keep me signed in' makes the session persist", async () => {
  const world = createTestPages(replies, { remember_login_for: 60 });
  const shown = await responseOf(world, get("/login?login_challenge=c1"));
  await responseOf(world, submit(shown, [["username", "alice"], PASSWORD, ["remember", "on"]]));
  const answer = { subject: alice.subject, remember: true, remember_for: 60, amr: ["pwd"] };
  assert.deepEqual(world.asked.at(-1)?.[2], answer);
});

test("cancelling returns to the client", async () => {
  const world = createTestPages(replies);
  const shown = await responseOf(world, get("/login?login_challenge=c1"));
  const left = await responseOf(world, submit(shown, [["decision", "cancel"]]));
  assert.ok(left.body.includes(NEXT));
  const [operation, , body] = world.asked.at(-1) ?? [];
  assert.equal(operation, "rejectLoginRequest");
  assert.deepEqual(body, {
    error: "access_denied",
    error_description: "The user cancelled sign-in.",
  });
});

const errors: {
  readonly title: string;
  readonly fields: [string, string][];
  readonly field: "username" | "password";
  readonly text: RegExp;
}[] = [
  {
    title: "no username",
    fields: [["password", "x"]],
    field: "username",
    text: /Enter your username or email address\./,
  },
  {
    title: "no password",
    fields: [["username", "alice"]],
    field: "password",
    text: /Enter your password\./,
  },
  {
    title: "a wrong password",
    fields: [
      ["username", "alice"],
      ["password", "x"],
    ],
    field: "password",
    text: /Incorrect username or password\./,
  },
];

for (const { title, fields, field, text } of errors) {
  test(`${title} is reported at the field`, async () => {
    const world = createTestPages(replies);
    const shown = await responseOf(world, get("/login?login_challenge=c1"));
    const again = await responseOf(world, submit(shown, [...fields, ["remember", "on"]]));
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

/** Allows `attempts` attempts and records all calls. */
function recordingThrottle(attempts: number) {
  const calls: string[] = [];
  const throttle: SignInThrottle = {
    async attempt(username, address) {
      calls.push(`attempt ${username} ${address}`);
      return calls.length > attempts ? { seconds: 1, limit: "username" } : { seconds: 0 };
    },
    succeed: async (username, address) => void calls.push(`succeed ${username} ${address}`),
    withdraw: async (username, address) => void calls.push(`withdraw ${username} ${address}`),
  };
  return { throttle, calls };
}

test("while throttled, even the correct password is not checked", async () => {
  const { throttle } = recordingThrottle(5);
  const world = createTestPages(replies, { throttle });
  const shown = await responseOf(world, get("/login?login_challenge=c1"));
  const guess = submit(shown, [
    ["username", "alice"],
    ["password", "x"],
  ]);
  for (let time = 0; time < 5; time += 1) await responseOf(world, guess);

  const slowed = await responseOf(world, submit(shown, [["username", "alice"], PASSWORD]));
  assert.equal(slowed.status, 429);
  assert.equal(slowed.headers["retry-after"], "1");
  assert.match(visibleText(slowed), /Too many attempts\. Try again in 1 second\./);
});

test("a success is reported to the throttle, a wrong password is not", async () => {
  const { throttle, calls } = recordingThrottle(10);
  const world = createTestPages(replies, { throttle });
  const shown = await responseOf(world, get("/login?login_challenge=c1"));
  for (const password of ["x", PASSWORD[1]]) {
    const form = submit(shown, [
      ["username", "alice"],
      ["password", password],
    ]);
    await responseOf(world, { ...form, address: "192.0.2.1" });
  }
  assert.deepEqual(calls, [
    "attempt alice 192.0.2.1",
    "attempt alice 192.0.2.1",
    "succeed alice 192.0.2.1",
  ]);
});

test("the password is checked in the name of the address that sent it", async () => {
  const calls: unknown[] = [];
  const accounts: Accounts = {
    async authenticate(...given) {
      calls.push(given);
      return alice;
    },
    profile: async () => alice,
  };
  const world = createTestPages(replies, { accounts });
  const shown = await responseOf(world, get("/login?login_challenge=c1"));
  const form = submit(shown, [["username", "alice"], PASSWORD]);
  await responseOf(world, { ...form, address: "192.0.2.1" });
  assert.deepEqual(calls, [["alice", PASSWORD[1], "192.0.2.1"]]);
});

test("a password that was not checked because of load is not a failed attempt", async () => {
  let busy = true;
  const accounts: Accounts = {
    authenticate: async () => (busy ? { retry_after: 5 } : alice),
    profile: async () => alice,
  };
  const { throttle, calls } = recordingThrottle(10);
  const world = createTestPages(replies, { accounts, throttle });
  const shown = await responseOf(world, get("/login?login_challenge=c1"));
  const form = submit(shown, [["username", "alice"], PASSWORD]);
  for (let time = 0; time < 2; time += 1) {
    const again = await responseOf(world, form);
    assert.equal(again.status, 503);
    assert.equal(again.headers["retry-after"], "5");
    assert.match(visibleText(again), /Too many people are signing in right now/);
  }
  busy = false;
  assert.equal((await responseOf(world, form)).status, 200);
  assert.deepEqual(
    calls.map((call) => call.split(" ")[0]),
    ["attempt", "withdraw", "attempt", "withdraw", "attempt", "succeed"],
  );
});

test("a login_hint fills in the username and focuses the password", async () => {
  const hinted = { ...loginRequest, oidc_context: { login_hint: `alice"><script>` } };
  const world = createTestPages({ getLoginRequest: hinted });
  const { body } = await responseOf(world, get("/login?login_challenge=c1"));
  assert.ok(body.includes('value="alice&quot;&gt;&lt;script&gt;"'));
  assert.match(body, /<input[^>]*id="password"[^>]*autofocus/);
});

test("an existing session is accepted without a page", async () => {
  const remembered = { ...loginRequest, skip: true, subject: alice.subject };
  const world = createTestPages({ ...replies, getLoginRequest: remembered });
  const answer = await responseOf(world, get("/login?login_challenge=c1"));
  assert.equal(answer.status, 303);
  assert.equal(answer.headers["location"], NEXT);
  assert.deepEqual(world.asked.at(-1)?.[2], { subject: alice.subject });
});

test("a session of a deleted account is not accepted, and its sessions are revoked", async () => {
  const remembered = { ...loginRequest, skip: true, subject: "bob-1" };
  const world = createTestPages({ getLoginRequest: remembered, revokeAuthenticationSession: {} });
  const answer = await responseOf(world, get("/login?login_challenge=c1"));
  assert.match(visibleText(answer), /Sign in again .* Start again/);
  assert.ok(
    answer.body.includes('href="https://op.example/oauth2/auth?client_id=photos&amp;state=s"'),
  );
  assert.deepEqual(world.asked.at(-1), [
    "revokeAuthenticationSession",
    { subject: "bob-1" },
    undefined,
  ]);
});

/** Alice has to choose another password; `chosen` receives those that are saved. */
function mustChange(chosen: string[]): Accounts {
  return {
    authenticate: async () => ({ must_change_password: alice }),
    profile: async () => alice,
    choosePassword: async (subject, password) => {
      assert.equal(subject, alice.subject);
      if (password.length < 8) return "too_short";
      chosen.push(password);
      return undefined;
    },
  };
}

test("a user who has to choose another password is signed in with it, and not before", async () => {
  const chosen: string[] = [];
  const world = createTestPages(replies, { accounts: mustChange(chosen) });
  const shown = await responseOf(world, get("/login?login_challenge=c1"));
  const [cookie = ""] = shown.headers["set-cookie"] ?? [];
  const headers = { cookie: cookie.split(";")[0] };
  const sent = [["username", "alice"], PASSWORD, ["remember", "on"]] as const;
  const asked = await responseOf(world, submit(shown, sent));
  assert.match(visibleText(asked), /Choose a new password/);
  assert.deepEqual(
    world.asked.map(([id]) => id),
    ["getLoginRequest", "getLoginRequest"],
  );

  const answer = async (from: typeof asked, password: string, change = (text: string) => text) => {
    const request = submit(from, [
      ["decision", "choose_password"],
      ["new_password", password],
    ]);
    return responseOf(world, { ...request, headers, body: change(request.body) });
  };
  const short = await answer(asked, "short");
  assert.equal(short.status, 422);
  assert.match(visibleText(short), /Use at least 8 characters/);
  const forged = Buffer.from(`{"value":{"subject":"bob-1"},"expires_at":9e9}`).toString(
    "base64url",
  );
  for (const forge of [
    (text: string) => text.replace(/password_state=[^.&]*/, `password_state=${forged}`),
    (text: string) => text.replace(/password_state=[^&]*/, ""),
  ]) {
    assert.equal((await answer(asked, "tea at five o'clock", forge)).status, 403);
  }
  assert.deepEqual(chosen, []);
  const left = await answer(short, "tea at five o'clock");
  assert.match(left.body, /login_verifier/);
  assert.deepEqual(chosen, ["tea at five o'clock"]);
  const [, , body] = world.asked.at(-1) ?? [];
  assert.partialDeepStrictEqual(body, { subject: alice.subject, remember: true });
});
