import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { basic } from "@latchkey/client";
import { accountsOf } from "../../../identity/src/accounts.ts";
import { askForToken, isActive } from "../operations/machine.ts";
import { databases } from "../processes/databases.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, passLogin, refresh, requestOf } from "../support/flow.ts";
import { createTestServer, type TestServer } from "../support/server.ts";
import { type Held, holdEverything, ISSUER } from "../upgrade/held.ts";
import { backUp, dump, restore } from "./support.ts";

const settings = { "urls.self.issuer": ISSUER };
const [sqlite, postgres] = databases;
assert.ok(sqlite && postgres);

describe("a database that is backed up and restored", () => {
  let held: Held;
  let original: string;
  const restored: string[] = [];
  let now = 0;
  let rows: Awaited<ReturnType<typeof dump>>;

  before(async () => {
    original = await sqlite.emptyDsn();
    const world = await createTestServer({ ...settings, dsn: original });
    held = await holdEverything(world);
    now = world.clock.now;
    await world.server.close();
    rows = await dump(original);
  });

  it("has the same rows, from SQLite to PostgreSQL, from there to SQLite, and from one to another", async () => {
    const filled = Object.values(rows).filter((all) => all.length > 0);
    assert.ok(filled.length >= 30, `${filled.length} tables have rows`);
    const file = await backUp(original);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const moved = await restore(file, await postgres.emptyDsn());
    assert.deepEqual(await dump(moved), rows);
    const fileOfMoved = await backUp(moved);
    const back = await restore(fileOfMoved, await sqlite.emptyDsn());
    assert.deepEqual(await dump(back), rows);
    const again = await restore(fileOfMoved, await postgres.emptyDsn());
    assert.deepEqual(await dump(again), rows);
    restored.push(moved, back);
  });

  it("has a file that only its owner can read", () => {
    const path = restored[1]?.replace("sqlite://", "") ?? "";
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  for (const [index, name] of ["PostgreSQL", "SQLite"].entries()) {
    describe(`on ${name}`, () => {
      let world: TestServer;
      before(async () => {
        world = await createTestServer({ ...settings, dsn: restored[index] });
        world.clock.now = now + 5;
      });
      after(() => world.server.close());

      it("has tokens that are active, and those that were revoked are not", async () => {
        const { people, machines } = held;
        const active = [people.tokens.access_token, machines.access_token];
        for (const token of active) assert.ok(await isActive(world.latchkey, token));
        const revoked = [machines.revoked_access_token, machines.ended_access_token];
        for (const token of revoked) assert.ok(!(await isActive(world.latchkey, token)));
      });

      it("has refresh tokens and clients with their secrets", async () => {
        const { people, machines } = held;
        const { client_id, client_secret } = machines.generated_secret;
        const authorization = basic(client_id, client_secret);
        assert.equal((await askForToken(world.latchkey, { authorization })).status, 200);
        const refreshed = await refresh(world, people.app, people.tokens.refresh_token);
        assert.ok(refreshed.ok, JSON.stringify(refreshed.body));
      });

      it("has a login that is remembered, and a consent", async () => {
        const cookies = new Map(Object.entries(held.people.remembered_browser));
        const browser = openBrowser(world, cookies);
        const { subject } = held.people.account;
        const asked = await authorize(browser, requestOf(held.people.app, { prompt: "none" }));
        const login_challenge = challengeOf(asked, "login");
        const login = await world.latchkey.getLoginRequest({ login_challenge });
        assert.deepEqual([login.skip, login.subject], [true, subject]);
        const loggedIn = await passLogin(world, browser, asked, { subject });
        const consent_challenge = challengeOf(loggedIn, "consent");
        const consent = await world.latchkey.getConsentRequest({ consent_challenge });
        assert.deepEqual([consent.skip, consent.subject], [true, subject]);
      });

      it("has accounts with their passwords", async () => {
        const { username, password, subject } = held.people.account;
        const profile = await accountsOf(world.server).authenticate(username, password);
        assert.ok(profile !== undefined && "subject" in profile);
        assert.equal(profile.subject, subject);
      });

      it("has its keys", async () => {
        const { keys } = await world.latchkey.getJsonWebKeySet({ set: held.keys.set });
        assert.deepEqual(new Set(keys.map(({ kid }) => kid)), new Set(held.keys.kids));
      });
    });
  }
});
