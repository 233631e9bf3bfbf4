import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type {
  ApiKeyRecord,
  OperatorRecord,
} from "../../../src/features/operators/rules/records.ts";
import { createApiKeys } from "../../../src/features/operators/store/api-keys.ts";
import {
  createOperators,
  createOperatorSessions,
} from "../../../src/features/operators/store/operators.ts";
import type { Store } from "../../../src/store/port/store.ts";
import { anId, NOW, page, type Servers } from "./example.ts";

const keysOf = (store: Store) => createApiKeys(store.tools);
const operatorsOf = (store: Store) => createOperators(store.tools);
const sessionsOf = (store: Store) => createOperatorSessions(store.tools);

const anyway = { one_must_remain: false, now: NOW };
const checked = { one_must_remain: true, now: NOW };

/** The contract of API keys, of users with a role, and of their sessions. */
export function describeOperators(servers: () => Servers): void {
  describe("API keys", () => {
    it("are found by their hash with all that is known of them, and listed", async () => {
      const { store, peer } = servers();
      const limited = aKey({ workspaces: ["acme", "globex"], valid_until: NOW + 60 });
      const exact = aKey({
        role: undefined,
        operations: ["getVersion", "listOAuth2Clients"],
        created_at: NOW + 1,
        created_by: { kind: "account", id: anId(), name: "alice" },
      });
      for (const one of [limited, exact]) await keysOf(store).create(one);
      for (const one of [limited, exact]) {
        assert.deepEqual(await keysOf(peer).findByHash(one.hash), one);
        assert.deepEqual(await keysOf(peer).find(one.id), one);
      }
      const { items } = await keysOf(peer).list(page);
      const listed = items.filter(({ id }) => [limited.id, exact.id].includes(id));
      assert.deepEqual(listed, [exact, limited], "the newest first");
      for (const { id } of listed) await keysOf(store).revoke(id, anyway);
    });

    it("are renamed and revoked on all servers, once their caches are cleared", async () => {
      const { store, peer } = servers();
      const [here, there] = [keysOf(store), keysOf(peer)];
      const key = aKey();
      await here.create(key);
      assert.deepEqual(await there.findByHash(key.hash), key);
      assert.deepEqual(there.findByHash(key.hash), key, "cached");
      assert.deepEqual(await here.rename(key.id, "deployments"), { ...key, name: "deployments" });
      await peer.refresh();
      assert.equal((await there.findByHash(key.hash))?.name, "deployments");
      assert.equal(await here.revoke(key.id, anyway), "revoked");
      await peer.refresh();
      assert.equal(await there.findByHash(key.hash), undefined);
      assert.equal(await here.revoke(key.id, anyway), "unknown");
      assert.equal(await here.rename(key.id, "again"), undefined);
    });

    it("have a time of last use that never goes back", async () => {
      const { store, peer } = servers();
      const key = aKey();
      await keysOf(store).create(key);
      await keysOf(store).touch([{ id: key.id, at: NOW + 60 }]);
      await keysOf(peer).touch([
        { id: key.id, at: NOW },
        { id: anId(), at: NOW },
      ]);
      assert.equal((await keysOf(peer).find(key.id))?.last_used_at, NOW + 60);
      await keysOf(store).revoke(key.id, anyway);
    });

    it("are swept a while after they expired, and never without expiry", async () => {
      const { store } = servers();
      const [expired, kept] = [aKey({ valid_until: NOW }), aKey()];
      for (const one of [expired, kept]) await keysOf(store).create(one);
      await store.sweep(NOW + 29 * 86_400, 1_000);
      assert.notEqual(await keysOf(store).find(expired.id), undefined, "a list still shows it");
      await store.sweep(NOW + 31 * 86_400, 1_000);
      assert.equal(await keysOf(store).find(expired.id), undefined);
      assert.notEqual(await keysOf(store).find(kept.id), undefined);
      await keysOf(store).revoke(kept.id, anyway);
    });
  });

  describe("users with a role", () => {
    it("have one role, with the number of keys that they created", async () => {
      const { store, peer } = servers();
      const bob = anOperator({ workspaces: ["acme"] });
      assert.equal(await operatorsOf(store).add(bob), true);
      assert.equal(await operatorsOf(peer).add({ ...bob, role: "administrator" }), false);
      await keysOf(store).create(keyOf(bob));
      assert.deepEqual(await operatorsOf(peer).find(bob.subject), { ...bob, api_keys: 1 });
      const { items } = await operatorsOf(peer).list(page);
      assert.ok(items.some(({ subject }) => subject === bob.subject));
      await operatorsOf(store).remove(bob.subject, false, anyway);
    });

    it("lose sessions and keys with their role, unless the keys are kept", async () => {
      const { store, peer } = servers();
      for (const keepsKeys of [false, true]) {
        const bob = anOperator();
        const key = keyOf(bob);
        const session = aSession(bob.subject);
        await operatorsOf(store).add(bob);
        await keysOf(store).create(key);
        await sessionsOf(store).create(session);
        const found = await sessionsOf(peer).find(session.token_hash, NOW);
        assert.deepEqual(found, { session, operator: bob });
        assert.equal(await operatorsOf(store).remove(bob.subject, keepsKeys, anyway), "removed");
        assert.equal(await sessionsOf(peer).find(session.token_hash, NOW), undefined);
        assert.equal((await keysOf(peer).find(key.id)) !== undefined, keepsKeys);
        assert.equal(await operatorsOf(peer).remove(bob.subject, false, anyway), "unknown");
        await operatorsOf(store).add(bob);
        assert.equal(await sessionsOf(peer).find(session.token_hash, NOW), undefined);
        await operatorsOf(store).remove(bob.subject, false, anyway);
      }
    });

    it("keep the keys that another role covers", async () => {
      const { store, peer } = servers();
      const bob = anOperator();
      const [much, little] = [keyOf(bob), keyOf(bob, { role: "viewer" })];
      await operatorsOf(store).add(bob);
      for (const one of [much, little]) await keysOf(store).create(one);
      const { subject, name } = bob;
      const acts_for_users = true;
      const next = {
        subject,
        name,
        role: "viewer",
        workspaces: undefined,
        acts_for_users,
      } as const;
      const updated = await operatorsOf(store).update(
        next,
        ({ role }) => role !== "viewer",
        anyway,
      );
      assert.deepEqual(updated, { ...bob, role: "viewer", acts_for_users });
      assert.equal((await operatorsOf(peer).find(subject))?.acts_for_users, true);
      assert.equal(await keysOf(peer).find(much.id), undefined);
      assert.notEqual(await keysOf(peer).find(little.id), undefined);
      await operatorsOf(store).remove(subject, false, anyway);
      assert.equal(await operatorsOf(store).update(next, () => true, anyway), "unknown");
    });

    it("leave one administrator, where two remove one another", async () => {
      const { store, peer } = servers();
      const [alice, bob] = [anAdministrator(), anAdministrator()];
      for (const one of [alice, bob]) await operatorsOf(store).add(one);
      const outcomes = await Promise.all([
        operatorsOf(store).remove(alice.subject, false, checked),
        operatorsOf(peer).remove(bob.subject, false, checked),
      ]);
      assert.deepEqual(outcomes.toSorted(), ["last", "removed"]);
      const last = outcomes[0] === "last" ? alice : bob;
      const next = { ...last, role: "viewer" } as const;
      assert.equal(await operatorsOf(store).update(next, () => false, checked), "last");
      const key = aKey({ role: "administrator", valid_until: NOW + 10 });
      await keysOf(store).create(key);
      assert.equal(await operatorsOf(store).remove(last.subject, false, checked), "removed");
      assert.equal(await keysOf(peer).revoke(key.id, checked), "last");
      assert.equal(await keysOf(peer).revoke(key.id, anyway), "revoked");
    });
  });

  describe("sessions of users with a role", () => {
    it("end at their time, when they are ended, and with nothing else", async () => {
      const { store, peer } = servers();
      const bob = anOperator();
      await operatorsOf(store).add(bob);
      const session = { ...aSession(bob.subject), sid: "a-login-session" };
      await sessionsOf(store).create(session);
      assert.notEqual(await sessionsOf(peer).find(session.token_hash, NOW + 59), undefined);
      assert.equal(await sessionsOf(peer).find(session.token_hash, NOW + 60), undefined);
      await sessionsOf(peer).end(session.token_hash);
      assert.equal(await sessionsOf(store).find(session.token_hash, NOW), undefined);
      await operatorsOf(store).remove(bob.subject, false, anyway);
    });
  });
}

function aKey(remarks: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id: anId(),
    hash: anId(),
    name: "CI",
    role: "operator",
    operations: undefined,
    workspaces: undefined,
    created_by: { kind: "local", id: "" },
    created_at: NOW,
    valid_until: undefined,
    last_used_at: undefined,
    ...remarks,
  };
}

function keyOf({ subject }: OperatorRecord, remarks: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return aKey({ created_by: { kind: "account", id: subject, name: "bob" }, ...remarks });
}

function anOperator(remarks: Partial<OperatorRecord> = {}): OperatorRecord {
  return {
    subject: anId(),
    name: "bob",
    role: "operator",
    workspaces: undefined,
    acts_for_users: false,
    created_by: { kind: "api_key", id: anId(), name: "CI" },
    created_at: NOW,
    ...remarks,
  };
}

function anAdministrator(): OperatorRecord {
  return anOperator({ role: "administrator" });
}

function aSession(subject: string) {
  return {
    token_hash: anId(),
    subject,
    use: "cookie",
    sid: undefined,
    created_at: NOW,
    expires_at: NOW + 60,
  } as const;
}
