import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAuthenticator, optionsIn } from "../support/authenticator.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import { linkIn, mailTo } from "../support/kept-mails.ts";
import { openVisitor, type PageVisitor, type VisitedPage } from "../support/page-visitor.ts";
import { startTwoServers, type TestServer } from "../support/server.ts";
import { codeOf, decodeKey } from "../support/totp.ts";

const ORIGIN = "http://public.test";
const password = "correct horse battery staple";
const address = "alice@wonderland.example";
const PERIOD = 30;

/** Two servers behind a load balancer, and alice, who has a verified address. */
async function start(settings: Readonly<Record<string, unknown>> = {}) {
  const shared = { "urls.self.issuer": ORIGIN, dev: true, ...settings };
  const [here, there] = await startTwoServers(shared);
  const claims = { email: address, email_verified: true };
  await here.latchkey.createAccount({ body: { username: "alice", password, claims } });
  const wait = (seconds: number): void => {
    for (const { clock } of [here, there]) clock.now += seconds;
  };
  return { here, there, wait };
}

/** Passes the password in a browser; what follows is the account page, or another step. */
async function signIn(at: TestServer, words = password, browser = openBrowser(at)) {
  const visitor = openVisitor(at, { browser });
  const login = await visitor.visit("/account");
  return { visitor, page: await visitor.submit(login, { username: "alice", password: words }) };
}

/** The browser of a visitor, whose next request the balancer sends to another server. */
function movedTo(at: TestServer, { cookies }: Browser): PageVisitor {
  return openVisitor(at, { browser: openBrowser(at, new Map(cookies)) });
}

type Servers = Awaited<ReturnType<typeof start>>;

/** Sends the form of a page six times at once, to both servers in turn. */
function sendAtOnce(
  { here, there }: Servers,
  { browser }: PageVisitor,
  page: VisitedPage,
  fieldsOf: (index: number) => Readonly<Record<string, string>>,
): Promise<readonly VisitedPage[]> {
  return Promise.all(
    [here, there, here, there, here, there].map((at, index) =>
      movedTo(at, browser).submit(page, fieldsOf(index)),
    ),
  );
}

const isAccountPage = ({ url }: VisitedPage): boolean => url.pathname === "/account";

/** Sets an authenticator app up at one server. */
async function setUpApp({ here, wait }: Servers) {
  const { visitor } = await signIn(here);
  const offered = await visitor.visit("/account?step=authenticator_app");
  const [, typed = ""] = /class="typed-key">([A-Z2-7 ]+)</.exec(offered.body) ?? [];
  const secret = decodeKey(typed);
  const codes = await visitor.submit(offered, { code: codeOf(secret, here.clock.now) }, "add_app");
  const [, recovery_code = assert.fail("no recovery codes")] =
    /<code>([a-z2-7-]{19})<\/code>/.exec(codes.body) ?? [];
  wait(PERIOD); // The code of that step is used.
  return { recovery_code, code: codeOf(secret, here.clock.now) };
}

describe("on two servers with one database", () => {
  test("failed sign-ins count together, and waiting holds for both", async () => {
    const { here, there } = await start();
    for (const at of [here, there, here, there, here]) await signIn(at, "a guess");
    for (const at of [here, there]) assert.equal((await signIn(at)).page.status, 429);
  });

  test("a device that is familiar to one is familiar to the other", async () => {
    const { here, there } = await start();
    const { visitor } = await signIn(here);
    for (const at of [here, there, here, there, here, there]) await signIn(at, "a guess");
    assert.equal((await signIn(there)).page.status, 429);
    await visitor.visit("/account");
    const device = [...visitor.browser.cookies].filter(([name]) => name === "latchkey_device");
    assert.equal(device.length, 1);
    const known = await signIn(there, password, openBrowser(there, new Map(device)));
    assert.ok(isAccountPage(known.page), known.page.text);
  });

  test("a session of one is one of the other, and a new password ends it on both", async () => {
    const { here, there } = await start();
    const { visitor } = await signIn(here);
    assert.ok(isAccountPage(await movedTo(there, visitor.browser).visit("/account")));
    const body = { password: "tweedledum and tweedledee" };
    await there.latchkey.updateAccount({ username: "alice", body });
    for (const at of [here, there])
      assert.equal((await movedTo(at, visitor.browser).visit("/account")).url.pathname, "/login");
  });

  test("a code of an authenticator app signs in once", async () => {
    const servers = await start();
    const { code } = await setUpApp(servers);
    const { visitor, page } = await signIn(servers.here);
    const answers = await sendAtOnce(servers, visitor, page, () => ({ code }));
    assert.equal(answers.filter(isAccountPage).length, 1);
    const later = await signIn(servers.there);
    assert.equal((await later.visitor.submit(later.page, { code })).status, 422);
  });

  test("a recovery code signs in once", async () => {
    const servers = await start();
    const { recovery_code } = await setUpApp(servers);
    const { visitor, page } = await signIn(servers.here);
    const answers = await sendAtOnce(servers, visitor, page, () => ({ recovery_code }));
    assert.equal(answers.filter(isAccountPage).length, 1);
    const later = await signIn(servers.there);
    assert.equal((await later.visitor.submit(later.page, { recovery_code })).status, 422);
  });

  test("a passkey of one signs in at the other, and its answer is accepted once", async () => {
    const servers = await start();
    const { here, there } = servers;
    const key = createAuthenticator(ORIGIN);
    const { visitor: owner } = await signIn(here);
    const account = await owner.visit("/account");
    const added = key.create(optionsIn(account, "create"));
    await movedTo(there, owner.browser).submit(account, { passkey: added }, "add_passkey");

    const visitor = openVisitor(there);
    const login = await visitor.visit("/account");
    const passkey = key.get(optionsIn(login, "get"));
    const answers = await sendAtOnce(servers, visitor, login, () => ({ passkey }));
    assert.equal(answers.filter(isAccountPage).length, 1);
  });

  test("a code by mail signs in once, and wrong ones count together", async () => {
    const servers = await start({ "identity.email_codes.enabled": true });
    const { here, there } = servers;
    const ask = async (at: TestServer) => {
      const visitor = openVisitor(at);
      const login = await visitor.visit("/account");
      const page = await visitor.submit(login, { username: "alice", decision: "email_code" });
      const code =
        /\b\d{6}\b/.exec((await mailTo(at, address)).text)?.[0] ?? assert.fail("no code");
      return { visitor, page, code };
    };
    const { visitor, page, code } = await ask(here);
    const answers = await sendAtOnce(servers, visitor, page, () => ({ code }));
    assert.equal(answers.filter(isAccountPage).length, 1);

    const guessed = await ask(there);
    const wrong = String((Number(guessed.code) + 1) % 1_000_000).padStart(6, "0");
    for (const at of [here, there, here, there, here])
      await movedTo(at, guessed.visitor.browser).submit(guessed.page, { code: wrong });
    const late = await movedTo(here, guessed.visitor.browser).submit(guessed.page, {
      code: guessed.code,
    });
    assert.ok(!isAccountPage(late), late.text);
  });

  test("a link for a forgotten password sets one password", async () => {
    const servers = await start();
    const { here, there } = servers;
    const visitor = openVisitor(here);
    await visitor.submit(await visitor.visit("/forgot-password"), { username: "alice" });
    const link = new URL(linkIn(await mailTo(here, address)));
    const reader = openVisitor(there);
    const form = await reader.visit(link.pathname + link.search);
    const chosen = (index: number): string => `through the looking glass ${index}`;
    const answers = await sendAtOnce(servers, reader, form, (index) => ({
      new_password: chosen(index),
    }));
    const done = answers.map(({ text }) => text.includes("Your password has been changed"));
    assert.equal(done.filter(Boolean).length, 1);
    const { page } = await signIn(there, chosen(done.indexOf(true)));
    assert.ok(isAccountPage(page), page.text);
  });

  test("a link to register creates one account", async () => {
    const servers = await start({ "identity.registration": "open" });
    const { here, there } = servers;
    const bob = "bob@wonderland.example";
    const visitor = openVisitor(here);
    await visitor.submit(await visitor.visit("/register"), { email: bob });
    const form = await visitor.visit(linkIn(await mailTo(here, bob)));
    const answers = await sendAtOnce(servers, visitor, form, (index) => ({
      name: `Bob ${index}`,
      password,
    }));
    assert.equal(answers.filter(({ text }) => text.includes("Your account is ready")).length, 1);
    const usernames = (await there.latchkey.listAccounts({})).map(({ username }) => username);
    assert.deepEqual(usernames.toSorted(), ["alice", bob]);
  });
});
