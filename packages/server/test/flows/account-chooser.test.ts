import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt } from "jose";
import { type App, registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { requestOf } from "../support/flow.ts";
import { openVisitor, type PageVisitor, type VisitedPage } from "../support/page-visitor.ts";
import { startTestServer } from "../support/server.ts";

const password = "correct horse battery staple";
const ACCOUNTS = "latchkey_accounts";
const select = { prompt: "select_account" };

async function start(settings: Readonly<Record<string, unknown>> = {}) {
  const world = await startTestServer({ "urls.self.issuer": "http://public.test", ...settings });
  const subjects: Record<string, string> = {};
  for (const username of ["alice", "bob", "mallory"]) {
    const claims = { name: `${username} <name>` };
    const created = await world.latchkey.createAccount({ body: { username, password, claims } });
    subjects[username] = created.subject;
  }
  const photos = await registerApp(world.latchkey, { skip_consent: true });
  const subjectOf = (username: string) => subjects[username] ?? assert.fail(username);
  return { ...world, world, photos, subjectOf };
}

type World = Awaited<ReturnType<typeof start>>;

/** Signs in on the form, past the list of accounts if there is one. */
async function signIn(
  world: World,
  visitor: PageVisitor,
  username: string,
  fields: Readonly<Record<string, string>> = {},
) {
  const page = await visitor.visit(authorizationUrl(world.photos, { prompt: "login" }));
  return visitor.submit(page, { username, password, ...fields });
}

/** A browser in which alice and bob signed in, bob last. */
async function startWithBoth(settings: Readonly<Record<string, unknown>> = {}) {
  const world = await start(settings);
  const visitor = openVisitor(world);
  await signIn(world, visitor, "alice");
  world.clock.now += 10;
  await signIn(world, visitor, "bob");
  const visit = (params: Readonly<Record<string, string>> = {}) =>
    visitor.visit(authorizationUrl(world.photos, params));
  const choose = async (username: string, page?: VisitedPage) =>
    visitor.submit(page ?? (await visit(select)), { account: world.subjectOf(username) });
  return { ...world, world, visitor, visit, choose };
}

describe("the list of accounts", () => {
  test("has those that signed in with this browser, and picking one takes no password", async () => {
    const both = await startWithBoth();
    const page = await both.visit(select);
    assert.match(
      page.text,
      /Choose an account .*bob <name> bob Signed in alice <name> alice Signed in/,
    );
    assert.ok(!page.body.includes("<name>"));
    assert.doesNotMatch(page.text, /mallory/);
    const done = await both.choose("alice", page);
    const { sub, auth_time, amr, sid } = await claimsOf(done, both);
    assert.equal(sub, both.subjectOf("alice"));
    assert.equal(auth_time, both.clock.now - 10, "as old as her sign-in");
    assert.deepEqual(amr, ["pwd"]);
    // She is the user of the browser now, in the same session as before, and bob can come back.
    const next = await claimsOf(await both.visit(), both);
    assert.deepEqual([next.sub, next["sid"]], [sub, sid]);
    assert.equal((await claimsOf(await both.choose("bob"), both)).sub, both.subjectOf("bob"));
  });

  test("is shown without being asked for only where one of them needs no password", async () => {
    const both = await startWithBoth();
    assert.ok(codeIn(await both.visit()), "the browser has a session");
    await signOut(both, "sign_out");
    const page = await both.visit();
    assert.match(page.text, /Choose an account .* bob Signed out .* alice Signed in/);
    await both.choose("alice", page);
    await signOut(both, "sign_out");
    assert.match((await both.visit()).text, /^.*Sign in to continue to Photos/);
    const again = await both.choose("alice");
    assert.match(again.body, /value="alice"/);
    assert.match(again.body, /name="password"/);
  });

  test("leads to the form for another account, and an account leaves it", async () => {
    const both = await startWithBoth();
    const page = await both.visit(select);
    const form = await both.visitor.submit(page, { account: "" });
    assert.match(form.body, /name="password"/);
    assert.ok(codeIn(await both.visitor.submit(form, { username: "mallory", password })));
    const three = await both.visit(select);
    assert.match(three.text, /mallory Signed in .* bob Signed in .* alice Signed in/);
    const left = await both.visitor.submit(three, { remove: both.subjectOf("bob") });
    assert.match(left.text, /Choose an account/);
    assert.doesNotMatch(left.text, /bob/);
    const forged = await both.choose("bob");
    assert.equal(codeIn(forged), null, "nor can he be named");
  });

  test("has five accounts at most: the one used longest ago is signed out", async () => {
    const world = await start();
    const visitor = openVisitor(world);
    const names = ["alice", "one", "two", "three", "four", "five"];
    for (const username of names.slice(1))
      await world.latchkey.createAccount({ body: { username, password } });
    for (const username of names) await signIn(world, visitor, username);
    const page = await visitor.visit(authorizationUrl(world.photos, select));
    assert.equal(page.body.match(/class="account-choice"/g)?.length, 5);
    assert.doesNotMatch(page.text, /alice/);
  });

  test("keeps accounts after the browser was closed that asked for it", async () => {
    const world = await start();
    const visitor = openVisitor(world);
    await signIn(world, visitor, "alice", { remember: "on" });
    await signIn(world, visitor, "bob");
    const kept = [...visitor.browser.cookies].filter(([name]) => name.endsWith("_kept"));
    assert.equal(kept.length, 1);
    const later = openVisitor(world, { browser: openBrowser(world, new Map(kept)) });
    const page = await later.visit(authorizationUrl(world.photos));
    assert.match(page.text, /Choose an account .* alice Signed in/);
    assert.doesNotMatch(page.text, /bob/);
  });

  test("is not shown to who has no list: the form is, and none is made without a sign-in", async () => {
    const world = await start();
    const visitor = openVisitor(world);
    const page = await visitor.visit(authorizationUrl(world.photos, select));
    assert.match(page.body, /name="password"/);
    await visitor.submit(page, { username: "alice", password: "a guess" });
    assert.ok(!visitor.browser.cookies.has(ACCOUNTS));
  });
});

describe("a hint", () => {
  const hints: [title: string, (world: World) => Readonly<Record<string, string>>][] = [
    ["the username", () => ({ login_hint: "Alice" })],
    ["the subject", ({ subjectOf }) => ({ login_hint: subjectOf("alice") })],
  ];
  for (const [title, hint] of hints) {
    test(`continues the session of the account that it names: ${title}`, async () => {
      const both = await startWithBoth();
      await signOut(both, "sign_out");
      const { sub } = await claimsOf(await both.visit(hint(both)), both);
      assert.equal(sub, both.subjectOf("alice"));
    });
  }

  test("of an ID token does, too, and one of an unknown user asks", async () => {
    const both = await startWithBoth();
    const { id_token = "" } = await tokensOf(await both.choose("alice"), both);
    await both.choose("bob");
    await signOut(both, "sign_out");
    const done = await both.visit({ id_token_hint: id_token });
    assert.equal((await claimsOf(done, both)).sub, both.subjectOf("alice"));
    await signOut(both, "sign_out");
    const form = await both.visit({ login_hint: "mallory" });
    assert.match(form.body, /value="mallory"/);
  });
});

describe("picking an account is not enough", () => {
  const rows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "with prompt=login": { prompt: "select_account login" },
    "with max_age=0": { max_age: "0", ...select },
    "with a max_age that has passed": { max_age: "5", ...select },
    "with a level that the session does not have": {
      ...select,
      claims: JSON.stringify({ id_token: { acr: { essential: true, value: "mfa" } } }),
    },
  };
  for (const [title, params] of Object.entries(rows)) {
    test(title, async () => {
      const both = await startWithBoth();
      const page = await both.visit(params);
      const picked = await both.visitor.submit(page, {
        step: "choose_account",
        account: both.subjectOf("alice"),
      });
      assert.equal(codeIn(picked), null);
      assert.match(picked.body, /name="password"/);
      assert.match(picked.body, /value="alice"/);
    });
  }

  test("where the policy became stricter", async () => {
    const both = await startWithBoth({ "identity.group_policies": { staff: "second_factor" } });
    await both.latchkey.updateAccount({ username: "alice", body: { groups: ["staff"] } });
    const picked = await both.choose("alice");
    assert.match(picked.body, /name="password"/);
    assert.ok(codeIn(await both.choose("bob")));
  });

  const endings: [title: string, end: (both: World) => Promise<unknown>][] = [
    [
      "when the account was disabled",
      ({ latchkey }) => latchkey.updateAccount({ username: "alice", body: { state: "disabled" } }),
    ],
    [
      "when the password was changed",
      ({ latchkey }) =>
        latchkey.updateAccount({ username: "alice", body: { password: "tweedledum tweedledee" } }),
    ],
    [
      "when an operator signed the user out",
      ({ latchkey, subjectOf }) =>
        latchkey.revokeAuthenticationSession({ subject: subjectOf("alice") }),
    ],
    [
      "when the account was deleted",
      ({ latchkey }) => latchkey.deleteAccount({ username: "alice" }),
    ],
    [
      "when the session is over",
      async ({ clock }) => {
        clock.now += 86_400;
      },
    ],
  ];
  for (const [title, end] of endings) {
    test(title, async () => {
      const both = await startWithBoth();
      await end(both);
      const picked = await both.choose("alice");
      assert.equal(codeIn(picked), null);
      assert.match(picked.body, /name="password"/);
    });
  }

  test("when the user signed out on the account page of another browser", async () => {
    const both = await startWithBoth();
    const other = openVisitor(both);
    await signIn(both, other, "alice");
    await other.submit(await other.visit("/account"), {}, "sign_out_others");
    assert.match((await both.choose("alice")).body, /name="password"/);
  });
});

describe("signing out", () => {
  test("ends the session of one account, or those of all", async () => {
    const both = await startWithBoth();
    const page = await both.visitor.visit("/oauth2/sessions/logout");
    assert.match(page.text, /You are also signed in as alice <name> in this browser\./);
    await both.visitor.submit(page, { decision: "sign_out_all" });
    for (const username of ["alice", "bob"])
      assert.match((await both.choose(username)).body, /name="password"/);
  });

  test("of the only account says nothing of others", async () => {
    const world = await start();
    const visitor = openVisitor(world);
    await signIn(world, visitor, "alice");
    const page = await visitor.visit("/oauth2/sessions/logout");
    assert.doesNotMatch(page.body, /sign_out_all|also signed in/);
  });
});

describe("an attacker", () => {
  test("who planted a cookie does not get the sessions of users who sign in with it", async () => {
    const world = await start();
    const mallory = openVisitor(world);
    await signIn(world, mallory, "mallory");
    const victim = openVisitor(world, { browser: mallory.browser.clone() });
    await signIn(world, victim, "alice");
    const page = await mallory.visit(authorizationUrl(world.photos, select));
    assert.doesNotMatch(page.text, /alice/);
    const picked = await mallory.submit(page, { account: world.subjectOf("alice") });
    assert.equal(codeIn(picked), null);
  });

  test("cannot name the session of another user, whose id is in ID tokens", async () => {
    const world = await start();
    const alice = openVisitor(world);
    const claims = await claimsOf(await signIn(world, alice, "alice"), world);
    const own = openVisitor(world);
    await signIn(world, own, "mallory");
    const value = { accounts: [{ subject: claims.sub, sid: claims["sid"] }] };
    const text = Buffer.from(JSON.stringify({ value, expires_at: 1e12 })).toString("base64url");
    const [, mac = ""] = (own.browser.cookies.get(ACCOUNTS) ?? "").split(".");
    const device = own.browser.cookies.get("latchkey_device") ?? "";
    for (const forged of [text, `${text}.${mac}`, `${text}.${"A".repeat(43)}`, device, "", "."]) {
      const jar = new Map(own.browser.cookies).set(ACCOUNTS, forged);
      const visitor = openVisitor(world, { browser: openBrowser(world, jar) });
      const page = await visitor.visit(authorizationUrl(world.photos, select));
      assert.doesNotMatch(page.text, /alice|Choose an account/);
    }
  });

  test("cannot pick for the user from another site, nor with the token of another request", async () => {
    const both = await startWithBoth();
    const page = await both.visit(select);
    const other = await both.visit(select);
    const [, csrf = ""] = /name="csrf" value="([^"]*)"/.exec(other.body) ?? [];
    for (const token of ["", csrf]) {
      const account = both.subjectOf("alice");
      const refused = await both.visitor.submit(page, { account, csrf: token });
      assert.equal(refused.status, 403);
      const removed = await both.visitor.submit(page, { remove: account, csrf: token });
      assert.equal(removed.status, 403);
    }
    const stranger = openVisitor(both);
    const stolen = await stranger.submit(page, { account: both.subjectOf("alice") });
    assert.equal(stolen.status, 403, "without the cookies of the browser");
  });
});

async function signOut({ visitor }: { readonly visitor: PageVisitor }, decision: string) {
  const page = await visitor.visit("/oauth2/sessions/logout");
  return visitor.submit(page, { decision });
}

function authorizationUrl(photos: App, params: Readonly<Record<string, string>> = {}): string {
  const asked = Object.entries(requestOf(photos, { scope: "openid", ...params }));
  return `/oauth2/auth?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
}

function codeIn({ url }: VisitedPage): string | null {
  return url.searchParams.get("code");
}

async function tokensOf(page: VisitedPage, { latchkey, photos }: World) {
  const code = codeIn(page) ?? assert.fail(`${page.url.href}: ${page.text}`);
  return latchkey.oauth2Token(
    { grant_type: "authorization_code", code, redirect_uri: photos.redirect_uri },
    { authorization: photos.authorization ?? "" },
  );
}

async function claimsOf(page: VisitedPage, world: World) {
  return decodeJwt((await tokensOf(page, world)).id_token ?? "");
}
