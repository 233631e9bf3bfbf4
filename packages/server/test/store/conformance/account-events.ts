import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type AccountEvent,
  MAX_FAILURES,
  MAX_OTHERS,
  MAX_SUPPORT,
  MAX_USES,
} from "../../../../identity/src/history/event.ts";
import { anAccount, anId, NOW, type Servers } from "./example.ts";

const ALL = { limit: 1_000, offset: 0 };

const anEvent = (subject: string, given: Partial<AccountEvent> = {}): AccountEvent => ({
  subject,
  event_id: anId(),
  kind: "signed_in",
  at: NOW,
  count: 1,
  by_administrator: false,
  device: "Firefox/Linux",
  address: "203.0.113.0/24",
  amr: ["pwd", "otp"],
  factor: undefined,
  name: undefined,
  client_id: undefined,
  provider: undefined,
  actor: undefined,
  reason: undefined,
  fields: [],
  expires_at: NOW + 60,
  ...given,
});

/** The contract of what happened to accounts. */
export function describeAccountEvents(servers: () => Servers): void {
  const addAccount = async () => {
    const alice = anAccount();
    await servers().store.accounts.create(alice);
    return alice;
  };

  describe("events of accounts", () => {
    it("are listed newest first, a page at a time, until they expire", async () => {
      const { store, peer } = servers();
      const { subject } = await addAccount();
      const first = anEvent(subject, { at: NOW - 9, expires_at: NOW + 5 });
      const second = anEvent(subject, {
        kind: "factor_removed",
        by_administrator: true,
        device: "",
        address: undefined,
        amr: [],
        factor: "passkey",
        name: "Laptop",
        client_id: "photos",
        provider: "There",
        fields: ["claims"],
      });
      await store.account_events.add(first);
      await store.account_events.add(second);
      const { account_events } = peer;
      assert.deepEqual(await account_events.list(subject, ALL, NOW), {
        items: [second, first],
        total: 2,
      });
      const page = { limit: 1, offset: 1 };
      assert.deepEqual(await account_events.list(subject, page, NOW), { items: [first], total: 2 });
      const later = await account_events.list(subject, ALL, NOW + 5);
      assert.deepEqual(later, { items: [second], total: 1 });
      await store.sweep(NOW + 61, 1_000);
      assert.equal(await account_events.removeAll(subject), 0);
    });

    it("are stored for accounts that exist, and go with them", async () => {
      const { store } = servers();
      const { subject, username } = await addAccount();
      const stranger = anId();
      await store.account_events.add(anEvent(stranger));
      assert.equal((await store.account_events.list(stranger, ALL, NOW)).total, 0);
      await store.account_events.add(anEvent(subject));
      await store.accounts.delete(username);
      assert.equal((await store.account_events.list(subject, ALL, NOW)).total, 0);
    });

    it("of one id are counted, by several servers at once, and keep the last time", async () => {
      const { store, peer } = servers();
      const { subject } = await addAccount();
      const failure = anEvent(subject, { kind: "sign_in_failed", amr: ["pwd"] });
      await Promise.all(
        [store, peer, store, peer].map(({ account_events }) =>
          account_events.add({ ...failure, count: 3 }),
        ),
      );
      const last = { ...failure, at: NOW + 7, expires_at: NOW + 67 };
      await peer.account_events.add(last);
      const { items } = await store.account_events.list(subject, ALL, NOW);
      assert.deepEqual(items, [{ ...last, count: 13 }]);
    });

    it("are bounded: failed sign-ins push out failed sign-ins, uses of kept tokens such uses, support access such access, and the others each other", async () => {
      const { store } = servers();
      const { subject } = await addAccount();
      const other = await addAccount();
      await store.account_events.add(anEvent(other.subject, { at: NOW - 1_000 }));
      for (let count = 0; count < MAX_OTHERS + 5; count += 1)
        await store.account_events.add(anEvent(subject, { at: NOW + count }));
      for (let count = 0; count < MAX_FAILURES + 5; count += 1)
        await store.account_events.add(
          anEvent(subject, { kind: "sign_in_failed", at: NOW + 1_000 }),
        );
      for (let count = 0; count < MAX_USES + 5; count += 1)
        await store.account_events.add(
          anEvent(subject, { kind: "kept_token_used", at: NOW + 2_000 }),
        );
      for (let count = 0; count < MAX_SUPPORT + 5; count += 1)
        await store.account_events.add(
          anEvent(subject, { kind: "support_access", at: NOW + 3_000 }),
        );
      const { items, total } = await store.account_events.list(subject, ALL, NOW);
      const support = items.filter(({ kind }) => kind === "support_access");
      assert.equal(support.length, MAX_SUPPORT);
      const uses = items.filter(({ kind }) => kind === "kept_token_used");
      assert.equal(uses.length, MAX_USES);
      const failures = items.filter(({ kind }) => kind === "sign_in_failed");
      const most = MAX_OTHERS + MAX_FAILURES + MAX_USES + MAX_SUPPORT;
      assert.deepEqual([total, failures.length], [most, MAX_FAILURES]);
      const kept = items.filter(({ kind }) => kind === "signed_in").map(({ at }) => at);
      assert.deepEqual([kept[0], kept.at(-1)], [NOW + MAX_OTHERS + 4, NOW + 5]);
      assert.equal((await store.account_events.list(other.subject, ALL, NOW)).total, 1);
    });

    it("are stored with the session of their sign-in, and removed by their user", async () => {
      const { store, peer } = servers();
      const { subject } = await addAccount();
      const [event, sid] = [anEvent(subject), anId()];
      const session = { subject, sid, device: "", amr: ["pwd"], signed_in_at: NOW };
      await store.account_sessions.add({ ...session, expires_at: NOW + 60 }, event);
      assert.deepEqual((await peer.account_events.list(subject, ALL, NOW)).items, [event]);
      assert.equal(await peer.account_events.removeAll(subject), 1);
      assert.equal(await peer.account_sessions.removeAll(subject), 1);
      assert.deepEqual(await store.account_sessions.list(subject, NOW, 10), []);
    });
  });
}
