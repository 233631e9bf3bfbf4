import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { keptMails, linkIn, mailTo } from "../support/kept-mails.ts";
import { openVisitor, type PageVisitor } from "../support/page-visitor.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const password = "correct horse battery staple";
const address = "alice@wonderland.example";

async function start(username = "alice") {
  const world = await startTestServer();
  const body = { username, password, claims: { email: address } };
  await world.latchkey.createAccount({ body });
  return world;
}

async function signIn(world: TestServer, username = "alice") {
  const visitor = openVisitor(world);
  const login = await visitor.visit("/account");
  const page = await visitor.submit(login, { username, password });
  assert.equal(page.url.pathname, "/account", page.text);
  return { visitor, page };
}

async function linkTo(world: TestServer, to: string): Promise<string> {
  const { pathname, search } = new URL(linkIn(await mailTo(world, to)));
  return pathname + search;
}

const claimsOf = async ({ latchkey }: TestServer, username = "alice") =>
  (await latchkey.getAccount({ username })).claims;

const change = async (visitor: PageVisitor, new_email: string) =>
  visitor.submit(await visitor.visit("/account"), { new_email }, "change_email");

describe("the address of an account", () => {
  test("is verified by a link of a mail, in the browser of its user", async () => {
    const world = await start();
    const { visitor, page } = await signIn(world);
    assert.match(page.text, /alice@wonderland\.example Not verified Verify/);
    const sent = await visitor.submit(page, {}, "verify_email");
    assert.match(sent.text, /We sent you an email\./);
    const link = await linkTo(world, address);
    const question = await visitor.visit(link);
    assert.match(question.text, /Is alice@wonderland\.example the address of your account alice\?/);
    assert.equal((await claimsOf(world)).email_verified, undefined, "opening it changes nothing");
    const done = await visitor.submit(question, {});
    assert.match(done.text, /Your email address is verified/);
    assert.equal((await claimsOf(world)).email_verified, true);
    const [event] = await world.latchkey.listAccountEvents({ username: "alice" });
    assert.deepEqual([event?.kind, event?.fields], ["profile_changed", ["email"]]);
    assert.match((await visitor.visit("/account")).text, /wonderland\.example Verified/);
    assert.equal((await visitor.visit(link)).status, 400, "the link works once");
    assert.equal((await signIn(world, address)).page.url.pathname, "/account");
    assert.equal(
      (await keptMails(world)).length,
      1,
      "the address is the same, so there is no notice",
    );
  });

  test("is changed once the new one is verified, and the old one is notified", async () => {
    const world = await start();
    const { visitor } = await signIn(world);
    const sent = await change(visitor, "Alice.Liddell@Wonderland.example");
    assert.match(sent.text, /We sent you an email\./);
    assert.equal((await claimsOf(world)).email, address);
    const link = await linkTo(world, "alice.liddell@wonderland.example");
    await visitor.submit(await visitor.visit(link), {});
    const claims = await claimsOf(world);
    assert.deepEqual(
      [claims.email, claims.email_verified],
      ["alice.liddell@wonderland.example", true],
    );
    assert.equal(claims.updated_at, world.clock.now);
    const notice = await mailTo(world, address);
    assert.match(notice.subject, /Your email address for Latchkey has been changed/);
    assert.match(notice.text, /This address can no longer be used to sign in/);
    assert.ok(!notice.text.includes("Liddell@"), "the old address does not learn the new one");
    await signIn(world, "alice.liddell@wonderland.example");
  });

  test("is the one that the mail went to, whatever letters were typed for it", async () => {
    const world = await start();
    const { visitor } = await signIn(world);
    // The Kelvin sign, which is a k in lower case: with a mailbox of that name, mallory would verify the address of another user.
    await change(visitor, "\u212ANAVE@wonderland.example");
    const link = await linkTo(world, "knave@wonderland.example");
    await visitor.submit(await visitor.visit(link), {});
    const { email, email_verified } = await claimsOf(world);
    assert.deepEqual([email, email_verified], ["knave@wonderland.example", true]);
    for (const { to } of await keptMails(world)) assert.match(to, /^[!-~]+$/);
  });

  test("that is the username stays that, and page and mail say so", async () => {
    const world = await start(address);
    const { visitor, page } = await signIn(world, address);
    await visitor.submit(page, {}, "verify_email");
    const same = await visitor.submit(await visitor.visit(await linkTo(world, address)), {});
    assert.doesNotMatch(same.text, /username/i);
    await change(visitor, "liddell@wonderland.example");
    const link = await linkTo(world, "liddell@wonderland.example");
    const done = await visitor.submit(await visitor.visit(link), {});
    assert.match(
      done.text,
      /Your username is still alice@wonderland\.example\. You can sign in with/,
    );
    const { text } = await mailTo(world, address);
    assert.match(text, /It stays your username, and can still be used to sign in/);
    assert.doesNotMatch(text, /can no longer/);
    await signIn(world, address);
    await signIn(world, "liddell@wonderland.example");
  });

  test("that another account has verified gets the same answer, and only its owner learns that", async () => {
    const world = await start();
    const claims = { email: "dodo@wonderland.example", email_verified: true };
    await world.latchkey.createAccount({ body: { username: "dodo", password, claims } });
    const { visitor } = await signIn(world);
    const free = await change(visitor, "free@wonderland.example");
    const taken = await change(visitor, "dodo@wonderland.example");
    assert.deepEqual([taken.status, taken.text], [free.status, free.text]);
    const link = await linkTo(world, "dodo@wonderland.example");
    const answer = await visitor.submit(await visitor.visit(link), {});
    assert.equal(answer.status, 409);
    assert.match(answer.text, /Another account uses this email address/);
    assert.equal((await claimsOf(world)).email, address);
    assert.equal((await claimsOf(world, "dodo")).email_verified, true);
  });

  test("is not changed by a link that is older than another change", async () => {
    const world = await start();
    const { visitor } = await signIn(world);
    await change(visitor, "one@wonderland.example");
    await change(visitor, "two@wonderland.example");
    const [one, two] = [
      await linkTo(world, "one@wonderland.example"),
      await linkTo(world, "two@wonderland.example"),
    ];
    await visitor.submit(await visitor.visit(two), {});
    const late = await visitor.submit(await visitor.visit(one), {});
    assert.equal(late.status, 400);
    assert.equal((await claimsOf(world)).email, "two@wonderland.example");
  });

  test("is changed only shortly after a sign-in, and a link lasts for a day", async () => {
    const world = await start();
    const { visitor } = await signIn(world);
    await change(visitor, "new@wonderland.example");
    const link = await linkTo(world, "new@wonderland.example");
    world.clock.now += 16 * 60;
    assert.equal((await change(visitor, "late@wonderland.example")).status, 403);
    assert.equal((await visitor.visit(link)).status, 200);
    world.clock.now += 86_400;
    const { visitor: later } = await signIn(world);
    assert.equal((await later.visit(link)).status, 400);
  });
});

describe("the link of a mail", () => {
  test("leads back to the question for a user who has to sign in first", async () => {
    const world = await start();
    const { visitor, page } = await signIn(world);
    await visitor.submit(page, {}, "verify_email");
    const other = openVisitor(world);
    const first = await other.visit(await linkTo(world, address));
    assert.equal(first.status, 403);
    const [, href = ""] = /href="([^"]*sign-in[^"]*)"/.exec(first.body) ?? [];
    const login = await other.visit(href.replaceAll("&amp;", "&"));
    const question = await other.submit(login, { username: "alice", password });
    assert.match(question.text, /Is alice@wonderland\.example the address of your account alice\?/);
    assert.match((await other.submit(question, {})).text, /Your email address is verified/);
  });
});

describe("a stranger", () => {
  test("cannot have another user verify an address for their account", async () => {
    const world = await start();
    await world.latchkey.createAccount({ body: { username: "mallory", password } });
    const { visitor: mallory } = await signIn(world, "mallory");
    await change(mallory, "victim@wonderland.example");
    const link = await linkTo(world, "victim@wonderland.example");
    const signedOut = await openVisitor(world).visit(link);
    assert.equal(signedOut.status, 403);
    assert.ok(!signedOut.text.includes("mallory") && !signedOut.text.includes("victim"));
    const { visitor: alice } = await signIn(world);
    const page = await alice.visit(link);
    assert.equal(page.status, 403);
    const form = (await mallory.visit(link)).body;
    const forged = await alice.submit({ ...page, body: form }, {});
    assert.equal(forged.status, 403);
    assert.equal((await claimsOf(world, "mallory")).email, undefined);
  });

  test("writes no headers and no second recipient with an address", async () => {
    const world = await start();
    const { visitor } = await signIn(world);
    for (const text of [
      "a@b.example\r\nBcc: c@d.example",
      "a@b.example, c@d.example",
      "Alice <a@b.example>",
      '"a@b.example"@d.example',
      "a@b.example\u2028Subject: x",
      "alice",
      `${"a".repeat(300)}@b.example`,
    ]) {
      const refused = await change(visitor, text);
      assert.equal(refused.status, 422, text);
      assert.match(refused.text, /Enter an email address such as/);
      world.clock.now += 60; // Refused texts are counted too.
    }
    assert.deepEqual(await keptMails(world), []);
  });

  test("does not fill a mailbox", async () => {
    const world = await start();
    const { visitor } = await signIn(world);
    const answers = [];
    for (let count = 0; count < 5; count += 1)
      answers.push((await change(visitor, "victim@wonderland.example")).status);
    assert.deepEqual(answers, [200, 200, 200, 429, 429]);
    assert.equal((await keptMails(world)).length, 3);
    assert.equal((await change(visitor, "victim@wonderland.example")).status, 429);
  });

  test("is refused without the form of the page", async () => {
    const world = await start();
    const { visitor, page } = await signIn(world);
    const forged = await visitor.submit(page, { csrf: "forged" }, "verify_email");
    assert.equal(forged.status, 403);
    await visitor.submit(page, {}, "verify_email");
    const question = await visitor.visit(await linkTo(world, address));
    assert.equal((await visitor.submit(question, { csrf: "forged" })).status, 403);
    assert.equal((await claimsOf(world)).email_verified, undefined);
  });
});

test("users are notified by mail when their password or their factors change", async () => {
  const world = await startTestServer();
  const claims = { email: address, email_verified: true };
  await world.latchkey.createAccount({ body: { username: "alice", password, claims } });
  const { visitor } = await signIn(world);
  const step = await visitor.visit("/account?step=authenticator_app");
  assert.equal(step.status, 200);
  await visitor.submit(step, { code: "000000" }, "add_app");
  assert.deepEqual(await keptMails(world), [], "nothing was added");
  const next = { current_password: password, new_password: "tweedledum and tweedledee" };
  await visitor.submit(await visitor.visit("/account"), next, "change_password");
  const notice = await mailTo(world, address);
  assert.match(notice.subject, /^Latchkey: Your password was changed$/);
  assert.match(linkIn(notice), /\/account$/);
});
