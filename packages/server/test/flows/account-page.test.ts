import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { registerApp } from "../support/app.ts";
import { requestOf } from "../support/flow.ts";
import { openVisitor, type PageVisitor } from "../support/page-visitor.ts";
import { startTestServer } from "../support/server.ts";

const password = "correct horse battery staple";

async function start(settings: Readonly<Record<string, unknown>> = {}) {
  const world = await startTestServer(settings);
  const alice = await world.latchkey.createAccount({
    body: { username: "alice", password, claims: { name: "Alice <Liddell>" } },
  });
  const open = async (user_agent?: string) => {
    const visitor = openVisitor(world, user_agent === undefined ? {} : { user_agent });
    const login = await visitor.visit("/account");
    const page = await visitor.submit(login, { username: "alice", password });
    return { visitor, page };
  };
  return { ...world, world, alice, open };
}

const isSignedIn = async (visitor: PageVisitor) =>
  (await visitor.visit("/account")).url.pathname === "/account";

describe("the account page", () => {
  test("asks to sign in, then shows the profile and is not stored anywhere", async () => {
    const { open } = await start();
    const { page } = await open();
    assert.equal(page.url.pathname, "/account");
    assert.equal(page.status, 200);
    assert.equal(page.headers.get("cache-control"), "no-store");
    assert.match(page.headers.get("content-security-policy") ?? "", /script-src 'self';/);
    assert.match(page.text, /Your account Signed in as Alice <Liddell>/);
    assert.match(page.text, /Username alice Name Alice <Liddell>/);
    assert.match(page.text, /Devices .* Firefox on Linux .* This device/);
    assert.match(page.text, /No app has access to your account\./);
    assert.ok(!page.body.includes("<Liddell>"));
  });

  test("changes the password, with the old one, and signs out everywhere", async () => {
    const { open } = await start();
    const [{ visitor, page }, other] = [await open(), await open()];
    const next = "tweedledum and tweedledee";
    const guess = { current_password: "a guess", new_password: next };
    const wrong = await visitor.submit(page, guess, "change_password");
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /This is not your current password\./);
    assert.doesNotMatch(wrong.body, /a guess|tweedledum/);
    const short = { current_password: password, new_password: "short" };
    const refused = await visitor.submit(page, short, "change_password");
    assert.match(refused.text, /Use at least 8 characters\./);
    const judged: [string, RegExp][] = [
      ["password1", /Many people use this password/],
      ["alice alice", /without your name/],
      [password, /differs from your current one/],
    ];
    for (const [new_password, problem] of judged) {
      const answer = { current_password: password, new_password };
      const { status, text } = await visitor.submit(page, answer, "change_password");
      assert.equal(status, 422);
      assert.match(text, problem);
    }

    const right = { current_password: password, new_password: next };
    const changed = await visitor.submit(page, right, "change_password");
    assert.match(changed.text, /Your password has been changed/);
    assert.equal(await isSignedIn(visitor), false);
    assert.equal(await isSignedIn(other.visitor), false);
    const login = await visitor.visit("/account");
    const denied = await visitor.submit(login, { username: "alice", password });
    assert.match(denied.text, /Incorrect username or password/);
    const back = await visitor.submit(login, { username: "alice", password: next });
    assert.equal(back.url.pathname, "/account");
  });

  test("counts wrong passwords as those of the login page", async () => {
    const limits = { "limits.sign_in.failures_per_device": 2 };
    const { open } = await start(limits);
    const { visitor, page } = await open();
    const guess = { current_password: "a guess", new_password: "a new password" };
    for (let count = 0; count < 2; count += 1)
      assert.equal((await visitor.submit(page, guess, "change_password")).status, 422);
    const waiting = await visitor.submit(page, guess, "change_password");
    assert.equal(waiting.status, 429);
    assert.ok(Number(waiting.headers.get("retry-after")) > 0);
  });

  test("signs out of one other browser, and of all others", async () => {
    const { open } = await start();
    const phone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";
    const [one, two, three] = [await open(), await open(phone), await open()];
    const page = await three.visitor.visit("/account");
    assert.match(page.text, /Safari on iPhone/);
    const mine = /Safari on iPhone.*?name="sid" value="([^"]*)"/s.exec(page.body)?.[1] ?? "";
    const ended = await three.visitor.submit(page, { sid: mine }, "sign_out");
    assert.match(ended.text, /You have been signed out on that device\./);
    assert.deepEqual([await isSignedIn(one.visitor), await isSignedIn(two.visitor)], [true, false]);
    assert.match(ended.text, /Signed out on a device Safari on iPhone/);
    assert.doesNotMatch(ended.text, /iPhone Signed in on/);
    const all = await three.visitor.submit(ended, {}, "sign_out_others");
    assert.match(all.text, /signed out on all other devices/);
    assert.deepEqual(
      [await isSignedIn(one.visitor), await isSignedIn(three.visitor)],
      [false, true],
    );
  });

  test("does not sign out another user", async () => {
    const { open, latchkey, world } = await start();
    await latchkey.createAccount({ body: { username: "mallory", password } });
    const victim = await open();
    const visitor = openVisitor(world);
    const login = await visitor.visit("/account");
    const page = await visitor.submit(login, { username: "mallory", password });
    await open();
    const shown = await victim.visitor.visit("/account");
    const others = /name="sid" value="([^"]*)"/.exec(shown.body)?.[1] ?? assert.fail("no session");
    const forged = page.body.includes('name="sid"')
      ? page
      : { ...page, body: signOutForm(page.body) };
    await visitor.submit(forged, { sid: others }, "sign_out");
    assert.ok((await victim.visitor.visit("/account")).body.includes(others));
  });

  test("lists the apps with what they may do, and disconnects one", async () => {
    const { open, latchkey, alice } = await start();
    const photos = await registerApp(latchkey, { client_uri: "https://photos.example" });
    const { visitor } = await open();
    const asked = requestOf(photos, { scope: "openid offline profile albums.read" });
    const query = new URLSearchParams(
      Object.entries(asked).map(([name, value]) => [name, String(value)]),
    );
    const consent = await visitor.visit(`/oauth2/auth?${query}`);
    assert.equal(consent.url.pathname, "/consent");
    const granted = await visitor.submit(consent, {
      decision: "allow",
      remember: "on",
      grant_scope: "openid offline profile albums.read",
    });
    const code = granted.url.searchParams.get("code") ?? assert.fail(granted.url.href);
    const tokens = await latchkey.oauth2Token(
      { grant_type: "authorization_code", code, redirect_uri: photos.redirect_uri },
      { authorization: photos.authorization ?? "" },
    );
    const page = await visitor.visit("/account");
    assert.match(page.text, /Photos From photos\.example · Added on .* It can/);
    assert.match(page.text, /access “albums\.read” on your behalf/);

    const done = await visitor.submit(page, { client_id: "photos" }, "disconnect");
    assert.match(done.text, /The app no longer has access to your account\./);
    assert.match(done.text, /No app has access to your account\./);
    const { active } = await latchkey.introspectOAuth2Token({ token: tokens.access_token ?? "" });
    assert.equal(active, false);
    assert.deepEqual(await latchkey.listSubjectConsentSessions({ subject: alice.subject }), []);
  });

  test("says what an app may do in the words of the operator", async () => {
    const settings = {
      "oauth2.scopes": JSON.stringify({ export: { en: { title: "export all" } } }),
    };
    const { open, latchkey } = await start(settings);
    const api = "https://albums.example";
    const scope_texts = { "albums.read": { en: { title: "see your albums" } } };
    await latchkey.createApi({ body: { identifier: api, scopes: ["albums.read"], scope_texts } });
    await latchkey.setBranding({
      body: { scope_texts: { print: { en: { title: "print your photos" } } } },
    });
    const scope = "openid albums.read export print";
    const photos = await registerApp(latchkey, { scope, audience: [api] });
    const { visitor } = await open();
    const asked = Object.entries(requestOf(photos, { scope }));
    const query = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
    const consent = await visitor.visit(`/oauth2/auth?${query}`);
    await visitor.submit(consent, { decision: "allow", remember: "on", grant_scope: scope });
    const { text } = await visitor.visit("/account");
    for (const title of ["see your albums", "export all", "print your photos"])
      assert.ok(text.includes(title), title);
    assert.doesNotMatch(text, /on your behalf/);
  });

  test("processes no form of another site, browser or session", async () => {
    const { open } = await start();
    const [{ visitor, page }, other] = [await open(), await open()];
    for (const action of ["change_password", "sign_out_others", "disconnect", "add_app"]) {
      const body = signOutForm(page.body).replaceAll('value="sign_out"', `value="${action}"`);
      for (const csrf of ["", "guess", /name="csrf" value="([^"]*)"/.exec(other.page.body)?.[1]]) {
        const answer = await visitor.submit({ ...page, body }, { csrf: csrf ?? "" }, action);
        assert.equal(answer.status, 403, action);
      }
    }
    assert.ok(await isSignedIn(other.visitor));
  });

  test("is not found where its user's account was deleted", async () => {
    const { open, latchkey } = await start();
    const { visitor } = await open();
    await latchkey.deleteAccount({ username: "alice" });
    assert.equal((await visitor.visit("/account")).url.pathname, "/login");
  });
});

/** The first form of a page, made one that signs out of a session. */
function signOutForm(body: string): string {
  return body.replace(/name="action" value="[^"]*"/, 'name="action" value="sign_out"');
}
