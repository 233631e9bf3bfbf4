import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import { decodeJwt } from "jose";
import { type App, registerApp } from "../support/app.ts";
import { createAuthenticator, optionsIn } from "../support/authenticator.ts";
import { requestOf } from "../support/flow.ts";
import { openVisitor, type PageVisitor, type VisitedPage } from "../support/page-visitor.ts";
import { startTestServer } from "../support/server.ts";
import { codeOf, decodeKey } from "../support/totp.ts";

const ORIGIN = "http://public.test";
const PERIOD = 30;
const password = "correct horse battery staple";
const staff = { "identity.group_policies": { staff: "second_factor", admins: "passkey" } };

/** A server on which alice is in these groups. */
async function start(
  settings: Readonly<Record<string, unknown>> = {},
  groups: readonly string[] = ["staff"],
  client: OAuth2ClientInput = {},
) {
  const world = await startTestServer({ "urls.self.issuer": ORIGIN, ...settings });
  await world.latchkey.createAccount({ body: { username: "alice", password, groups } });
  await world.latchkey.createAccount({ body: { username: "bob", password } });
  const photos = await registerApp(world.latchkey, { skip_consent: true, ...client });
  return { ...world, world, photos };
}

type World = Awaited<ReturnType<typeof start>>;

async function passPassword(
  world: World,
  {
    username = "alice",
    params = {},
    visitor = openVisitor(world),
  }: {
    readonly username?: string;
    readonly params?: Readonly<Record<string, string>>;
    readonly visitor?: PageVisitor;
  } = {},
) {
  const login = await visitor.visit(authorizationUrl(world.photos, params));
  return { visitor, step: await visitor.submit(login, { username, password }) };
}

/** Sets up the authenticator app that a page of the sign-in offers. */
async function setUpApp(world: World, visitor: PageVisitor, step: VisitedPage) {
  const secret = secretOf(step);
  const form = formOf(step, "code");
  const codes = await visitor.submit(form, { code: codeOf(secret, world.clock.now) });
  const done = await visitor.submit(codes, {});
  world.clock.now += PERIOD; // That step is used.
  return { codes, done, code: () => codeOf(secret, world.clock.now) };
}

describe("a policy for a group", () => {
  test("asks its users for a second factor of every sign-in, and of no other user", async () => {
    const world = await start(staff);
    const { visitor, step } = await passPassword(world);
    assert.match(step.text, /Set up two-step verification Signing in here takes more than/);
    const { codes, done, code } = await setUpApp(world, visitor, step);
    assert.match(codes.text, /Save your recovery codes/);
    const { amr, acr } = await claimsOf(done, world);
    assert.deepEqual([amr, acr], [["pwd", "otp"], "mfa"]);

    const again = await passPassword(world);
    assert.match(again.step.text, /Enter the code from your authenticator app/);
    assert.ok(codeIn(await again.visitor.submit(again.step, { code: code() })));
    assert.ok(codeIn((await passPassword(world, { username: "bob" })).step));
  });

  test("asks for a passkey where that is the strictest of the user's groups", async () => {
    const world = await start(staff, ["staff", "admins"]);
    const { visitor, step } = await passPassword(world);
    assert.match(step.text, /Create a passkey Signing in here takes a passkey/);
    assert.doesNotMatch(step.text, /authenticator app/);
    const key = createAuthenticator(ORIGIN);
    const added = await visitor.submit(step, { passkey: key.create(optionsIn(step, "create")) });
    assert.match(added.text, /Confirm with your passkey to continue/);
    const done = await visitor.submit(added, { passkey: key.get(optionsIn(added, "get")) });
    const { amr, acr } = await claimsOf(done, world);
    assert.deepEqual([amr, acr], [["pwd", "hwk", "user"], "phr"]);
  });

  test("counts for everyone as a setting of the server", async () => {
    const world = await start({ "identity.policy": "second_factor" });
    const { step } = await passPassword(world, { username: "bob" });
    assert.match(step.text, /Set up two-step verification/);
  });

  test("is not lowered by anything that a request can say", async () => {
    const world = await start(staff);
    const requests = [
      { prompt: "login" },
      { prompt: "select_account" },
      { prompt: "consent" },
      { max_age: "0" },
      { max_age: "100000" },
      { acr_values: "" },
      { acr_values: "gold" },
      { login_hint: "alice" },
      { login_hint: "bob" },
      { claims: JSON.stringify({ id_token: { acr: { essential: false, value: "pwd" } } }) },
    ];
    for (const params of requests) {
      const { step } = await passPassword(world, { params });
      assert.match(step.text, /Set up two-step verification/, JSON.stringify(params));
    }
  });

  test("is that of the account page and of other pages of this server, too", async () => {
    const world = await start(staff);
    const visitor = openVisitor(world);
    const login = await visitor.visit("/account");
    const step = await visitor.submit(login, { username: "alice", password });
    assert.match(step.text, /Set up two-step verification/);
    assert.equal((await visitor.visit("/account")).url.pathname, "/login");
    const { done } = await setUpApp(world, visitor, step);
    assert.equal(done.url.pathname, "/account");
  });
});

describe("a policy that became stricter", () => {
  /** The same database with other settings: alice joins the group instead, which has the same effect. */
  const join = (world: World, groups: readonly string[]) =>
    world.latchkey.updateAccount({ username: "alice", body: { groups } });

  test("ends sessions with less: apps and pages ask again", async () => {
    const world = await start(staff, []);
    const { visitor, step } = await passPassword(world);
    const { id_token } = await tokensOf(step, world);
    assert.ok(codeIn(await visitor.visit(authorizationUrl(world.photos))), "signed in");
    assert.equal((await visitor.visit("/account")).url.pathname, "/account");

    await join(world, ["staff"]);
    assert.equal((await visitor.visit("/account")).url.pathname, "/login");
    const silent = { prompt: "none", id_token_hint: id_token };
    const refused = await visitor.visit(authorizationUrl(world.photos, silent));
    assert.equal(refused.url.searchParams.get("error"), "login_required");
    const asked = await visitor.visit(authorizationUrl(world.photos));
    assert.equal(asked.url.pathname, "/login");
    const second = await visitor.submit(asked, { username: "alice", password });
    const { done } = await setUpApp(world, visitor, second);
    assert.ok(codeIn(done));
    assert.ok(codeIn(await visitor.visit(authorizationUrl(world.photos))), "signed in again");
  });

  test("ends a session that was to be kept, and one with a factor that is not enough any more", async () => {
    const world = await start(staff);
    const visitor = openVisitor(world);
    const login = await visitor.visit(authorizationUrl(world.photos));
    const step = await visitor.submit(login, { username: "alice", password, remember: "on" });
    const { done, code } = await setUpApp(world, visitor, step);
    assert.ok(codeIn(done));
    await join(world, ["admins"]);
    const asked = await visitor.visit(authorizationUrl(world.photos));
    assert.equal(asked.url.pathname, "/login");
    const second = await visitor.submit(asked, { username: "alice", password });
    assert.match(second.text, /Enter the code from your authenticator app/);
    const third = await visitor.submit(second, { code: code() });
    assert.match(third.text, /Create a passkey/);
  });
});

describe("a stolen password", () => {
  test("sets up no factor beside the one that the account has", async () => {
    const world = await start({}, []);
    const alice = openVisitor(world);
    await alice.submit(await alice.visit("/account"), { username: "alice", password });
    const page = await alice.visit("/account");
    const key = createAuthenticator(ORIGIN);
    const passkey = key.create(optionsIn(page, "create"));
    await alice.submit(page, { passkey, name: "" }, "add_passkey");
    world.clock.now += 1;

    const thief = openVisitor(world);
    await thief.submit(await thief.visit("/account"), { username: "alice", password });
    const own = createAuthenticator(ORIGIN);
    const theirs = await thief.visit("/account");
    const forged = own.create(optionsIn(theirs, "create"));
    for (const [action, fields] of [
      ["add_passkey", { passkey: forged }],
      ["remove_factor", { factor_id: key.id }],
    ] as const) {
      const refused = await thief.submit(theirs, fields, action);
      assert.equal(refused.status, 403);
      assert.match(refused.body, /prompt=login&amp;confirm=factor/);
    }
    const step = await thief.visit("/account?step=authenticator_app");
    assert.equal(step.url.pathname, "/login");
    const confirm = await thief.submit(step, { username: "alice", password });
    assert.match(confirm.text, /Confirm with your passkey to continue/);
    // Alice can.
    const signed = await alice.visit("/workspace/sign-in?page=account&prompt=login&confirm=factor");
    const ownKey = key.get(optionsIn(signed, "get"));
    assert.equal((await alice.submit(signed, { passkey: ownKey })).url.pathname, "/account");
    const set_up = await alice.visit("/account?step=authenticator_app");
    assert.match(set_up.text, /Scan this QR code/);
  });

  test("sets up none from a form that was opened before the account had one", async () => {
    const world = await start(staff);
    const [thief, alice] = [await passPassword(world), await passPassword(world)];
    await setUpApp(world, alice.visitor, alice.step);
    const own = createAuthenticator(ORIGIN);
    const passkey = own.create(optionsIn(thief.step, "create"));
    const refused = await thief.visitor.submit(thief.step, { passkey });
    assert.match(refused.text, /Enter the code from your authenticator app/);
    const secret = secretOf(thief.step);
    const code = codeOf(secret, world.clock.now);
    const also = await thief.visitor.submit(formOf(thief.step, "code"), { code });
    assert.match(also.text, /Enter the code from your authenticator app/);
    const factors = await world.latchkey.listAccountFactors({ username: "alice" });
    assert.deepEqual(
      factors.map(({ kind }) => kind),
      ["totp"],
    );
  });

  test("does not pass for a factor: what forms carry is signed, for one login request and one step", async () => {
    const world = await start(staff);
    const { visitor, step } = await passPassword(world);
    const challenge = step.url.searchParams.get("login_challenge") ?? "";
    const [, state = ""] = /name="state" value="([^"]*)"/.exec(step.body) ?? [];
    // The state of one step, sent as that of another.
    for (const fields of [
      { step: "codes_saved" },
      { step: "codes_saved", state: `${state}x` },
      { step: "", code: "000000" },
    ]) {
      const answer = await visitor.submit(step, fields);
      assert.equal(codeIn(answer), null);
      assert.match(answer.text, /Sign in to continue/, JSON.stringify(fields));
    }
    // That of another login request.
    const other = await visitor.visit(authorizationUrl(world.photos));
    const moved = await visitor.submit(other, { step: "set_up", state });
    assert.match(moved.text, /Sign in to continue/);
    // Without the token of the form, and late.
    const bare = await visitor.submit(step, { csrf: "" });
    assert.equal(bare.status, 403);
    world.clock.now += 16 * 60;
    const late = await visitor.submit(formOf(step, "code"), { code: "000000" });
    assert.match(late.text, /Sign in to continue/);
    assert.notEqual(challenge, "");
  });
});

test("a wrong code, and none, set up nothing", async () => {
  const world = await start(staff);
  const { visitor, step } = await passPassword(world);
  const form = formOf(step, "code");
  const none = await visitor.submit(form, { code: " " });
  assert.equal(none.status, 422);
  assert.match(none.text, /Enter the code\./);
  const wrong = await visitor.submit(form, { code: "000000" });
  assert.match(wrong.text, /This code is not valid/);
  assert.deepEqual(secretOf(wrong), secretOf(step));
  const broken = await visitor.submit(step, { passkey: "{" });
  assert.match(broken.text, /The passkey was not added/);
  assert.deepEqual(await world.latchkey.listAccountFactors({ username: "alice" }), []);
});

test("where passkeys cannot work, a policy that asks for one says so", async () => {
  const world = await start({ ...staff, "urls.self.issuer": "http://127.0.0.1:4444" }, ["admins"]);
  const { step } = await passPassword(world);
  assert.equal(step.status, 403);
  assert.match(step.text, /You cannot sign in here/);
});

test("a disabled account does not sign in with its passkey, nor with the step that was open", async () => {
  const world = await start(staff);
  const { visitor, step } = await passPassword(world);
  const key = createAuthenticator(ORIGIN);
  const added = await visitor.submit(step, { passkey: key.create(optionsIn(step, "create")) });
  await world.latchkey.updateAccount({ username: "alice", body: { state: "disabled" } });
  const refused = await visitor.submit(added, { passkey: key.get(optionsIn(added, "get")) });
  assert.equal(codeIn(refused), null);
  const fresh = openVisitor(world);
  const login = await fresh.visit(authorizationUrl(world.photos));
  const alone = await fresh.submit(login, { passkey: key.get(optionsIn(login, "get")) });
  assert.equal(alone.status, 422);
});

/** A page without its forms before the one with such a field. */
function formOf(page: VisitedPage, field: string): VisitedPage {
  const at = page.body.lastIndexOf("<form", page.body.indexOf(`id="${field}"`));
  return { ...page, body: page.body.slice(at) };
}

function secretOf({ body }: VisitedPage): Buffer {
  return decodeKey(/class="typed-key">([^<]*)</.exec(body)?.[1] ?? assert.fail("no key"));
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
  const { id_token = "" } = await latchkey.oauth2Token(
    { grant_type: "authorization_code", code, redirect_uri: photos.redirect_uri },
    { authorization: photos.authorization ?? "" },
  );
  return { id_token };
}

async function claimsOf(page: VisitedPage, world: World) {
  return decodeJwt((await tokensOf(page, world)).id_token);
}
