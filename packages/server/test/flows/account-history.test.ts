import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openVisitor } from "../support/page-visitor.ts";
import { startTestServer, startTwoServers, type TestServer } from "../support/server.ts";
import { codeOf, decodeKey } from "../support/totp.ts";

const password = "correct horse battery staple";
const DAY = 24 * 60 * 60;

async function addAlice(world: TestServer, claims: object = {}) {
  await world.latchkey.createAccount({ body: { username: "alice", password, claims } });
  return world;
}

const start = async (settings: Readonly<Record<string, unknown>> = {}) =>
  addAlice(await startTestServer(settings));

async function signIn(world: TestServer, given = password, username = "alice") {
  const visitor = openVisitor(world);
  const login = await visitor.visit("/account");
  return { visitor, page: await visitor.submit(login, { username, password: given }) };
}

const eventsOf = async ({ latchkey }: TestServer, username = "alice") =>
  (await latchkey.listAccountEvents({ username })).map((event) => ({
    ...event,
    id: "",
    at: "",
  }));

const here = { id: "", at: "", device: "Firefox/Linux", address: "127.0.0.0/24" };
const nothing = {
  factor: null,
  name: null,
  client_id: null,
  provider: null,
  actor: null,
  reason: null,
  fields: [],
  amr: [],
};
const byUser = { ...here, ...nothing, count: 1, by_administrator: false };
const byAdministrator = { ...byUser, device: "", address: null, by_administrator: true };

describe("the history of an account", () => {
  test("has sign-ins and failed sign-ins, those that are alike counted", async () => {
    const world = await start();
    for (const guess of ["first guess", "second guess"]) await signIn(world, guess);
    world.clock.now += 5;
    await signIn(world);
    assert.deepEqual(await eventsOf(world), [
      { ...byUser, kind: "signed_in", amr: ["pwd"] },
      { ...byUser, kind: "sign_in_failed", amr: ["pwd"], count: 2 },
    ]);
    assert.equal(
      (await world.latchkey.listAccountEvents({ username: "alice" }))[0]?.at,
      "2027-01-15T08:00:05Z",
    );
  });

  test("has what the user did on the account page", async () => {
    const world = await start();
    const { visitor, page } = await signIn(world);
    const setUp = await visitor.visit("/account?step=authenticator_app");
    const key = /<code class="typed-key">([^<]*)</.exec(setUp.body)?.[1] ?? "";
    const code = codeOf(decodeKey(key), world.clock.now);
    await visitor.submit(setUp, { code: "000000" }, "add_app");
    await visitor.submit(setUp, { code }, "add_app");
    const shown = await visitor.visit("/account");
    await visitor.submit(shown, {}, "new_recovery_codes");
    await visitor.submit(shown, {}, "remove_factor");
    await visitor.submit(page, { name: "Alice L." }, "change_profile");
    const wrong = { current_password: "a guess", new_password: "tweedledum and tweedledee" };
    await visitor.submit(page, wrong, "change_password");
    await visitor.submit(page, { ...wrong, current_password: password }, "change_password");
    const events = (await eventsOf(world)).filter(({ kind }) => kind !== "sign_in_failed");
    assert.deepEqual(events, [
      { ...byUser, kind: "password_changed" },
      { ...byUser, kind: "profile_changed", fields: ["name"] },
      { ...byUser, kind: "factor_removed", factor: "totp" },
      { ...byUser, kind: "recovery_codes_created" },
      { ...byUser, kind: "factor_added", factor: "totp" },
      { ...byUser, kind: "signed_in", amr: ["pwd"] },
    ]);
    assert.deepEqual(
      (await eventsOf(world)).filter(({ kind }) => kind === "sign_in_failed"),
      [{ ...byUser, kind: "sign_in_failed", amr: ["pwd"] }],
    );
  });

  test("has what an administrator changed, and nothing where nothing did", async () => {
    const world = await start();
    const { latchkey } = world;
    const account = await latchkey.getAccount({ username: "alice" });
    await latchkey.updateAccount({ username: "alice", body: account });
    assert.deepEqual(await eventsOf(world), []);
    const body = { ...account, groups: ["staff"], password: "a new password" };
    await latchkey.updateAccount({ username: "alice", body });
    await signIn(world, "a new password");
    const [session] = await latchkey.listAccountSessions({ username: "alice" });
    await latchkey.deleteAccountSession({ username: "alice", session: session?.id ?? "" });
    assert.deepEqual(await eventsOf(world), [
      { ...byAdministrator, kind: "session_ended", name: "Firefox/Linux" },
      { ...byUser, kind: "signed_in", amr: ["pwd"] },
      { ...byAdministrator, kind: "account_changed", fields: ["groups"] },
      { ...byAdministrator, kind: "password_changed" },
    ]);
  });

  test("does not grow with a flood of failed sign-ins, which push nothing out", async () => {
    const world = await start({ "limits.sign_in.failures_per_username": 1_000 });
    await signIn(world);
    for (let day = 0; day < 25; day += 1) {
      world.clock.now += DAY;
      await signIn(world, "a guess");
      await eventsOf(world); // A server stores them within a second of its own clock.
    }
    const events = await eventsOf(world);
    assert.equal(events.filter(({ kind }) => kind === "sign_in_failed").length, 20);
    assert.equal(events.at(-1)?.kind, "signed_in");
    const page = await world.latchkey.call("listAccountEvents", {
      username: "alice",
      limit: 1,
      offset: 20,
    });
    assert.ok(page.ok && page.body[0]?.kind === "signed_in");
    assert.equal(page.headers.get("x-total-count"), "21");
  });

  test("is forgotten after the time that the setting names", async () => {
    const world = await start({ "identity.history_for": "24h" });
    await signIn(world);
    world.clock.now += DAY - 1;
    assert.equal((await eventsOf(world)).length, 1);
    world.clock.now += 1;
    assert.deepEqual(await eventsOf(world), []);
  });

  test("of an unknown name is stored nowhere, and the answer is the same", async () => {
    const world = await start();
    const known = await signIn(world, "a guess");
    const unknown = await signIn(world, "a guess", "mallory");
    const anonymous = ({ page }: typeof known) =>
      page.text.replaceAll(/alice|mallory/g, "").replaceAll(/\s+/g, " ");
    assert.deepEqual(
      [unknown.page.status, anonymous(unknown)],
      [known.page.status, anonymous(known)],
    );
    assert.equal((await eventsOf(world)).length, 1);
    assert.equal(
      (await world.latchkey.call("listAccountEvents", { username: "mallory" })).status,
      404,
    );
  });

  test("is that of all servers, and a server stores what it noted before it stops", async () => {
    const [one, two] = await startTwoServers();
    await addAlice(one);
    await signIn(one);
    await signIn(two, "a guess");
    await two.server.close();
    assert.deepEqual((await eventsOf(one)).map(({ kind }) => kind).toSorted(), [
      "sign_in_failed",
      "signed_in",
    ]);
  });
});

describe("the sessions of an account", () => {
  test("are listed, ended one by one or all, and are no other account's", async () => {
    const world = await start();
    const { latchkey } = world;
    await latchkey.createAccount({ body: { username: "bob", password } });
    const [one, two] = [await signIn(world), await signIn(world)];
    const bob = await signIn(world, password, "bob");
    const username = "alice";
    const sessions = await latchkey.listAccountSessions({ username });
    assert.deepEqual(
      sessions.map((session) => ({ ...session, id: "" })),
      [0, 1].map(() => ({
        id: "",
        device: "Firefox/Linux",
        amr: ["pwd"],
        signed_in_at: "2027-01-15T08:00:00Z",
        expires_at: "2027-01-16T08:00:00Z",
      })),
    );
    const [foreign] = await latchkey.listAccountSessions({ username: "bob" });
    const refused = await latchkey.call("deleteAccountSession", {
      username,
      session: foreign?.id ?? "",
    });
    assert.equal(refused.status, 404);
    const isSignedIn = async ({ visitor }: typeof one) =>
      (await visitor.visit("/account")).url.pathname === "/account";
    assert.ok(await isSignedIn(bob));

    await latchkey.deleteAccountSession({ username, session: sessions[0]?.id ?? "" });
    const left = [await isSignedIn(one), await isSignedIn(two)];
    assert.equal(left.filter(Boolean).length, 1);
    await latchkey.deleteAccountSessions({ username });
    assert.deepEqual([await isSignedIn(one), await isSignedIn(two)], [false, false]);
    assert.deepEqual(await latchkey.listAccountSessions({ username }), []);
    assert.ok(await isSignedIn(bob));
    for (const operation of ["listAccountSessions", "deleteAccountSessions"] as const)
      assert.equal((await latchkey.call(operation, { username: "mallory" })).status, 404);
  });
});
