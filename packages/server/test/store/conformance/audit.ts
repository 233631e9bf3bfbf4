import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonicalJson } from "../../../src/crypto/canonical-json.ts";
import { type KnownEnds, verifyChain } from "../../../src/crypto/verify-chain.ts";
import { type AuditLog, createAuditLog } from "../../../src/features/audit/store/audit-log.ts";
import { type Cause, causedBy } from "../../../src/http/cause.ts";
import { command } from "../../../src/store/database/statement.ts";
import { aClient } from "./client-example.ts";
import { anId, NOW, type Servers } from "./example.ts";

const HOUR_MS = 3_600_000;

/** The contract of the audit log: a change and its entry are in one transaction, and all entries are one chain. */
export function describeAudit(servers: () => Servers): void {
  const logOf = ({ store }: Pick<Servers, "store">): AuditLog => createAuditLog(store.tools);
  const of = (object_id: string) => ({
    object_type: undefined,
    object_id,
    caller_id: undefined,
    caller_kind: undefined,
    action: undefined,
    operation: undefined,
    since_ms: undefined,
    until_ms: undefined,
    search: undefined,
    before: undefined,
    limit: 10,
  });

  /** Verifies all entries, as an export would be. */
  const verify = async (ends: KnownEnds = {}) => {
    const verification = verifyChain(ends);
    const log = logOf(servers());
    for (let after = 0; ;) {
      const entries = await log.listAfter(after, 100);
      for (const entry of entries) verification.next(canonicalJson(entry));
      if (entries.length === 0) return verification.end();
      after = entries.at(-1)?.sequence ?? 0;
    }
  };

  describe("the audit log", () => {
    it("has an entry of each change, with its cause", async () => {
      const { store, peer } = servers();
      const created = aClient();
      const id = created.client_id;
      const cause: Cause = {
        caller: { kind: "api_key", id: "a key", name: "CI" },
        operation: "createOAuth2Client",
        address: "192.0.2.7",
        request_id: "a request",
      };
      await causedBy(cause, () => store.clients.create(created));
      await peer.clients.delete(id);
      const [deleted, entry, ...others] = await logOf({ store: peer }).list(of(id));
      assert.deepEqual(others, []);
      assert.deepEqual(
        [deleted?.action, deleted?.caller, deleted?.operation, deleted?.after],
        ["deleted", { kind: "server", id: "" }, "", undefined],
      );
      const { caller, operation, address, request_id, action, object } = entry ?? {};
      assert.deepEqual({ caller, operation, address, request_id }, cause);
      assert.deepEqual({ action, object }, { action: "created", object: { type: "client", id } });
      assert.deepEqual(entry?.after, deleted?.before);
      assert.deepEqual(await logOf({ store }).find(entry?.sequence ?? 0), entry);
    });

    it("has none of a change that was not made", async () => {
      const { store } = servers();
      const before = await logOf({ store }).head();
      const taken = aClient();
      assert.equal(await store.clients.create(taken), true);
      assert.equal(await store.clients.create(taken), false);
      assert.equal(await store.clients.delete(anId()), false);
      assert.equal(await store.apis.delete(anId()), false);
      await store.keys.deleteSet(anId());
      await store.login_sessions.end(anId(), []);
      const after = await logOf({ store }).head();
      assert.equal(after.sequence, before.sequence + 1);
    });

    it("has none of a change whose transaction is rolled back, after its entry was written", async () => {
      const { database, store } = servers();
      const before = await logOf({ store }).head();
      const record = store.tools.changes.recorder();
      const object = { type: "client", id: anId() };
      const failing = database.write(function* failing() {
        yield* record({ action: "created", object });
        throw new Error("a bug");
      });
      await assert.rejects(failing, { message: "a bug" });
      const rejected = database.write(function* rejected() {
        yield* record({ action: "created", object });
        yield* command({ sql: "insert into audit_head (name) values ('chain')" })({});
      });
      await assert.rejects(rejected);
      assert.deepEqual(await logOf({ store }).head(), before);
      assert.deepEqual(await logOf({ store }).list(of(object.id)), []);
      // The next change is in the place of the one that was not made.
      await store.clients.create(aClient());
      assert.equal((await logOf({ store }).head()).sequence, before.sequence + 1);
      assert.equal((await verify()).broken, undefined);
    });

    it("is one chain, however many servers change something at once", async () => {
      const { store, peer } = servers();
      const before = await logOf({ store }).head();
      const clients = Array.from({ length: 60 }, () => aClient());
      await Promise.all(
        clients.map(async (client, index) => {
          const server = index % 2 === 0 ? store : peer;
          const other = index % 2 === 0 ? peer : store;
          await server.clients.create(client);
          await other.clients.revokeAccessTokens(client.client_id);
        }),
      );
      const { hash, sequence } = await logOf({ store: peer }).head();
      assert.equal(sequence, before.sequence + 120);
      const { broken, last } = await verify({ head: hash });
      assert.equal(broken?.explanation, undefined);
      assert.deepEqual(last, { sequence, hash });
    });

    it("is one chain where transactions that change several things at once wait for one another", async () => {
      const { store, peer } = servers();
      const accounts = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const account = anAccount();
          assert.equal(await store.accounts.create(account), "created");
          return account;
        }),
      );
      await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const server = index % 2 === 0 ? store : peer;
          const { username } = accounts[index % accounts.length] ?? anAccount();
          await server.accounts.change(username, (present) => ({
            ...present,
            attributes: { index },
          }));
          await server.clients.create(aClient());
        }),
      );
      assert.equal((await verify()).broken?.explanation, undefined);
    });

    it("has texts as both databases store them, and shortens long ones", async () => {
      const { database, store } = servers();
      const record = store.tools.changes.recorder();
      const id = anId();
      const after = { odd: "a\0b\ud800c\u2028", long: "x".repeat(5_000), list: [{ deep: "é" }] };
      await database.write(() =>
        record({ action: "made", object: { type: "t", id: `${id}\0` }, after }),
      );
      const [entry] = await logOf({ store }).list(of(`${id}\ufffd`));
      const { odd, long, list } = entry?.after ?? {};
      assert.equal(odd, "a\ufffdb\ufffdc\u2028");
      assert.match(String(long), /^\(5000 characters, sha256:[0-9a-f]{64}\)$/);
      assert.deepEqual(list, [{ deep: "é" }]);
      assert.equal((await verify()).broken?.explanation, undefined);
    });

    it("keeps the networks of users, and not their addresses or names", async () => {
      const { store } = servers();
      const rows: Readonly<Record<string, string>> = {
        "192.0.2.77": "192.0.2.0",
        "::ffff:192.0.2.77": "192.0.2.0",
        "2001:db8:1:2:3:4:5:6": "2001:db8:1::",
        "::1": "0:0:0::",
        unknown: "",
      };
      for (const [address, network] of Object.entries(rows)) {
        const client = aClient();
        const caller = { kind: "user", id: "alice", name: "Alice" } as const;
        const cause: Cause = { caller, operation: "/account", address, request_id: "r" };
        await causedBy(cause, () => store.clients.create(client));
        const [entry] = await logOf({ store }).list(of(client.client_id));
        assert.equal(entry?.address, network, address);
        assert.deepEqual(entry?.caller, { kind: "user", id: "alice" });
      }
    });

    it("is searched for text as it is written, whatever its case", async () => {
      const { store } = servers();
      const client = { ...aClient(), client_name: `100%_${anId()} ÄPFEL` };
      await store.clients.create(client);
      const search = (text: string) =>
        logOf({ store }).list({ ...of(client.client_id), search: text });
      assert.equal((await search(`100%_${client.client_name.slice(5, 12)}`)).length, 1);
      assert.equal((await search("CLIENT_NAME")).length, 1);
      assert.equal((await search("100_")).length, 0);
      assert.equal((await search("\\")).length, 0);
    });

    it("drops the oldest entries, and what remains is still a chain", async () => {
      const { store, peer } = servers();
      await store.clients.create(aClient());
      const log = logOf({ store });
      const whole = await log.head();
      const all = await log.listAfter(0, 10_000);
      assert.equal(await log.drop(0, 5), 0);
      assert.deepEqual((await log.head()).dropped, whole.dropped);
      const latest = NOW * 1000 + HOUR_MS;
      assert.deepEqual(
        await Promise.all([log.drop(latest, 5), logOf({ store: peer }).drop(latest, 5)]),
        [5, 5],
      );
      const after = await log.head();
      assert.deepEqual(
        [after.hash, after.sequence, after.dropped.sequence],
        [whole.hash, whole.sequence, 10],
      );
      assert.equal(after.dropped.hash, all[9]?.hash);
      assert.equal(await log.find(10), undefined);
      const ends = { after: after.dropped.hash, head: after.hash };
      assert.equal((await verify(ends)).broken?.explanation, undefined);
      assert.equal((await verify({ after: all[0]?.hash })).broken?.problem, "unlinked");
    });

    it("goes on where every entry was dropped", async () => {
      const { store } = servers();
      const log = logOf({ store });
      while ((await log.drop(NOW * 1000 + HOUR_MS, 50)) > 0);
      const { hash, sequence, dropped } = await log.head();
      assert.deepEqual(dropped, { hash, sequence });
      await store.clients.create(aClient());
      const [entry] = await log.listAfter(0, 10);
      assert.equal(entry?.sequence, sequence + 1);
      assert.equal((await verify({ after: hash })).broken?.explanation, undefined);
    });

    it("shows in its lines what was altered in the database, and what is gone from it", async () => {
      const { database, store } = servers();
      for (let count = 0; count < 4; count += 1) await store.clients.create(aClient());
      const { dropped, hash, sequence } = await logOf({ store }).head();
      const ends = { after: dropped.hash, head: hash };
      assert.equal((await verify(ends)).broken, undefined);
      const alter = (sql: string) => database.write(() => command({ sql })({}));
      const second = sequence - 2;
      await alter(`update audit_entry set caller_id = 'mallory' where sequence = ${second}`);
      assert.equal((await verify(ends)).broken?.problem, "altered");
      await alter(`update audit_entry set caller_id = '' where sequence = ${second}`);
      assert.equal((await verify(ends)).broken, undefined);
      for (const column of ["action", "object_id", "operation", "address", "request_id"]) {
        await alter(
          `update audit_entry set ${column} = ${column} || 'x' where sequence = ${second}`,
        );
        assert.equal((await verify(ends)).broken?.problem, "altered", column);
        await alter(
          `update audit_entry set ${column} = substr(${column}, 1, length(${column}) - 1) where sequence = ${second}`,
        );
      }
      assert.equal((await verify(ends)).broken, undefined);
      await alter(`update audit_entry set at_ms = at_ms - 1 where sequence = ${second}`);
      assert.equal((await verify(ends)).broken?.problem, "altered");
      await alter(`update audit_entry set at_ms = at_ms + 1 where sequence = ${second}`);
      await alter(`update audit_entry set value_after = '{}' where sequence = ${second}`);
      assert.equal((await verify(ends)).broken?.problem, "altered");
      await alter(`delete from audit_entry where sequence = ${second}`);
      assert.equal((await verify(ends)).broken?.problem, "dropped");
      await alter(`delete from audit_entry where sequence > ${second}`);
      assert.equal((await verify({ after: dropped.hash })).broken, undefined);
      assert.equal((await verify(ends)).broken?.problem, "dropped");
    });
  });
}

function anAccount() {
  return {
    username: anId().toLowerCase(),
    subject: anId(),
    password_hash: "hash",
    state: "active",
    profile: {},
    verified_email: undefined,
    groups: [],
    attributes: {},
    created_at: NOW,
  } as const;
}
