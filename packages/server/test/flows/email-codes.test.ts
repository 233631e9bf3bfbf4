import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openBrowser } from "../support/browser.ts";
import { withIdentity } from "../support/identity.ts";
import { keptMails, mailTo } from "../support/kept-mails.ts";
import { openVisitor, type VisitedPage } from "../support/page-visitor.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const password = "correct horse battery staple";
const address = "alice@wonderland.example";
const enabled = { "identity.email_codes.enabled": true };

async function start(settings: Readonly<Record<string, unknown>> = enabled) {
  const world = await startTestServer(settings);
  const claims = { email: address, email_verified: true };
  await world.latchkey.createAccount({ body: { username: "alice", password, claims } });
  return world;
}

/** Asks for a code in a new browser, or in this one. */
async function ask(world: TestServer, username: string, visitor = openVisitor(world)) {
  const login = await visitor.visit("/account");
  const page = await visitor.submit(login, { username, decision: "email_code" });
  return { visitor, page, enter: (code: string) => visitor.submit(page, { code }) };
}

/** The server as a proxy forwards to it for a network address. */
function behind(world: TestServer, network: string): Pick<TestServer, "fetch"> {
  return {
    fetch: (input, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set("x-forwarded-for", network);
      return world.fetch(input, { ...init, headers });
    },
  };
}

async function codeTo(world: TestServer, to: string): Promise<string> {
  return /\b\d{6}\b/.exec((await mailTo(world, to)).text)?.[0] ?? assert.fail("no code");
}

/** Every other code. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const stateIn = ({ body }: VisitedPage) =>
  /name="email_state" value="([^"]*)"/.exec(body)?.[1] ?? assert.fail("no state");

describe("a code by mail", () => {
  test("signs its user in, once, in the browser that asked", async () => {
    const world = await start();
    const asked = await ask(world, "alice");
    assert.match(asked.page.text, /If there is an account with a verified email address/);
    const mail = await mailTo(world, address);
    const code = await codeTo(world, address);
    assert.ok(!/https?:/.test(mail.text), "there is no link to follow");
    const missing = await asked.enter(" ");
    assert.equal(missing.status, 422);
    assert.equal((await asked.enter(wrong(code))).status, 422);
    const done = await asked.enter(`${code.slice(0, 3)} ${code.slice(3)}`);
    assert.equal(done.url.pathname, "/account");
    const { identity } = withIdentity(world.server.context);
    const { subject = "" } = (await identity.store.accounts.find("alice")) ?? {};
    const sessions = await identity.store.account_sessions.list(subject, world.clock.now, 10);
    assert.deepEqual(
      sessions.map(({ amr }) => amr),
      [["otp"]],
    );
    assert.notEqual((await asked.enter(code)).url.pathname, "/account", "it works once");
  });

  test("is one factor: another one is asked for", async () => {
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
    const asked = await ask(world, address);
    const page = await asked.enter(await codeTo(world, address));
    assert.match(page.text, /Enter the code from your authenticator app/i);
    assert.equal((await asked.visitor.visit("/account")).url.pathname, "/login");
  });

  test("is not offered unless the setting says so", async () => {
    const world = await start({});
    const { page } = await ask(world, "alice");
    assert.doesNotMatch(page.text, /Email me a code/);
    assert.ok(!page.body.includes("email_state"));
    assert.deepEqual(await keptMails(world), []);
  });

  test("expires, and is not sent to who has to choose a new password or is disabled", async () => {
    const world = await start();
    const asked = await ask(world, "alice");
    const code = await codeTo(world, address);
    world.clock.now += 600;
    assert.notEqual((await asked.enter(code)).url.pathname, "/account");
    for (const state of ["must_change_password", "disabled"] as const) {
      const before = (await keptMails(world)).length;
      await world.latchkey.updateAccount({ username: "alice", body: { state } });
      await ask(world, "alice");
      assert.equal((await keptMails(world)).length, before, state);
    }
  });
});

describe("a stranger", () => {
  test("has five tries, and then the right code does not help", async () => {
    const world = await start({ ...enabled, "limits.sign_in.failures_per_username": 100 });
    const asked = await ask(world, "alice");
    const code = await codeTo(world, address);
    for (let count = 0; count < 5; count += 1) {
      const page = await asked.enter(wrong(code));
      assert.equal(page.status, 422);
      assert.match(page.text, /not valid/);
    }
    const right = await asked.enter(code);
    assert.equal(right.status, 422);
    assert.match(right.text, /This code no longer works/);
  });

  test("is slowed down over all codes of an account together", async () => {
    const world = await start({ ...enabled, "limits.sign_in.failures_per_username": 3 });
    const asked = await ask(world, "alice");
    const code = await codeTo(world, address);
    for (let count = 0; count < 3; count += 1) await asked.enter(wrong(code));
    const again = await ask(world, "alice");
    assert.equal((await again.enter("000000")).status, 429);
  });

  test("uses up their own limit first, and the owner learns when that of the name ends", async () => {
    const world = await start({
      ...enabled,
      "serve.trusted_proxies": ["127.0.0.0/8"],
      "limits.sign_in.failures_per_username_overall": 100,
    });
    const familiar = openVisitor(world);
    await familiar.submit(await familiar.visit("/account"), { username: "alice", password });
    const askFrom = (network: string, name = "alice") =>
      ask(world, name, openVisitor(behind(world, network)));
    for (let count = 0; count < 3; count += 1) await askFrom("203.0.113.1");
    const refused = await askFrom("203.0.113.1");
    assert.equal(refused.page.status, 429);
    assert.match(refused.page.text, /Too many emails were requested\. .* in 1 second\./);
    assert.equal((await keptMails(world)).length, 3);

    const owner = await askFrom("198.51.100.7");
    assert.match(owner.page.text, /a code is on its way/);
    const account = await owner.enter(await codeTo(world, address));
    assert.equal(account.url.pathname, "/account");

    const flood = async (name: string) => {
      for (let count = 0; count < 10; count += 1) await askFrom(`192.0.${count}.1`, name);
      const { page } = await askFrom("198.51.100.9", name);
      assert.equal(page.status, 429, name);
      assert.match(page.text, /You can request another one in \d seconds?\./);
      assert.match(page.headers.get("retry-after") ?? "", /^\d$/);
    };
    await flood("alice");
    await flood("nobody");
    const sent = (await keptMails(world)).length;
    const device = familiar.browser.cookies.get("latchkey_device") ?? assert.fail("no device");
    const browser = openBrowser(world, new Map([["latchkey_device", device]]));
    const known = await ask(world, "alice", openVisitor(world, { browser }));
    assert.match(
      known.page.text,
      /a code is on its way/,
      "on a familiar device nothing else counts",
    );
    assert.equal((await keptMails(world)).length, sent + 1);
  });

  test("cannot use a code in another browser, nor for another sign-in", async () => {
    const world = await start();
    const victim = await ask(world, "alice");
    const code = await codeTo(world, address);
    const stranger = await ask(world, "alice-is-not-here");
    assert.notEqual((await stranger.enter(code)).url.pathname, "/account");
    // With the state of the victim's form in a form of their own.
    const forged = {
      ...stranger.page,
      body: stranger.page.body.replace(stateIn(stranger.page), stateIn(victim.page)),
    };
    const answer = await stranger.visitor.submit(forged, { code });
    assert.equal(answer.url.pathname, "/login");
    assert.match(answer.text, /Password/);
    assert.equal((await victim.enter(code)).url.pathname, "/account");
  });

  test("learns nothing about who has an account", async () => {
    const world = await start();
    await world.latchkey.createAccount({ body: { username: "unverified", password } });
    const { identity } = withIdentity(world.server.context);
    const calls: string[] = [];
    for (const [name, table] of Object.entries({
      accounts: identity.store.accounts,
      codes: identity.store.one_time_codes,
      mails: identity.store.mail_outbox,
    })) {
      for (const [verb, work] of Object.entries(table)) {
        if (typeof work !== "function" || ["take", "finish"].includes(verb)) continue;
        Reflect.set(table, verb, (...given: unknown[]): unknown => {
          calls.push(`${name}.${verb}`);
          return Reflect.apply(work, table, given);
        });
      }
    }
    const seen = async (username: string) => {
      calls.length = 0;
      const { page, enter } = await ask(world, username);
      const asked = [...calls];
      const tried = await enter("not a code");
      return { text: page.text, asked, status: tried.status, answer: tried.text };
    };
    const known = await seen("alice");
    assert.deepEqual(known.asked, ["accounts.findByName", "codes.add", "mails.add"]);
    for (const name of ["nobody", "unverified", address])
      assert.deepEqual(await seen(name), known, name);
  });
});
