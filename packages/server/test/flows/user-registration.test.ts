import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KeptMail } from "../../../identity/src/mail/kept-mails.ts";
import { features } from "../../../cli/src/features.ts";
import { describeProblem } from "../../src/config/problem.ts";
import { checkConfig, loadConfig } from "../../src/process/composed-config.ts";
import { registerApp } from "../support/app.ts";
import { createAuthenticator, optionsIn } from "../support/authenticator.ts";
import { authorize, requestOf } from "../support/flow.ts";
import { openBrowser } from "../support/browser.ts";
import { withIdentity } from "../support/identity.ts";
import { openVisitor, type PageVisitor, type VisitedPage } from "../support/page-visitor.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const ORIGIN = "http://public.test";
const password = "correct horse battery staple";
const address = "alice@wonderland.example";
const name = "Alice Liddell";

async function start(settings: Readonly<Record<string, unknown>> = {}) {
  const world = await startTestServer({
    "urls.self.issuer": ORIGIN,
    dev: true,
    "identity.registration": "open",
    ...settings,
  });
  const photos = await registerApp(world.latchkey, { skip_consent: true });
  return { ...world, world, photos };
}

type World = Awaited<ReturnType<typeof start>>;

const mailsOf = async ({ server }: Pick<TestServer, "server">): Promise<readonly KeptMail[]> => {
  await server.settled();
  return withIdentity(server.context).identity.mails.kept() ?? [];
};

const newestMail = async (world: Pick<TestServer, "server">): Promise<KeptMail> =>
  (await mailsOf(world))[0] ?? assert.fail("no mail was sent");

const linkIn = ({ text }: Pick<KeptMail, "text">): string =>
  /http:\S+/.exec(text)?.[0] ?? assert.fail("no link in the mail");

/** Opens the app, and follows the link of the login page to register. */
async function openRegistration({ world, photos }: Pick<World, "world" | "photos">) {
  const visitor = openVisitor(world);
  const login = await visitor.visit(authorizationUrl(photos));
  const link = /<a href="([^"]*register[^"]*)">/.exec(login.body)?.[1] ?? assert.fail("no link");
  return { visitor, page: await visitor.visit(link) };
}

function authorizationUrl(app: World["photos"], params = {}): string {
  const query = Object.entries(requestOf(app, { ...params }));
  return `/oauth2/auth?${new URLSearchParams(query.map(([key, value]) => [key, String(value)]))}`;
}

const codeIn = ({ url }: VisitedPage): string | null => url.searchParams.get("code");

const fill = (visitor: PageVisitor, page: VisitedPage, fields = {}): Promise<VisitedPage> =>
  visitor.submit(page, { name, password, ...fields });

/** Registers up to the form behind the link. */
async function followLink(world: World, email = address) {
  const { visitor, page } = await openRegistration(world);
  await visitor.submit(page, { email });
  const link = linkIn(await newestMail(world));
  return { visitor, link, form: await visitor.visit(link) };
}

describe("a user who registers", () => {
  test("verifies the address by a link, chooses a password, and is signed in at the app", async () => {
    const world = await start();
    const { visitor, page } = await openRegistration(world);
    assert.match(page.text, /Create account .* Already have an account\? Sign in/);
    assert.match(page.body, /Photos|photos/);
    const sent = await visitor.submit(page, { email: ` ${address.toUpperCase()} ` });
    assert.equal(sent.status, 200);
    assert.match(sent.text, /Check your inbox/);
    const mail = await newestMail(world);
    assert.equal(mail.to, address, "the address is written to as it is stored");
    assert.equal(mail.subject, "Create your account for Latchkey");
    const form = await visitor.visit(linkIn(mail));
    assert.match(form.text, /Create account Your account for alice@wonderland\.example Name/);
    const done = await fill(visitor, form);
    assert.ok(codeIn(done), done.text);

    const account = await world.latchkey.getAccount({ username: address });
    const { claims, groups, state } = account;
    assert.deepEqual([groups, state], [[], "active"]);
    assert.deepEqual(
      [claims.name, claims.email, claims.email_verified, claims.preferred_username],
      [name, address, true, name],
    );
    const again = openVisitor(world);
    const login = await again.visit(authorizationUrl(world.photos));
    assert.ok(codeIn(await again.submit(login, { username: address, password })));
  });

  test("chooses a passkey instead", async () => {
    const world = await start();
    const { visitor, form } = await followLink(world);
    const key = createAuthenticator(ORIGIN);
    const written = /data-passkey-create="([^"]*)"/.exec(form.body)?.[1] ?? "{}";
    const options: unknown = JSON.parse(written.replaceAll("&quot;", '"'));
    const refused = await fill(visitor, form, {
      password: "",
      passkey: key.create(options, { challenge: "another" }),
    });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /The passkey was not added/);
    const passkey = key.create(options);
    const done = await fill(visitor, form, { password: "", passkey });
    assert.ok(codeIn(done), done.text);
    const factors = await world.latchkey.listAccountFactors({ username: address });
    assert.deepEqual(
      factors.map(({ id, kind, name: called }) => [id, kind, called]),
      [[key.id, "passkey", "Linux"]],
    );
  });

  test("with a passkey has no password, and keeps the last passkey until there is another way", async () => {
    const world = await start();
    const { visitor, form } = await followLink(world);
    const key = createAuthenticator(ORIGIN);
    const written = /data-passkey-create="([^"]*)"/.exec(form.body)?.[1] ?? "{}";
    const options: unknown = JSON.parse(written.replaceAll("&quot;", '"'));
    await fill(visitor, form, { password: "", passkey: key.create(options) });
    const page = await visitor.visit("/account");
    assert.match(page.text, /Set a password/);
    assert.doesNotMatch(page.text, /Current password/);
    const kept = await visitor.submit(page, { factor_id: key.id }, "remove_factor");
    assert.equal(kept.status, 422);
    assert.match(kept.text, /This is the only way to sign in to your account/);
    const factors = () => world.latchkey.listAccountFactors({ username: address });
    assert.equal((await factors()).length, 1);

    await visitor.submit(kept, { new_password: password }, "set_password");
    const again = openVisitor(world);
    const login = await again.visit("/account");
    const passkey = key.get(optionsIn(login, "get"));
    const account = await again.submit(login, { passkey });
    assert.match(account.text, /Current password/);
    const removed = await again.submit(account, { factor_id: key.id }, "remove_factor");
    assert.equal(removed.status, 200);
    assert.deepEqual(await factors(), []);
  });

  test("corrects what the form refuses, and the link stays valid meanwhile", async () => {
    const world = await start({ "identity.registration_usernames": true });
    await world.latchkey.createAccount({ body: { username: "bob", password } });
    const { visitor, form } = await followLink(world);
    const cases: [Record<string, string>, RegExp][] = [
      [{ name: " \u202e ", username: "alice" }, /Enter your name/],
      [{ username: "bob" }, /This username is taken/],
      [{ username: "bob@wonderland.example" }, /2 to 64 letters or digits/],
      [{ username: "alice", password: "short" }, /Use at least 8 characters/],
      [{ username: "alice", password: "password" }, /Many people use this password/],
      [{ username: "alice", password: "AliceLiddell" }, /without your name/],
    ];
    for (const [fields, text] of cases) {
      const refused = await fill(visitor, form, fields);
      assert.equal(refused.status, 422);
      assert.match(refused.text, text);
      assert.doesNotMatch(refused.body, /AliceLiddell/);
    }
    assert.ok(codeIn(await fill(visitor, form, { username: " Alice " })));
    const { claims } = await world.latchkey.getAccount({ username: "alice" });
    assert.deepEqual([claims.email_verified, claims.preferred_username], [true, undefined]);
  });

  test("takes longer than the login request lasts, and can still sign in", async () => {
    const world = await start({ "ttl.login_consent_request": "10m" });
    const { visitor, form } = await followLink(world);
    world.clock.now += 3 * 3600;
    const done = await fill(visitor, form);
    assert.match(done.text, /Your account is ready/);
    assert.equal((await world.latchkey.listAccounts({})).length, 1);
  });

  test("comes without an app, and goes to the account page", async () => {
    const world = await start();
    const visitor = openVisitor(world);
    await visitor.submit(await visitor.visit("/register"), { email: address });
    const form = await visitor.visit(linkIn(await newestMail(world)));
    const done = await fill(visitor, form);
    assert.match(done.text, /Your account is ready/);
    assert.match(done.body, /href="\/workspace\/sign-in\?page=account"/);
  });

  test("gets the mail in the language of the page", async () => {
    const world = await start();
    const visitor = openVisitor(world);
    const german = await visitor.visit(authorizationUrl(world.photos, { ui_locales: "de" }));
    const link = /<a href="([^"]*register[^"]*)">/.exec(german.body)?.[1] ?? "";
    await visitor.submit(await visitor.visit(link), { email: address });
    assert.equal((await newestMail(world)).subject, "Ihr Konto bei Latchkey erstellen");
  });

  test("is sent to the page by prompt=create, which discovery offers", async () => {
    const world = await start();
    const { prompt_values_supported } = await world.latchkey.discoverOpenIDConfiguration();
    assert.ok(prompt_values_supported?.includes("create"));
    const visitor = openVisitor(world);
    const page = await visitor.visit(authorizationUrl(world.photos, { prompt: "create" }));
    assert.equal(page.url.pathname, "/register");
    await visitor.submit(page, { email: address });
    const done = await fill(visitor, await visitor.visit(linkIn(await newestMail(world))));
    assert.ok(codeIn(done), done.text);
  });
});

describe("who may register", () => {
  for (const mode of ["off", "invite"]) {
    test(`no stranger, where identity.registration is ${mode}`, async () => {
      const world = await start({ "identity.registration": mode });
      const visitor = openVisitor(world);
      const login = await visitor.visit(authorizationUrl(world.photos));
      assert.doesNotMatch(login.body, /register/);
      const page = await visitor.visit("/register");
      assert.equal(page.status, 403);
      assert.match(page.text, /An administrator has to invite you/);
      const forged = await world.fetch(`${ORIGIN}/register`, {
        method: "POST",
        body: "email=a@b.c",
      });
      assert.equal(forged.status, 403);
      const { prompt_values_supported } = await world.latchkey.discoverOpenIDConfiguration();
      assert.ok(!prompt_values_supported?.includes("create"));
      const asked = await authorize(
        openBrowser(world),
        requestOf(world.photos, { prompt: "create" }),
      );
      assert.match(asked.headers.get("location") ?? "", /error=invalid_request/);
      assert.deepEqual(await mailsOf(world), []);
    });
  }

  test("those with an address of the domains", async () => {
    const world = await start({
      "identity.registration": "domain",
      "identity.registration_domains": ["wonderland.example", "bücher.example"],
    });
    const { visitor, page } = await openRegistration(world);
    for (const email of [
      "mallory@evil.example",
      "mallory@sub.wonderland.example",
      "mallory@wonderland.example.evil.example",
      '"mallory@evil.example"@wonderland.example',
      "mallory@evil.example,alice@wonderland.example",
    ]) {
      assert.equal((await visitor.submit(page, { email })).status, 422, email);
    }
    assert.deepEqual(await mailsOf(world), []);
    for (const email of [address, "alice@xn--bcher-kva.example"]) {
      assert.match((await visitor.submit(page, { email })).text, /Check your inbox/);
    }
    assert.equal((await mailsOf(world)).length, 2);
  });

  test("no user on this server's page, where urls.registration names another one", async () => {
    const world = await start({ "urls.registration": "https://id.example/sign-up" });
    assert.equal((await world.fetch(`${ORIGIN}/register`)).status, 404);
    const page = await openVisitor(world).visit(
      authorizationUrl(world.photos, { prompt: "create" }),
    );
    assert.equal(page.url.hostname, "id.example");
  });
});

describe("the settings", () => {
  const smtp = {
    "mail.smtp.url": "smtp://mail.example",
    "mail.from": "no-reply@wonderland.example",
  };
  const problemsOf = (settings: Readonly<Record<string, unknown>>): readonly string[] => {
    const flags = { "urls.self.issuer": "https://op.example", ...settings };
    const loaded = loadConfig({ flags, features });
    const problems = loaded.ok ? checkConfig(loaded.value.config, "all", features) : loaded.error;
    return problems.map(describeProblem).filter((text) => text.includes("identity."));
  };
  const cases: [string, Readonly<Record<string, unknown>>, RegExp | undefined][] = [
    ["open without mail", { "identity.registration": "open" }, /needs mails.*set mail\.smtp\.url/],
    ["open with mail", { "identity.registration": "open", ...smtp }, undefined],
    ["open in development", { "identity.registration": "open", dev: true }, undefined],
    ["invite without mail", { "identity.registration": "invite" }, undefined],
    [
      "domain without domains",
      { "identity.registration": "domain", ...smtp },
      /registration_domains.*must not be empty/,
    ],
    [
      "domain with an address",
      {
        "identity.registration": "domain",
        "identity.registration_domains": ["alice@wonderland.example"],
        ...smtp,
      },
      /must be domains/,
    ],
  ];
  for (const [title, settings, expected] of cases) {
    test(`${title}: ${expected === undefined ? "accepted" : "refused"}`, () => {
      const found = problemsOf(settings);
      if (expected === undefined) assert.deepEqual(found, []);
      else assert.match(found.join("\n"), expected);
    });
  }
});

describe("an attacker", () => {
  test("sees the same for an address that has an account, whose owner gets a mail that says so", async () => {
    const world = await start();
    await world.latchkey.createAccount({
      body: { username: "bob", password, claims: { email: address, email_verified: true } },
    });
    const { visitor, page } = await openRegistration(world);
    const [known, unknown] = [
      await visitor.submit(page, { email: address }),
      await visitor.submit(page, { email: "other@wonderland.example" }),
    ];
    const plain = ({ status, body, headers }: VisitedPage, email: string) => [
      status,
      body.replaceAll(email, "<address>"),
      [...headers.keys()],
    ];
    assert.deepEqual(plain(known, address), plain(unknown, "other@wonderland.example"));
    const [second, first] = await mailsOf(world);
    assert.equal(second?.template, "register");
    assert.deepEqual([first?.to, first?.template], [address, "account_exists"]);
    assert.doesNotMatch(first?.text ?? "", /token=/);
  });

  test("causes the same writes for an address that has an account", async () => {
    const written: string[][] = [];
    let log: string[] = [];
    const world = await startTestServer(
      { "urls.self.issuer": ORIGIN, dev: true, "identity.registration": "open" },
      {},
    );
    await world.latchkey.createAccount({ body: { username: address, password } });
    const { identity } = withIdentity(world.server.context);
    const { registrations, mail_outbox, one_time_links, accounts } = identity.store;
    const note = (target: object, label: string): void => {
      for (const [key, value] of Object.entries(target)) {
        if (typeof value !== "function") continue;
        Object.assign(target, {
          [key]: (...parameters: unknown[]): unknown => {
            log.push(`${label}.${key}`);
            return Reflect.apply(value, target, parameters);
          },
        });
      }
    };
    note(registrations, "registrations");
    note(one_time_links, "one_time_links");
    note(accounts, "accounts");
    note(mail_outbox, "mail_outbox");
    const visitor = openVisitor(world);
    const page = await visitor.visit("/register");
    for (const email of [address, "other@wonderland.example"]) {
      log = [];
      await visitor.submit(page, { email });
      written.push(log.filter((entry) => !/mail_outbox\.(?!add)/.test(entry)));
      await world.server.settled();
    }
    assert.deepEqual(written[0], written[1]);
    assert.ok(written[0]?.includes("one_time_links.add"));
  });

  test("does not get an account whose address is that of another user, whatever the letters", async () => {
    const world = await start();
    const { visitor, page } = await openRegistration(world);
    // U+212A, the Kelvin sign, is k in lower case.
    await visitor.submit(page, { email: "mi\u212ae@wonderland.example" });
    assert.equal((await newestMail(world)).to, "mike@wonderland.example");
  });

  test("is not signed in as a user who follows the link of a registration that the attacker began", async () => {
    const world = await start();
    const { visitor: mallory, page } = await openRegistration(world);
    await mallory.submit(page, { email: address });
    const alice = openVisitor(world);
    const form = await alice.visit(linkIn(await newestMail(world)));
    const done = await fill(alice, form);
    assert.match(done.text, /Your account is ready/);
    assert.equal(codeIn(done), null);
    const login_challenge = page.url.searchParams.get("login_challenge") ?? "";
    const asked = await world.latchkey.getLoginRequest({ login_challenge });
    assert.equal(asked.subject, "");
  });

  test("cannot use a link again, nor two at once for one address", async () => {
    const world = await start();
    const one = await followLink(world);
    const two = await followLink(world);
    const [first, second] = await Promise.all([
      fill(one.visitor, one.form),
      fill(one.visitor, one.form),
    ]);
    const outcomes = [first, second].map((page) => (codeIn(page) ? "in" : page.status));
    assert.equal(outcomes.filter((outcome) => outcome === "in").length, 1, String(outcomes));
    assert.equal((await one.visitor.visit(one.link)).status, 404);
    assert.equal((await fill(one.visitor, one.form, { password: "mine mine mine" })).status, 404);
    const late = await fill(two.visitor, two.form, { password: "mine mine mine" });
    assert.equal(late.status, 409);
    assert.match(late.text, /You already have an account/);
    assert.equal((await world.latchkey.listAccounts({})).length, 1);
  });

  test("cannot use a link that has expired, or that is of another kind", async () => {
    const world = await start({ "ttl.registration": "1h" });
    const { visitor, link } = await followLink(world);
    const crossed = link.replace("/register/account", "/register/invitation");
    assert.equal((await visitor.visit(crossed)).status, 404);
    world.clock.now += 3601;
    assert.equal((await visitor.visit(link)).status, 404);
    assert.equal((await visitor.visit("/register/account?token=x")).status, 404);
    assert.equal((await visitor.visit("/register/account")).status, 404);
  });

  test("cannot send a form of another browser, nor for another link", async () => {
    const world = await start();
    const { form, visitor } = await followLink(world);
    const mallory = openVisitor(world);
    const stolen = await fill(mallory, form);
    assert.equal(stolen.status, 403);
    const other = await followLink(world, "bob@wonderland.example");
    const csrf = /name="csrf" value="([^"]*)"/.exec(other.form.body)?.[1] ?? "";
    assert.equal((await fill(visitor, form, { csrf })).status, 403);
    const { page } = await openRegistration(world);
    assert.equal((await mallory.submit(page, { email: address })).status, 403);
    assert.deepEqual(await world.latchkey.listAccounts({}), []);
  });

  test("does not change where the link leads by the Host of the request", async () => {
    const world = await start();
    const { visitor, page } = await openRegistration(world);
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? "";
    await visitor.browser.go(page.url.href, {
      method: "POST",
      headers: {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ csrf, email: address }).toString(),
    });
    assert.ok(linkIn(await newestMail(world)).startsWith(`${ORIGIN}/register/account?token=`));
  });

  test("fills neither a mailbox nor the database", async () => {
    const world = await start({ "limits.strangers.user_registrations": 5 });
    const { visitor, page } = await openRegistration(world);
    for (let count = 0; count < 3; count += 1) {
      const sent = await visitor.submit(page, { email: address });
      assert.match(sent.text, /Check your inbox/);
    }
    const paused = await visitor.submit(page, { email: address });
    assert.equal(paused.status, 429);
    assert.match(paused.text, /You can request another one in 1 second/);
    assert.equal((await mailsOf(world)).length, 3);
    for (const email of ["carol@wonderland.example", "dave@wonderland.example"])
      assert.equal((await visitor.submit(page, { email })).status, 200);
    const full = await visitor.submit(page, { email: "bob@wonderland.example" });
    assert.equal(full.status, 503);
    assert.match(full.text, /Try again later/);
    assert.ok(full.headers.get("retry-after"));
    world.clock.now += 24 * 3600;
    const fresh = await openRegistration(world);
    const sent = await fresh.visitor.submit(fresh.page, { email: address });
    assert.match(sent.text, /Check your inbox/);
    assert.equal((await mailsOf(world)).length, 1, "the earlier ones are a day old");
  });

  test("has to wait after too many requests from one address", async () => {
    const world = await start({
      "limits.rate.user_registrations": 2,
      "limits.rate.exempt": [],
    });
    const { visitor, page } = await openRegistration(world);
    for (const number of [1, 2]) {
      const sent = await visitor.submit(page, { email: `alice${number}@wonderland.example` });
      assert.equal(sent.status, 200);
    }
    const refused = await visitor.submit(page, { email: address });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    assert.match(refused.text, /Too many attempts/);
  });

  test("stores no markup", async () => {
    const world = await start();
    const { visitor, form } = await followLink(world);
    const done = await fill(visitor, form, { name: '<b>"Alice"</b>', password: "short" });
    assert.doesNotMatch(done.body, /<b>/);
    assert.match(done.text, /short|Use at least 8/);
  });
});

describe("an invitation", () => {
  test("becomes an account with a verified address, groups and attributes", async () => {
    const world = await start({ "identity.registration": "invite" });
    const invited = await world.latchkey.createInvitation({
      body: {
        email: " Alice@Wonderland.Example".trim(),
        name,
        groups: ["staff"],
        attributes: { employee_number: 4711 },
        locale: "fr",
      },
    });
    assert.deepEqual([invited.email, invited.mailed, invited.link], [address, true, undefined]);
    assert.deepEqual(
      (await world.latchkey.listInvitations({})).map(({ id }) => id),
      [invited.id],
    );
    const mail = await newestMail(world);
    assert.equal(mail.subject, "Invitation à rejoindre Latchkey");
    const visitor = openVisitor(world);
    const form = await visitor.visit(linkIn(mail));
    assert.match(form.body, /value="Alice Liddell"/);
    assert.match(form.text, /Accept your invitation/);
    const done = await fill(visitor, form);
    assert.match(done.text, /Your account is ready/);
    const { claims, groups, attributes } = await world.latchkey.getAccount({ username: address });
    assert.deepEqual(
      [claims.email_verified, groups, attributes],
      [true, ["staff"], { employee_number: 4711 }],
    );
    assert.deepEqual(await world.latchkey.listInvitations({}), []);
    assert.equal((await fill(visitor, form)).status, 404, "it is used once");
  });

  test("whose link an administrator hands over does not verify the address", async () => {
    const world = await start({ "identity.registration": "invite" });
    const body = { email: address, send_mail: false };
    const { link, mailed } = await world.latchkey.createInvitation({ body });
    assert.equal(mailed, false);
    assert.deepEqual(await mailsOf(world), []);
    const visitor = openVisitor(world);
    await fill(visitor, await visitor.visit(link ?? ""));
    const { claims } = await world.latchkey.getAccount({ username: address });
    assert.deepEqual([claims.email, claims.email_verified], [address, undefined]);
  });

  test("is withdrawn, replaced, or expires", async () => {
    const world = await start({ "identity.registration": "invite" });
    const visitor = openVisitor(world);
    const invite = (expires_in = "1h") =>
      world.latchkey.createInvitation({ body: { email: address, send_mail: false, expires_in } });
    const statusOf = async (link = "") => (await visitor.visit(link)).status;
    const [first, second] = [await invite(), await invite()];
    assert.deepEqual([await statusOf(first.link), await statusOf(second.link)], [404, 200]);
    await world.latchkey.deleteInvitation({ id: second.id });
    assert.equal(await statusOf(second.link), 404);
    const gone = await world.latchkey.call("deleteInvitation", { id: second.id });
    assert.equal(gone.status, 404);
    const third = await invite();
    world.clock.now += 3600;
    assert.equal(await statusOf(third.link), 404);
    assert.deepEqual(await world.latchkey.listInvitations({}), []);
  });

  test("is refused for an address that has an account, and where registration is off", async () => {
    const on = await start({ "identity.registration": "invite" });
    await on.latchkey.createAccount({
      body: { username: "bob", password, claims: { email: address, email_verified: true } },
    });
    const taken = await on.latchkey.call("createInvitation", { body: { email: address } });
    assert.equal(taken.status, 409);
    const broken = { email: "alice@wonderland" };
    assert.equal((await on.latchkey.call("createInvitation", { body: broken })).status, 400);
    const off = await start({ "identity.registration": "off" });
    const refused = await off.latchkey.call("createInvitation", { body: { email: address } });
    assert.equal(refused.status, 409);
  });

  test("is accepted once, by the first user", async () => {
    const world = await start({ "identity.registration": "invite" });
    const { link = "" } = await world.latchkey.createInvitation({
      body: { email: address, send_mail: false },
    });
    const visitors = [openVisitor(world), openVisitor(world)];
    const forms = await Promise.all(visitors.map((visitor) => visitor.visit(link)));
    const pages = await Promise.all(
      visitors.map((visitor, index) => fill(visitor, forms[index] ?? assert.fail())),
    );
    const ready = pages.filter(({ text }) => text.includes("Your account is ready"));
    assert.equal(ready.length, 1);
  });
});
