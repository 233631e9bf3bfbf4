import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LogoutRequest } from "../../interaction/logout-request.ts";
import {
  aDelivery,
  aGrant,
  aLogout,
  anAccount,
  anId,
  given,
  NOW,
  takeAll,
  traces,
  type Ground,
} from "./example.ts";

/** The promises about sessions, logouts and accounts. */
export function describeSessions(ground: () => Ground): void {
  describe("failed sign-ins", () => {
    const times = { now: NOW, expires_at: NOW + 900 };
    const aKey = () => Buffer.from(anId()).toString("base64url");
    const countOne = (store: Ground["store"], ...keys: string[]) =>
      store.sign_in_failures.change(
        keys,
        times,
        (failures) => new Map(keys.map((key) => [key, (failures.get(key)?.count ?? 0) + 1])),
      );
    const countsOf = async (store: Ground["store"], ...keys: string[]) => {
      let counts: (number | undefined)[] = [];
      await store.sign_in_failures.change(keys, times, (failures) => {
        counts = keys.map((key) => failures.get(key)?.count);
        return new Map();
      });
      return counts;
    };

    it("are counted by all servers together, none twice", async () => {
      const { store, neighbour } = ground();
      const [account, address] = [aKey(), aKey()];
      const servers = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? store : neighbour,
      );
      // In both orders, so that two servers would wait for one another if they locked in the order given.
      await Promise.all(
        servers.map((server, index) =>
          index % 3 === 0 ? countOne(server, account, address) : countOne(server, address, account),
        ),
      );
      assert.deepEqual(await countsOf(store, account, address), [20, 20]);
    });

    it("stay as they are where nothing is decided", async () => {
      const { store, neighbour } = ground();
      const key = aKey();
      await countOne(store, key);
      assert.deepEqual(await countsOf(neighbour, key), [1]);
      assert.deepEqual(await countsOf(store, key), [1]);
    });

    it("are swept when they are forgiven", async () => {
      const { store } = ground();
      const key = aKey();
      await countOne(store, key);
      await store.sweep(NOW + 901, 1_000);
      assert.deepEqual(await countsOf(store, key), [0]);
    });
  });

  describe("login sessions", () => {
    it("remembers a browser until its time is over, and anew", async () => {
      const { store, neighbour } = ground();
      const session = { sid: anId(), subject: anId(), authenticated_at: NOW, expires_at: NOW + 10 };
      await store.login_sessions.remember(session);
      assert.deepEqual({ ...(await neighbour.login_sessions.find(session.sid, NOW)) }, session);
      assert.equal(await store.login_sessions.find(session.sid, NOW + 10), undefined);
      const again = { ...session, authenticated_at: NOW + 5, expires_at: NOW + 15 };
      await store.login_sessions.remember(again);
      assert.deepEqual({ ...(await store.login_sessions.find(session.sid, NOW + 10)) }, again);
    });

    it("remembers a browser twice in one breath, and the last word counts", async () => {
      const { store } = ground();
      const session = { sid: anId(), subject: anId(), authenticated_at: NOW, expires_at: NOW + 10 };
      const again = { ...session, authenticated_at: NOW + 5 };
      await Promise.all([session, again].map((said) => store.login_sessions.remember(said)));
      assert.deepEqual({ ...(await store.login_sessions.find(session.sid, NOW)) }, again);
    });

    it("keeps whatever a name is made of, many at a time", async () => {
      const { store } = ground();
      const subjects = ['the "Queen"', "back\\slash\\", "{a,b}", "null", "", " ", "給\n\t'"];
      const sessions = subjects.map((subject) => ({
        sid: `${anId()}${subject}`,
        subject,
        authenticated_at: NOW,
        expires_at: NOW + 10,
      }));
      await Promise.all(sessions.map((session) => store.login_sessions.remember(session)));
      const found = await Promise.all(
        sessions.map(({ sid }) => store.login_sessions.find(sid, NOW)),
      );
      assert.deepEqual(found, sessions);
    });

    it("counts the browsers it remembers, as far as it is asked to", async () => {
      const { store, neighbour } = ground();
      const before = await store.login_sessions.count(NOW, 1_000);
      for (const expires_at of [NOW + 10, NOW + 10, NOW]) {
        const session = { sid: anId(), subject: anId(), authenticated_at: NOW, expires_at };
        await store.login_sessions.remember(session);
      }
      assert.equal(await neighbour.login_sessions.count(NOW, 1_000), before + 2);
      assert.equal(await store.login_sessions.count(NOW, 1), 1);
    });

    it("knows which clients were visited in a session, as who, until it ends", async () => {
      const { store } = ground();
      const [sid, photos] = [anId(), anId()];
      await given(store, aGrant({ sid, client_id: photos, client_key: 3 }));
      await given(store, aGrant({ sid, client_id: photos, client_key: 4 }));
      await given(store, aGrant({ sid: anId() }));
      await given(store, aGrant({ sid, client_id: anId() }), {
        ...traces,
        session_expires_at: undefined,
      });
      const visits = (await store.login_sessions.visitsOf(sid)).map((visit) => ({ ...visit }));
      assert.deepEqual(visits, [{ client_id: photos, client_key: 4, id_token_subject: "alice" }]);
      await store.login_sessions.forget(sid);
      assert.equal((await store.login_sessions.visitsOf(sid)).length, 0);
    });

    it("forgets one browser, or all of a person's", async () => {
      const { store } = ground();
      const subject = anId();
      const sids = [anId(), anId(), anId()] as const;
      for (const sid of sids) {
        await store.login_sessions.remember({
          sid,
          subject,
          authenticated_at: NOW,
          expires_at: NOW + 10,
        });
      }
      await store.login_sessions.forget(sids[0]);
      assert.equal(await store.login_sessions.find(sids[0], NOW), undefined);
      assert.ok(await store.login_sessions.find(sids[1], NOW));
      await store.login_sessions.forgetSubject(subject);
      assert.equal(await store.login_sessions.find(sids[1], NOW), undefined);
    });
  });

  describe("logouts", () => {
    it("ends the session and posts the deliveries once, however many try", async () => {
      const { store, neighbour } = ground();
      const request = aLogout();
      await store.logout_requests.begin(request, NOW + 60);
      await store.login_sessions.remember({
        ...request,
        authenticated_at: NOW,
        expires_at: NOW + 10,
      });
      const used: LogoutRequest = { ...request, state: "used" };
      const client_id = anId();
      const won = await Promise.all(
        [store, neighbour].map((server) =>
          server.logout_requests.complete(used, [aDelivery({ client_id })]),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.deepEqual(await store.logout_requests.find(request.logout_id), {
        ...used,
        version: 1,
      });
      assert.equal(await store.login_sessions.find(request.sid, NOW), undefined);
      const taken = await takeAll(store, NOW);
      assert.equal(taken.filter((delivery) => delivery.client_id === client_id).length, 1);
    });

    it("changes its mind until it is used", async () => {
      const { store } = ground();
      const request = aLogout();
      await store.logout_requests.begin(request, NOW + 60);
      assert.equal(await store.logout_requests.advance({ ...request, state: "rejected" }), true);
      assert.equal(await store.logout_requests.advance({ ...request, state: "accepted" }), false);
      assert.equal(
        await store.logout_requests.advance({ ...request, version: 1, state: "accepted" }),
        true,
      );
      assert.equal((await store.logout_requests.find(request.logout_id))?.state, "accepted");
      assert.equal(await store.logout_requests.find(anId()), undefined);
    });

    it("hands a delivery to one server at a time, until it is done or given up", async () => {
      const { store, neighbour } = ground();
      await takeAll(store, NOW);
      const delivery = aDelivery({ due_at: NOW + 1_000, expires_at: NOW + 2_000 });
      await store.logout_requests.begin(aLogout({ logout_id: delivery.delivery_id }), NOW);
      await store.logout_requests.complete(aLogout({ logout_id: delivery.delivery_id }), [
        delivery,
      ]);
      assert.deepEqual(
        await store.logout_deliveries.take(NOW + 999, NOW + 1_100, 10),
        [],
        "not due",
      );
      const taken = await Promise.all(
        [store, neighbour].map((server) =>
          server.logout_deliveries.take(NOW + 1_000, NOW + 1_100, 10),
        ),
      );
      assert.deepEqual(taken.flat(), [{ ...delivery, attempts: 1, due_at: NOW + 1_100 }]);
      assert.equal(
        (await store.logout_deliveries.take(NOW + 1_100, NOW + 1_200, 10)).length,
        1,
        "its server died",
      );
      await store.logout_deliveries.postpone(delivery.delivery_id, NOW + 1_500);
      assert.deepEqual(await store.logout_deliveries.take(NOW + 1_400, NOW + 1_600, 10), []);
      assert.deepEqual(
        await store.logout_deliveries.take(NOW + 2_000, NOW + 2_100, 10),
        [],
        "too late",
      );
      await store.logout_deliveries.finish(delivery.delivery_id);
      assert.deepEqual(
        await store.logout_deliveries.take(NOW + 1_500, NOW + 1_600, 10),
        [],
        "done",
      );
    });
  });

  describe("accounts", () => {
    it("keeps one account under one name", async () => {
      const { store } = ground();
      const alice = anAccount();
      assert.equal(await store.accounts.create(alice), true);
      assert.equal(await store.accounts.create({ ...alice, subject: anId() }), false);
      assert.deepEqual(await store.accounts.find(alice.username), alice);
      assert.deepEqual(await store.accounts.findSubject(alice.subject), alice);
      assert.equal(await store.accounts.find(anId()), undefined);
    });

    it("finds an account by a part of its username, subject, name or address, in any case", async () => {
      const { store, neighbour } = ground();
      const [name, email] = [`Alice ${anId()}`, `${anId()}@wonderland.example`];
      const alice = { ...anAccount(), profile: { name, email, locale: "en", age: 7 } };
      const found = (text: string) => neighbour.accounts.search(text, { limit: 500, offset: 0 });
      await store.accounts.create(alice);
      for (const text of [alice.username.slice(2), alice.subject, name.toUpperCase(), email])
        assert.deepEqual(await found(text), { items: [alice], total: 1 }, text);
      const profile = { name: "Alice Hargreaves" };
      await store.accounts.change(alice.username, { password_hash: undefined, profile });
      assert.deepEqual(await found(email), { items: [], total: 0 }, "the address is gone");
      assert.equal((await found("hargreaves")).total, 1);
      await store.accounts.delete(alice.username);
      assert.deepEqual(await found(alice.username), { items: [], total: 0 });
    });

    it("changes a password or the claims, lists and deletes", async () => {
      const { store } = ground();
      const alice = anAccount();
      await store.accounts.create(alice);
      const password_hash = "argon2id:new";
      const profile = { name: "Alice", address: { locality: "Oxford" }, email_verified: true };
      const nothing = { password_hash: undefined, profile: undefined };
      const { username } = alice;
      assert.deepEqual(await store.accounts.change(username, nothing), alice);
      const first = await store.accounts.change(username, { ...nothing, password_hash });
      assert.deepEqual(first, { ...alice, password_hash });
      const second = await store.accounts.change(username, { ...nothing, profile });
      assert.deepEqual(second, { ...alice, password_hash, profile });
      assert.deepEqual(await store.accounts.find(username), second);
      const { items, total } = await store.accounts.list({ limit: 500, offset: 0 });
      assert.ok(items.some((account) => account.username === username) && total === items.length);
      assert.equal(await store.accounts.delete(alice.username), true);
      assert.equal(await store.accounts.delete(alice.username), false);
      assert.equal(await store.accounts.change(username, { ...nothing, password_hash }), undefined);
    });
  });
}
