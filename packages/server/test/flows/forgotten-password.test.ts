import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PasskeyFactor } from "../../../identity/src/store/port.ts";
import { withIdentity } from "../support/identity.ts";
import { keptMails, linkIn, mailTo } from "../support/kept-mails.ts";
import { openVisitor } from "../support/page-visitor.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const password = "correct horse battery staple";
const next = "tweedledum and tweedledee";
const address = "alice@wonderland.example";

async function start(settings: Readonly<Record<string, unknown>> = {}) {
  const world = await startTestServer(settings);
  const claims = { email: address, email_verified: true };
  await world.latchkey.createAccount({ body: { username: "alice", password, claims } });
  return world;
}

/** Asks for a link in a new browser. */
async function ask(world: TestServer, username: string) {
  const visitor = openVisitor(world);
  const page = await visitor.visit("/forgot-password");
  return visitor.submit(page, { username });
}

/** The link in the newest mail to alice, as a path of this server. */
async function resetLink(world: TestServer): Promise<string> {
  await ask(world, "alice");
  const { pathname, search } = new URL(linkIn(await mailTo(world, address)));
  return pathname + search;
}

async function signIn(world: TestServer, words: string) {
  const visitor = openVisitor(world);
  const login = await visitor.visit("/account");
  const page = await visitor.submit(login, { username: "alice", password: words });
  return { visitor, page };
}

describe("a forgotten password", () => {
  test("is replaced by a link of a mail, which works once and ends all sessions", async () => {
    const world = await start();
    const { visitor: elsewhere } = await signIn(world, password);
    const login = await openVisitor(world).visit("/account");
    assert.match(login.text, /Forgot your password\?/);
    assert.match(login.body, /href="\/forgot-password"/);

    const link = await resetLink(world);
    const visitor = openVisitor(world);
    const form = await visitor.visit(link);
    assert.match(form.text, /For the account alice/);
    assert.equal(form.headers.get("referrer-policy"), "no-referrer");
    assert.equal(form.headers.get("cache-control"), "no-store");
    const refused = await visitor.submit(form, { new_password: "password" });
    assert.equal(refused.status, 422);
    const done = await visitor.submit(form, { new_password: next });
    assert.match(done.text, /Your password has been changed/);
    const [event] = await world.latchkey.listAccountEvents({ username: "alice" });
    assert.equal(event?.kind, "password_changed");

    assert.equal((await elsewhere.visit("/account")).url.pathname, "/login");
    assert.match((await signIn(world, password)).page.text, /Incorrect username or password/);
    assert.equal((await signIn(world, next)).page.url.pathname, "/account");
    const replayed = await visitor.submit(form, { new_password: "yet another password" });
    assert.equal(replayed.status, 400);
    assert.match(replayed.text, /This link no longer works/);
    assert.equal((await openVisitor(world).visit(link)).status, 400);
    assert.match((await mailTo(world, address)).subject, /Your password was reset by email/);
  });

  test("opening the link changes nothing and signs no user in", async () => {
    const world = await start();
    const link = await resetLink(world);
    for (let count = 0; count < 3; count += 1)
      assert.equal((await openVisitor(world).visit(link)).status, 200);
    const visitor = openVisitor(world);
    const form = await visitor.visit(link);
    await visitor.submit(form, { new_password: next });
    assert.equal((await visitor.visit("/account")).url.pathname, "/login");
  });

  test("of two requests with one link, one sets the password", async () => {
    const world = await start();
    const link = await resetLink(world);
    const choices = ["the first of the two", "the second of the two"];
    const pages = await Promise.all(
      choices.map(async (new_password) => {
        const visitor = openVisitor(world);
        return visitor.submit(await visitor.visit(link), { new_password });
      }),
    );
    assert.deepEqual(
      pages.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 400],
    );
    const won = choices[pages.findIndex(({ status }) => status === 200)] ?? "";
    assert.equal((await signIn(world, won)).page.url.pathname, "/account");
  });

  test("a link is void after half an hour, and once the password or the address has changed", async () => {
    const world = await start();
    const isValid = async (link: string) => (await openVisitor(world).visit(link)).status === 200;
    const old = await resetLink(world);
    assert.equal(await isValid(old), true);
    world.clock.now += 1_800;
    assert.equal(await isValid(old), false);

    const beforePassword = await resetLink(world);
    await world.latchkey.updateAccount({ username: "alice", body: { password: next } });
    assert.equal(await isValid(beforePassword), false);

    const beforeAddress = await resetLink(world);
    const claims = { email: "other@wonderland.example", email_verified: true };
    await world.latchkey.updateAccount({ username: "alice", body: { claims } });
    assert.equal(await isValid(beforeAddress), false);

    world.clock.now += 100_000;
    await ask(world, "alice");
    const mail = await mailTo(world, "other@wonderland.example");
    await world.latchkey.updateAccount({ username: "alice", body: { state: "disabled" } });
    const { pathname, search } = new URL(linkIn(mail));
    assert.equal(await isValid(pathname + search), false);
  });

  test("a link does not stand in for a second factor", async () => {
    const world = await start();
    const { identity } = withIdentity(world.server.context);
    const { subject = "" } = (await identity.store.accounts.find("alice")) ?? {};
    await identity.store.factors.add({
      factor_id: `totp:${subject}`,
      subject,
      kind: "totp",
      name: "",
      secret: "AAECAwQFBgcICQ",
      counter: 0,
      created_at: world.clock.now,
      last_used_at: undefined,
    });
    const visitor = openVisitor(world);
    const form = await visitor.visit(await resetLink(world));
    await visitor.submit(form, { new_password: next });
    const { page, visitor: other } = await signIn(world, next);
    assert.match(page.text, /6-digit code/);
    assert.equal((await other.visit("/account")).url.pathname, "/login");
  });
});

describe("what could use the account before", () => {
  const passkeyOf = (subject: string, factor_id: string, created_at: number): PasskeyFactor => ({
    factor_id,
    subject,
    kind: "passkey",
    name: factor_id,
    public_key: { key: "pQECAyYgASFYIA", transports: ["internal"], is_synced: false },
    counter: 0,
    created_at,
    last_used_at: undefined,
  });

  async function plant() {
    const world = await start();
    const { identity } = withIdentity(world.server.context);
    const { subject = "" } = (await identity.store.accounts.find("alice")) ?? {};
    const { factors, linked_identities } = identity.store;
    const before = world.clock.now;
    await factors.add(passkeyOf(subject, "planted", before));
    await factors.add(passkeyOf(subject, "laptop", before));
    const there = {
      id: "there",
      name: "There",
      issuer: "https://there.example",
      client_id: "here",
    };
    const body = { ...there, client_secret: "a secret", scope: ["openid"] };
    await world.latchkey.createIdentityProvider({ body });
    await linked_identities.link({
      provider_id: "there",
      provider_subject: "mallory",
      subject,
      label: "mallory@there.example",
      linked_at: before,
      last_used_at: before,
    });
    world.clock.now += 10;
    return { world, identity, subject, factors, linked_identities };
  }

  async function reset(world: TestServer) {
    const visitor = openVisitor(world);
    const form = await visitor.visit(await resetLink(world));
    return visitor.submit(form, { new_password: next });
  }

  test("is listed after a reset, each to keep or to remove, and the mail says so", async () => {
    const { world, subject, factors, linked_identities } = await plant();
    const done = await reset(world);
    assert.match(done.text, /sign in and check what could use your account before/);
    const mail = await mailTo(world, address);
    assert.match(
      mail.text,
      /Passkeys, .* linked accounts and connected apps from before still work/,
    );
    assert.match(linkIn(mail), /\/account\?step=recovery$/);

    world.clock.now += 10;
    await factors.add(passkeyOf(subject, "new", world.clock.now));
    const visitor = openVisitor(world);
    const login = await visitor.visit("/account?step=recovery");
    const page = await visitor.submit(login, { username: "alice", password: next });
    assert.equal(page.url.search, "?step=recovery");
    assert.match(page.text, /laptop Passkey · Added on .* planted Passkey .* There mallory@there/);
    assert.ok(!page.body.includes("factor new"), "what was added since is not in question");
    const undecided = await visitor.submit(page, { "factor planted": "remove" });
    assert.equal(undecided.status, 422);
    assert.match(undecided.text, /Choose for each whether to keep or to remove it/);
    assert.equal((await factors.list(subject)).length, 3);

    const choices = {
      "factor planted": "remove",
      "factor laptop": "keep",
      "provider there": "remove",
      "factor new": "remove",
    };
    const saved = await visitor.submit(undecided, choices);
    assert.match(saved.text, /Your choices have been saved/);
    const ids = (await factors.list(subject)).map(({ factor_id }) => factor_id);
    assert.deepEqual(ids, ["laptop", "new"]);
    assert.deepEqual(await linked_identities.list(subject), []);
    const events = await world.latchkey.listAccountEvents({ username: "alice" });
    const kinds = new Set(events.map(({ kind }) => kind));
    assert.ok(kinds.has("factor_removed") && kinds.has("provider_unlinked"));
    const again = await visitor.submit(undecided, { ...choices, "factor laptop": "remove" });
    assert.equal(again.url.pathname, "/account");
    assert.equal((await factors.list(subject)).length, 2, "the decision is made once");
    assert.doesNotMatch((await visitor.visit("/account")).text, /Check what can use/);
  });

  test("is removed with the new password alone, and nothing else is", async () => {
    const { world, subject, factors } = await plant();
    await reset(world);
    const { visitor, page } = await signIn(world, next);
    assert.match(page.text, /Check what can use your account .* Check now/);
    const direct = await visitor.submit(page, {
      action: "remove_factor",
      factor_id: "planted",
    });
    assert.equal(direct.status, 403, "elsewhere on the page it takes a factor");
    assert.equal((await factors.list(subject)).length, 2);
    const step = await visitor.visit("/account?step=recovery");
    assert.equal(step.status, 200);
    world.clock.now += 16 * 60;
    const choices = {
      "factor planted": "remove",
      "factor laptop": "keep",
      "provider there": "keep",
    };
    assert.equal(
      (await visitor.submit(step, choices)).status,
      403,
      "a sign-in of just now is needed",
    );
    assert.equal((await factors.list(subject)).length, 2);
    world.clock.now += 7 * 86_400;
    const late = await signIn(world, next);
    assert.doesNotMatch(late.page.text, /Check what can use/);
  });

  test("is not in question where no password was reset, nor on another account", async () => {
    const { world, subject, factors } = await plant();
    const { visitor } = await signIn(world, password);
    const page = await visitor.visit("/account?step=recovery");
    assert.equal(page.url.search, "");
    const forged = await visitor.submit(page, {
      action: "finish_recovery",
      "factor planted": "remove",
    });
    assert.equal(forged.url.pathname, "/account");
    assert.equal((await factors.list(subject)).length, 2);
  });

  test("is asked for once more after another reset", async () => {
    const { world } = await plant();
    await reset(world);
    world.clock.now += 10;
    const visitor = openVisitor(world);
    const form = await visitor.visit(await resetLink(world));
    const done = await visitor.submit(form, { new_password: "yet another password" });
    assert.equal(done.status, 200);
    const { page } = await signIn(world, "yet another password");
    assert.match(page.text, /Check what can use your account/);
  });
});

describe("a stranger", () => {
  test("learns nothing about who has an account: the same answer, and the same work", async () => {
    const world = await start();
    await world.latchkey.createAccount({ body: { username: "unverified", password } });
    const { identity } = withIdentity(world.server.context);
    const calls: string[] = [];
    const count = (name: string, table: object): void => {
      for (const [verb, work] of Object.entries(table)) {
        if (typeof work !== "function") continue;
        Reflect.set(table, verb, (...given: unknown[]): unknown => {
          calls.push(`${name}.${verb}`);
          return Reflect.apply(work, table, given);
        });
      }
    };
    const { mail_outbox, one_time_links, accounts } = identity.store;
    count("links", one_time_links);
    count("accounts", accounts);
    const added: string[] = [];
    const add = mail_outbox.add.bind(mail_outbox);
    Reflect.set(mail_outbox, "add", (...[delivery]: Parameters<typeof add>) => {
      added.push(delivery.mail?.template ?? "");
      return add(delivery);
    });
    const seen = async (username: string) => {
      calls.length = 0;
      added.length = 0;
      const { status, text } = await ask(world, username);
      return { status, text, calls: [...calls], added: [...added] };
    };
    const known = await seen("alice");
    assert.match(known.text, /Check your email/);
    assert.deepEqual(known.added, ["reset_password"]);
    assert.deepEqual(known.calls, ["accounts.findByName", "links.add"]);
    for (const name of ["nobody", "nobody@wonderland.example", "unverified", address])
      assert.deepEqual(await seen(name), known, name);
    const to = (await keptMails(world)).map((mail) => mail.to);
    assert.deepEqual(to, [address, address]);
  });

  test("is slowed down by name and by address, and fills no mailbox", async () => {
    const world = await start({ "limits.sign_in.failures_per_username": 5 });
    for (let count = 0; count < 3; count += 1)
      assert.equal((await ask(world, "alice")).status, 200);
    const paused = await ask(world, "alice");
    assert.equal(paused.status, 429);
    assert.match(paused.text, /Too many emails were requested/);
    await ask(world, "alice");
    const waiting = await ask(world, "alice");
    assert.equal(waiting.status, 429);
    assert.match(waiting.text, /Too many attempts/);
    assert.ok(Number(waiting.headers.get("retry-after")) > 0);
    assert.equal((await ask(world, "nobody")).status, 200);
    assert.equal((await keptMails(world)).length, 3);
  });

  test("does not choose where the link leads", async () => {
    const world = await start({
      "urls.self.issuer": "http://127.0.0.1:4444/",
      "urls.self.public": "http://127.0.0.1:4444/",
    });
    const visitor = openVisitor(world);
    const page = await visitor.visit("/forgot-password");
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? "";
    const answer = await visitor.browser.go("http://public.test/forgot-password", {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        forwarded: "host=evil.example",
      },
      body: new URLSearchParams({ csrf, username: "alice" }).toString(),
    });
    assert.equal(answer.status, 200);
    const mail = await mailTo(world, address);
    assert.ok(linkIn(mail).startsWith("http://127.0.0.1:4444/reset-password?token="));
    assert.ok(!mail.text.includes("evil.example") && !mail.html.includes("evil.example"));
  });

  test("has no use for guessed tokens, nor for forms of another site", async () => {
    const world = await start();
    for (const token of ["", "a", "A".repeat(43), "A".repeat(10_000)])
      assert.equal((await openVisitor(world).visit(`/reset-password?token=${token}`)).status, 400);
    const link = await resetLink(world);
    const visitor = openVisitor(world);
    for (const path of ["/forgot-password", link]) {
      const page = await visitor.visit(path);
      const forged = { ...page, body: page.body.replace(/name="csrf" value="[^"]*"/, "") };
      const fields = { username: "alice", new_password: next, csrf: "forged" };
      assert.equal((await visitor.submit(forged, fields)).status, 403, path);
    }
    assert.equal((await openVisitor(world).visit(link)).status, 200);
  });

  test("finds no token in the log", async () => {
    const world = await start();
    const link = await resetLink(world);
    const visitor = openVisitor(world);
    await visitor.submit(await visitor.visit(link), { new_password: next });
    const token = new URL(link, "http://public.test").searchParams.get("token") ?? "";
    assert.equal(token.length, 43);
    assert.ok(world.lines.length > 0);
    assert.ok(!world.lines.some((line) => line.includes(token)));
  });
});

test("nothing is offered where no mails are sent", async () => {
  const world = await startTestServer({ "urls.self.issuer": "https://op.example/" });
  const visitor = openVisitor(world);
  for (const path of ["/forgot-password", "/reset-password?token=a", "/verify-email?token=a"])
    assert.equal((await visitor.visit(path)).status, 404, path);
});
