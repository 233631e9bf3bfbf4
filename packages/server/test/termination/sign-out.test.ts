import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeJwt } from "../../src/crypto/jwt.ts";
import { registerApp } from "../support/app.ts";
import { locationOf, openBrowser } from "../support/browser.ts";
import { challengeOf, signIn } from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { isActive } from "./held.ts";

const ONLINE = { scope: "openid" };
const OFFLINE = { scope: "openid offline_access" };

/** How a session ends. */
type SignOut = (
  world: TestServer,
  browser: ReturnType<typeof openBrowser>,
  id_token: string,
) => Promise<void>;

const signOuts: Readonly<Record<string, SignOut>> = {
  async "the user signs out"({ latchkey }, browser, id_token) {
    const query = new URLSearchParams({ id_token_hint: id_token });
    const asked = await browser.go(`http://public.test/oauth2/sessions/logout?${query}`);
    if (!locationOf(asked).searchParams.has("logout_challenge")) {
      await browser.go(locationOf(asked).href);
      return;
    }
    const logout_challenge = challengeOf(asked, "logout");
    const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
    await browser.go(redirect_to);
  },
  async "an administrator ends the session"({ fetch }, _browser, id_token) {
    const sid = decodeJwt(id_token)?.claims["sid"];
    const url = `http://admin.test/admin/oauth2/auth/sessions/login?sid=${String(sid)}`;
    assert.equal((await fetch(url, { method: "DELETE" })).status, 204);
  },
};

/** By the setting of the server and that of the client: whether tokens without and with offline access end. */
const cases = [
  { server: undefined, client: undefined, ends: { online: false, offline: false } },
  { server: "online", client: undefined, ends: { online: true, offline: false } },
  { server: "all", client: undefined, ends: { online: true, offline: true } },
  { server: undefined, client: "online", ends: { online: true, offline: false } },
  { server: undefined, client: "all", ends: { online: true, offline: true } },
  { server: "all", client: "none", ends: { online: false, offline: false } },
] as const;

/** Of bcrypt, at its lowest cost: no user signs in with it. */
const password_hash = "$2b$04$abcdefghijklmnopqrstuuJ7cUQ3wOYqS1Lw0xWQvTfK0Cq1m9b2S";

/** How all sessions of alice end. */
const endings: Readonly<
  Record<string, (world: TestServer, username: string, subject: string) => Promise<unknown>>
> = {
  "DELETE /oauth2/auth/sessions/login": ({ latchkey }, _, subject) =>
    latchkey.revokeAuthenticationSession({ subject }),
  "DELETE /admin/oauth2/auth/sessions/login": ({ fetch }, _, subject) =>
    fetch(`http://admin.test/admin/oauth2/auth/sessions/login?subject=${subject}`, {
      method: "DELETE",
    }),
  "DELETE /accounts/{username}/sessions": ({ latchkey }, username) =>
    latchkey.deleteAccountSessions({ username }),
};

for (const [title, endAll] of Object.entries(endings)) {
  describe(`an administrator ends all sessions of a user, ${title}`, () => {
    for (const { server, client, ends } of cases) {
      it(`the server says ${server ?? "nothing"} and the client ${client ?? "nothing"} of its tokens`, async () => {
        const world = await startTestServer(
          server === undefined ? {} : { "oidc.logout_ends_tokens": server },
        );
        const app = await registerApp(
          world.latchkey,
          client === undefined ? {} : { logout_ends_tokens: client },
        );
        const [alice, bob] = await Promise.all(
          ["alice", "bob"].map((username) =>
            world.latchkey.createAccount({ body: { username, password_hash } }),
          ),
        );
        assert.ok(alice && bob);
        const login = { subject: alice.subject, remember: true };
        const inBrowsers = await Promise.all(
          [1, 2].map(async () => {
            const browser = openBrowser(world);
            const online = await signIn(world, app, { browser, params: ONLINE, login });
            const offline = await signIn(world, app, {
              browser,
              params: OFFLINE,
              login: { subject: alice.subject },
            });
            return { online, offline };
          }),
        );
        const ofBob = await signIn(world, app, {
          params: ONLINE,
          login: { subject: bob.subject, remember: true },
        });
        await endAll(world, "alice", alice.subject);
        for (const { online, offline } of inBrowsers) {
          assert.equal(await isActive(world, online.access_token), !ends.online);
          assert.equal(await isActive(world, offline.access_token), !ends.offline);
        }
        assert.ok(await isActive(world, ofBob.access_token), "of another user");
        assert.deepEqual(await world.latchkey.listAccountSessions({ username: "alice" }), []);
      });
    }
  });
}

for (const [title, signOut] of Object.entries(signOuts)) {
  describe(title, () => {
    for (const { server, client, ends } of cases) {
      it(`the server says ${server ?? "nothing"} and the client ${client ?? "nothing"} of its tokens`, async () => {
        const world = await startTestServer(
          server === undefined ? {} : { "oidc.logout_ends_tokens": server },
        );
        const app = await registerApp(
          world.latchkey,
          client === undefined ? {} : { logout_ends_tokens: client },
        );
        const browser = openBrowser(world);
        const login = { remember: true };
        const online = await signIn(world, app, { browser, params: ONLINE, login });
        const offline = await signIn(world, app, { browser, params: OFFLINE });
        const elsewhere = await signIn(world, app, { params: ONLINE });
        await signOut(world, browser, online.id_token ?? "");
        assert.equal(await isActive(world, online.access_token), !ends.online);
        assert.equal(await isActive(world, offline.access_token), !ends.offline);
        assert.ok(await isActive(world, elsewhere.access_token), "of another browser");
      });
    }
  });
}
