import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { alice, startSignInServer } from "../support/sign-in-server.ts";

const { latchkey, subject } = await startSignInServer();

test("an account is found by its username, name, address or subject, and has no secrets", async () => {
  const expected = {
    username: "alice",
    subject,
    state: "active",
    claims: alice.profile,
    groups: [],
    attributes: {},
  };
  for (const search of ["ALI", "liddell", "@wonderland", subject]) {
    const reply = await latchkey.call("listAccounts", { search });
    assert.ok(reply.ok);
    const [{ created_at, ...account } = assert.fail(search), ...others] = reply.body;
    const { updated_at, ...claims } = account.claims;
    assert.equal(typeof updated_at, "number");
    assert.deepEqual([{ ...account, claims }, others], [expected, []]);
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.equal(reply.headers.get("x-total-count"), "1");
    assert.ok(!JSON.stringify(reply.body).includes(alice.password));
  }
  assert.deepEqual(await latchkey.listAccounts({ search: "mallory" }), []);
  assert.equal((await latchkey.listAccounts()).length, 1);
});

test("a new password ends the sessions of the account, and new claims do not", async () => {
  const server = await startTestServer();
  const photos = await registerApp(server.latchkey);
  const password = "correct horse";
  const [account, other] = await Promise.all(
    ["bob", "carol"].map((username) =>
      server.latchkey.createAccount({ body: { username, password } }),
    ),
  );
  const signInAs = async (user = "") => {
    const opened = openBrowser(server);
    await signIn(server, photos, { browser: opened, login: { subject: user, remember: true } });
    return opened;
  };
  const [browser, neighbour] = [await signInAs(account?.subject), await signInAs(other?.subject)];
  const isSignedIn = async (one: typeof browser) => {
    const answer = await authorize(one, requestOf(photos, { prompt: "none" }));
    return !/error=login_required/.test(answer.headers.get("location") ?? "");
  };
  const { latchkey: admin } = server;
  await admin.updateAccount({ username: "bob", body: { claims: { name: "Bob" } } });
  assert.equal(await isSignedIn(browser), true);
  await admin.updateAccount({ username: "bob", body: { password: "battery staple" } });
  assert.equal(await isSignedIn(browser), false);
  assert.equal(await isSignedIn(neighbour), true);
});
