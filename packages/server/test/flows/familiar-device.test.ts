import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { requestOf } from "../support/flow.ts";
import { openBrowser } from "../support/browser.ts";
import { openVisitor, type PageVisitor } from "../support/page-visitor.ts";
import { startTestServer } from "../support/server.ts";
import { codeOf, decodeKey } from "../support/totp.ts";

const password = "correct horse battery staple";
const DEVICE = "latchkey_device";

async function start(settings: Readonly<Record<string, unknown>> = {}) {
  const world = await startTestServer({ "urls.self.issuer": "http://public.test", ...settings });
  for (const username of ["alice", "mallory"])
    await world.latchkey.createAccount({ body: { username, password } });
  const photos = await registerApp(world.latchkey, { skip_consent: true });
  const asked = Object.entries(requestOf(photos, { scope: "openid", prompt: "login" }));
  const url = `/oauth2/auth?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
  const signIn = async (username: string, given = password, visitor = openVisitor(world)) => {
    const page = await visitor.submit(await visitor.visit(url), { username, password: given });
    return { visitor, page, isSignedIn: page.url.searchParams.has("code") };
  };
  const guess = async (times: number, visitor?: PageVisitor) => {
    for (let time = 0; time < times; time += 1) await signIn("alice", "a guess", visitor);
  };
  return { ...world, world, url, signIn, guess };
}

test("strangers who guess keep a user waiting everywhere but on the user's own devices", async () => {
  const { signIn, guess } = await start();
  const { visitor } = await signIn("alice");
  await guess(6);
  const elsewhere = await signIn("alice");
  assert.equal(elsewhere.page.status, 429);
  assert.ok((await signIn("alice", password, visitor)).isSignedIn);
  assert.ok((await signIn("ALICE ", password, visitor)).isSignedIn);
  assert.equal((await signIn("alice")).page.status, 429, "strangers go on waiting");
});

test("guesses on a familiar device wait there, too", async () => {
  const { signIn, guess, clock } = await start();
  const { visitor } = await signIn("alice");
  await guess(5, visitor);
  const waiting = await signIn("alice", password, visitor);
  assert.equal(waiting.page.status, 429);
  assert.ok((await signIn("alice")).isSignedIn, "other devices do not");
  clock.now += Number(waiting.page.headers.get("retry-after"));
  assert.ok((await signIn("alice", password, visitor)).isSignedIn);
});

test("the cookie of one account is of no use for another", async () => {
  const { signIn, guess } = await start();
  const { visitor } = await signIn("mallory");
  await guess(6);
  assert.equal((await signIn("alice", password, visitor)).page.status, 429);
});

test("a cookie that an attacker planted gives them nothing: each sign-in has a token of its own", async () => {
  const { world, signIn, guess } = await start();
  const { visitor: mallory } = await signIn("mallory");
  const planted = mallory.browser.clone();
  const { visitor } = await signIn("alice", password, openVisitor(world, { browser: planted }));
  await guess(6);
  assert.equal((await signIn("alice", "a guess", mallory)).page.status, 429);
  assert.ok((await signIn("alice", password, visitor)).isSignedIn);
});

const changes: [title: string, change: (value: string) => string][] = [
  ["without its signature", (value) => value.split(".")[0] ?? ""],
  ["with another signature", (value) => `${value.split(".")[0]}.${"A".repeat(43)}`],
  ["with other contents", (value) => `e30.${value.split(".")[1]}`],
  ["that is very long", (value) => value + "A".repeat(5_000)],
];

for (const [title, change] of changes) {
  test(`a cookie ${title} makes no device familiar`, async () => {
    const { world, signIn, guess } = await start();
    const { visitor } = await signIn("alice");
    const value = visitor.browser.cookies.get(DEVICE) ?? assert.fail("no cookie");
    await guess(6);
    const browser = openBrowser(world, new Map([[DEVICE, change(value)]]));
    const changed = openVisitor(world, { browser });
    assert.equal((await signIn("alice", password, changed)).page.status, 429);
  });
}

test("a new password, and signing out elsewhere, make devices strangers", async () => {
  const { world, signIn, guess, latchkey } = await start();
  const [one, two] = [(await signIn("alice")).visitor, (await signIn("alice")).visitor];
  await two.submit(await two.visit("/account"), {}, "sign_out_others");
  await guess(6);
  assert.equal((await signIn("alice", password, one)).page.status, 429);
  assert.ok((await signIn("alice", password, two)).isSignedIn);
  const next = "tweedledum and tweedledee";
  await latchkey.updateAccount({ username: "alice", body: { password: next } });
  assert.equal((await signIn("alice", next, two)).page.status, 429);
  world.clock.now += 60;
  assert.ok((await signIn("alice", next, two)).isSignedIn);
});

test("a device is known for 180 days after the last sign-in on it", async () => {
  const { signIn, guess, clock } = await start();
  const { visitor } = await signIn("alice");
  clock.now += 179 * 86_400;
  assert.ok((await signIn("alice", password, visitor)).isSignedIn);
  clock.now += 179 * 86_400;
  await guess(6);
  const copy = visitor.browser.cookies.get(DEVICE);
  assert.ok((await signIn("alice", password, visitor)).isSignedIn);
  assert.notEqual(visitor.browser.cookies.get(DEVICE), copy, "dated anew");
  clock.now += 181 * 86_400;
  await guess(6);
  assert.equal((await signIn("alice", password, visitor)).page.status, 429);
});

test("an attacker with the password cannot keep the user from the second step on a familiar device", async () => {
  const { world, signIn, url } = await start();
  const { visitor } = await signIn("alice");
  const offered = await visitor.visit("/account?step=authenticator_app");
  const secret = decodeKey(/class="typed-key">([^<]*)</.exec(offered.body)?.[1] ?? "");
  await visitor.submit(offered, { code: codeOf(secret, world.clock.now) }, "add_app");
  world.clock.now += 30;

  const thief = openVisitor(world);
  const step = await thief.submit(await thief.visit(url), { username: "alice", password });
  for (let time = 0; time < 6; time += 1) await thief.submit(step, { code: "000000" });
  const stuck = await thief.submit(step, { code: codeOf(secret, world.clock.now) });
  assert.equal(stuck.status, 429);
  const { page } = await signIn("alice", password, visitor);
  const done = await visitor.submit(page, { code: codeOf(secret, world.clock.now) });
  assert.ok(done.url.searchParams.has("code"));
});
