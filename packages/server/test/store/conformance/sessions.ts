import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashCostOf } from "@latchkey/api";
import type { LogoutRequest } from "../../../src/interaction/logout-request.ts";
import {
  aDelivery,
  aGrant,
  aLogout,
  anAccount,
  anId,
  given,
  NOW,
  page,
  takeAll,
  traces,
  type Servers,
} from "./example.ts";

/** The contract of sessions, logouts and accounts. */
export function describeSessions(servers: () => Servers): void {
  describe("failed sign-ins", () => {
    const times = { now: NOW, expires_at: NOW + 900 };
    const aKey = () => Buffer.from(anId()).toString("base64url");
    const countOne = (store: Servers["store"], ...keys: string[]) =>
      store.sign_in_failures.change(
        keys,
        times,
        (failures) => new Map(keys.map((key) => [key, (failures.get(key)?.count ?? 0) + 1])),
      );
    const countsOf = async (store: Servers["store"], ...keys: string[]) => {
      let counts: (number | undefined)[] = [];
      await store.sign_in_failures.change(keys, times, (failures) => {
        counts = keys.map((key) => failures.get(key)?.count);
        return new Map();
      });
      return counts;
    };

    it("are counted across all servers, none twice", async () => {
      const { store, peer } = servers();
      const [account, address] = [aKey(), aKey()];
      const callers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? store : peer));
      // In both orders, so that two servers would deadlock if they locked in the order given.
      await Promise.all(
        callers.map((server, index) =>
          index % 3 === 0 ? countOne(server, account, address) : countOne(server, address, account),
        ),
      );
      assert.deepEqual(await countsOf(store, account, address), [20, 20]);
    });

    it("are not changed where nothing is decided", async () => {
      const { store, peer } = servers();
      const key = aKey();
      await countOne(store, key);
      assert.deepEqual(await countsOf(peer, key), [1]);
      assert.deepEqual(await countsOf(store, key), [1]);
    });

    it("are swept when they expire", async () => {
      const { store } = servers();
      const key = aKey();
      await countOne(store, key);
      await store.sweep(NOW + 901, 1_000);
      assert.deepEqual(await countsOf(store, key), [0]);
    });
  });

  describe("login sessions", () => {
    it("stores a session until it expires, and again", async () => {
      const { store, peer } = servers();
      const session = { sid: anId(), subject: anId(), authenticated_at: NOW, expires_at: NOW + 10 };
      await store.login_sessions.remember(session);
      assert.deepEqual({ ...(await peer.login_sessions.find(session.sid, NOW)) }, session);
      assert.equal(await store.login_sessions.find(session.sid, NOW + 10), undefined);
      const again = { ...session, authenticated_at: NOW + 5, expires_at: NOW + 15, acr: "gold" };
      await store.login_sessions.remember(again);
      assert.deepEqual({ ...(await store.login_sessions.find(session.sid, NOW + 10)) }, again);
    });

    it("stores a session twice in one batch, and the last write wins", async () => {
      const { store } = servers();
      const session = { sid: anId(), subject: anId(), authenticated_at: NOW, expires_at: NOW + 10 };
      const again = { ...session, authenticated_at: NOW + 5 };
      await Promise.all([session, again].map((said) => store.login_sessions.remember(said)));
      assert.deepEqual({ ...(await store.login_sessions.find(session.sid, NOW)) }, again);
    });

    it("stores names with any characters, many at a time", async () => {
      const { store } = servers();
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

    it("counts sessions, up to the given number", async () => {
      const { store, peer } = servers();
      const before = await store.login_sessions.count(NOW, 1_000);
      for (const expires_at of [NOW + 10, NOW + 10, NOW]) {
        const session = { sid: anId(), subject: anId(), authenticated_at: NOW, expires_at };
        await store.login_sessions.remember(session);
      }
      assert.equal(await peer.login_sessions.count(NOW, 1_000), before + 2);
      assert.equal(await store.login_sessions.count(NOW, 1), 1);
    });

    it("knows which clients were granted tokens in a session, and the sub, until it ends", async () => {
      const { store } = servers();
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

    it("deletes one session, or all of a user", async () => {
      const { store } = servers();
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
      const all = await store.login_sessions.ofSubject(subject, NOW);
      assert.equal(all.length, 3);
      assert.deepEqual(await store.login_sessions.ofSubject(subject, NOW, 1), all.slice(1));
      assert.deepEqual(await store.login_sessions.ofSubject(subject, NOW, 3), []);
      await store.login_sessions.forget(sids[0]);
      assert.equal(await store.login_sessions.find(sids[0], NOW), undefined);
      assert.ok(await store.login_sessions.find(sids[1], NOW));
      await store.login_sessions.forgetSubject(subject);
      assert.equal(await store.login_sessions.find(sids[1], NOW), undefined);
    });
  });

  describe("logouts", () => {
    it("deletes the session and adds the deliveries once, however many requests complete it", async () => {
      const { store, peer } = servers();
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
        [store, peer].map((server) =>
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

    it("accepts another answer until it is used", async () => {
      const { store } = servers();
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

    it("gives a delivery to one server at a time, until it succeeded or was given up", async () => {
      const { store, peer } = servers();
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
        [store, peer].map((server) => server.logout_deliveries.take(NOW + 1_000, NOW + 1_100, 10)),
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

    it("puts a delivery back that was not attempted", async () => {
      const { store } = servers();
      await takeAll(store, NOW);
      const delivery = aDelivery({ due_at: NOW + 1_000, expires_at: NOW + 2_000 });
      const logout = aLogout({ logout_id: delivery.delivery_id });
      await store.logout_requests.begin(logout, NOW);
      await store.logout_requests.complete(logout, [delivery]);
      await store.logout_deliveries.take(NOW + 1_000, NOW + 1_100, 10);
      await store.logout_deliveries.putBack(delivery.delivery_id, NOW + 1_001);
      assert.deepEqual(await store.logout_deliveries.take(NOW + 1_001, NOW + 1_100, 10), [
        { ...delivery, attempts: 1, due_at: NOW + 1_100 },
      ]);
      await store.logout_deliveries.finish(delivery.delivery_id);
    });

    it("are added with the end of a session", async () => {
      const { store, peer } = servers();
      const session = { sid: anId(), subject: anId(), authenticated_at: NOW, expires_at: NOW + 10 };
      await store.login_sessions.remember(session);
      const delivery = aDelivery({
        sid: session.sid,
        due_at: NOW + 3_000,
        expires_at: NOW + 4_000,
      });
      await store.login_sessions.end(session.sid, [delivery]);
      assert.equal(await peer.login_sessions.find(session.sid, NOW), undefined);
      const taken = await peer.logout_deliveries.take(NOW + 3_000, NOW + 3_100, 10);
      assert.deepEqual(
        taken.map(({ delivery_id }) => delivery_id),
        [delivery.delivery_id],
      );
      await store.logout_deliveries.finish(delivery.delivery_id);
    });
  });

  describe("accounts", () => {
    it("stores one account for each username", async () => {
      const { store } = servers();
      const alice = anAccount();
      assert.equal(await store.accounts.create(alice), "created");
      assert.equal(await store.accounts.create({ ...alice, subject: anId() }), "taken");
      assert.deepEqual(await store.accounts.find(alice.username), alice);
      assert.deepEqual(await store.accounts.findSubject(alice.subject), alice);
      assert.equal(await store.accounts.find(anId()), undefined);
    });

    it("finds an account by a part of its username, subject, name or address, in any case", async () => {
      const { store, peer } = servers();
      const [name, email] = [`Alice ${anId()}`, `${anId()}@wonderland.example`];
      const alice = { ...anAccount(), profile: { name, email, locale: "en" } };
      const found = async (text: string) => {
        const { items, total } = await peer.accounts.search(text, page);
        return { items, total };
      };
      await store.accounts.create(alice);
      for (const text of [alice.username.slice(2), alice.subject, name.toUpperCase(), email])
        assert.deepEqual(await found(text), { items: [alice], total: 1 }, text);
      const profile = { name: "Alice Hargreaves" };
      await store.accounts.change(alice.username, (present) => ({ ...present, profile }));
      assert.deepEqual(await found(email), { items: [], total: 0 }, "the address is gone");
      assert.equal((await found("hargreaves")).total, 1);
      await store.accounts.delete(alice.username);
      assert.deepEqual(await found(alice.username), { items: [], total: 0 });
    });

    it("changes a password or the claims, lists and deletes", async () => {
      const { store } = servers();
      const alice = anAccount();
      await store.accounts.create(alice);
      const password_hash = "argon2id:new";
      const profile = { name: "Alice", address: { locality: "Oxford" }, email_verified: true };
      const { username } = alice;
      const { accounts } = store;
      assert.deepEqual(await accounts.change(username, (present) => present), alice);
      const first = await accounts.change(username, (present) => ({ ...present, password_hash }));
      assert.deepEqual(first, { ...alice, password_hash });
      const facts = {
        profile,
        state: "must_change_password" as const,
        groups: ["staff"],
        attributes: { employee_number: 4711, badge: { colour: "red" } },
      };
      const second = await accounts.change(username, (present) => ({ ...present, ...facts }));
      assert.deepEqual(second, { ...alice, password_hash, ...facts });
      assert.deepEqual(await store.accounts.find(username), second);
      const { items, total } = await store.accounts.list(page);
      assert.ok(items.some((account) => account.username === username) && total === items.length);
      assert.equal(await store.accounts.delete(alice.username), true);
      assert.equal(await store.accounts.delete(alice.username), false);
      assert.equal(await accounts.change(username, (present) => present), undefined);
    });

    it("gives an account another username, with all that belongs to it", async () => {
      const { store, peer } = servers();
      const id = anId().toLowerCase();
      const email = `zoe-${id}@wonderland.example`;
      const zoe = { ...anAccount(), verified_email: email, profile: { name: `Zoë ${id}` } };
      await store.accounts.create(zoe);
      const decomposed = `zoe\u0308-${id}`;
      assert.equal(await store.accounts.rename(zoe.username, decomposed), "renamed");
      const found = { ...zoe, username: decomposed };
      assert.deepEqual(await peer.accounts.find(decomposed), found);
      assert.deepEqual(await peer.accounts.findSubject(zoe.subject), found);
      assert.deepEqual(await peer.accounts.findByName(email), found);
      assert.equal(await peer.accounts.find(zoe.username), undefined);
      assert.equal((await peer.accounts.search(id, page)).total, 1);
      assert.ok((await peer.accounts.misnamed()).includes(decomposed));
      const capital = `ZOE-${id}`;
      const [twin, lower] = [anAccount(), `zoë-${id}`];
      await store.accounts.create(twin);
      assert.equal(await peer.accounts.rename(decomposed, twin.username), "taken");
      assert.deepEqual(await store.accounts.findByName(email), found, "nothing was written");
      assert.equal((await store.accounts.search(id, page)).total, 1);
      assert.equal(await store.accounts.rename(twin.username, capital), "renamed");
      assert.ok((await store.accounts.misnamed()).includes(capital));
      assert.equal(await store.accounts.rename(decomposed, lower), "renamed");
      assert.equal(await store.accounts.rename(decomposed, lower), "gone");
      const others = (await store.accounts.misnamed()).filter((name) => name.endsWith(id));
      assert.deepEqual(others, [capital]);
      for (const name of [lower, capital]) await store.accounts.delete(name);
    });

    it("stores no account that no lookup finds", async () => {
      const { store } = servers();
      for (const username of [`zoe\u0308-${anId()}`, `ALICE-${anId()}`, ` ${anId()}`])
        await assert.rejects(store.accounts.create({ ...anAccount(), username }), TypeError);
    });

    it("names one hash of each kind that other servers made", async () => {
      const { store, peer } = servers();
      const salt = Buffer.from(anId()).toString("base64").replaceAll("=", "");
      const stored = [
        `$2b$11$${"a".repeat(53)}`,
        `$2b$11$${"b".repeat(53)}`,
        `$2a$12$${"c".repeat(53)}`,
        `$pbkdf2-sha256$i=7001,l=32$${salt}$${"A".repeat(43)}`,
        `$argon2id$v=19$m=65536,t=3,p=4$${salt}$${"B".repeat(43)}`,
        `$argon2id$v=19$m=65536,t=3,p=4$${salt}$${"C".repeat(43)}`,
      ];
      const accounts = stored.map((password_hash) => ({ ...anAccount(), password_hash }));
      for (const one of accounts) await store.accounts.create(one);
      const kinds = (await peer.accounts.hashKinds()).map((hash) => hashCostOf(hash)?.kind);
      assert.equal(new Set(kinds).size, kinds.length, "each once");
      for (const hash of stored) assert.ok(kinds.includes(hashCostOf(hash)?.kind), hash);
      for (const { username } of accounts) await store.accounts.delete(username);
    });

    it("gives a verified address to one account, which is found by it", async () => {
      const { store, peer } = servers();
      const email = `${anId().toLowerCase()}@wonderland.example`;
      const [alice, bob] = [{ ...anAccount(), verified_email: email }, anAccount()];
      const claim = (username: string, verified_email: string | undefined) =>
        peer.accounts.change(username, (present) => ({ ...present, verified_email }));
      assert.equal(await store.accounts.create(alice), "created");
      assert.equal(await peer.accounts.create({ ...bob, verified_email: email }), "email_taken");
      assert.equal(await store.accounts.find(bob.username), undefined, "nothing was written");
      await store.accounts.create(bob);
      assert.equal(await claim(bob.username, email), "email_taken");
      assert.deepEqual(await peer.accounts.findByName(email), alice);
      assert.deepEqual(await peer.accounts.findByName(alice.username), alice);
      await claim(alice.username, undefined);
      assert.equal(await store.accounts.findByName(email), undefined);
      const moved = await claim(bob.username, email);
      assert.deepEqual(await store.accounts.findByName(email), moved);
      assert.equal(
        await store.accounts.create({ ...anAccount(), username: email }),
        "created",
        "a username may look like the address of another account",
      );
      assert.equal((await peer.accounts.findByName(email))?.username, email, "and goes first");
      await store.accounts.delete(bob.username);
      assert.deepEqual(await claim(alice.username, email), { ...alice, verified_email: email });
    });

    it("lets one of two servers have an address", async () => {
      const { store, peer } = servers();
      const verified_email = `${anId()}@wonderland.example`;
      const created = await Promise.all([
        store.accounts.create({ ...anAccount(), verified_email }),
        peer.accounts.create({ ...anAccount(), verified_email }),
      ]);
      assert.deepEqual(created.toSorted(), ["created", "email_taken"]);
    });

    it("ends the sessions of an account that is disabled, and of one with another password", async () => {
      const { store } = servers();
      for (const change of [{ state: "disabled" as const }, { password_hash: "argon2id:new" }]) {
        const alice = anAccount();
        const session = sessionOf(alice.subject);
        await store.accounts.create(alice);
        await store.login_sessions.remember(session);
        await store.accounts.change(alice.username, (present) => ({ ...present, groups: ["a"] }));
        assert.equal((await store.login_sessions.ofSubject(alice.subject, NOW)).length, 1);
        await store.accounts.change(alice.username, (present) => ({ ...present, ...change }));
        assert.deepEqual(await store.login_sessions.ofSubject(alice.subject, NOW), []);
      }
    });

    it("replaces the hash of a password that was not changed meanwhile, and no session ends", async () => {
      const { store } = servers();
      const alice = anAccount();
      const session = sessionOf(alice.subject);
      await store.accounts.create(alice);
      await store.login_sessions.remember(session);
      const { accounts } = store;
      assert.equal(await accounts.replaceHash(alice.username, "$2b$other", "argon2id:new"), false);
      assert.equal(
        await accounts.replaceHash(alice.username, "argon2id:old", "argon2id:new"),
        true,
      );
      assert.equal((await store.accounts.find(alice.username))?.password_hash, "argon2id:new");
      assert.deepEqual(await store.login_sessions.ofSubject(alice.subject, NOW), [session]);
      assert.equal(await store.login_sessions.forgetSubject(alice.subject), 1);
    });
  });
}

function sessionOf(subject: string) {
  return { sid: anId(), subject, authenticated_at: NOW, expires_at: NOW + 60 };
}
