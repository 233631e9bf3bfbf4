import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { signalEvents } from "@latchkey/api";
import type { Delivery, Receiver } from "../../../src/features/signals/rules/receiver.ts";
import { createDeliveries } from "../../../src/features/signals/store/deliveries.ts";
import { newDelivery } from "../../../src/features/signals/store/delivery-table.ts";
import { createReceivers } from "../../../src/features/signals/store/receivers.ts";
import { bytes, text } from "../../../src/store/database/columns.ts";
import { query } from "../../../src/store/database/statement.ts";
import type { TestStore } from "../../support/store.ts";
import { aDelivery, aGrant, anAccount, given, NOW, page, type Servers } from "./example.ts";
import { aClient } from "./client-example.ts";

export const aReceiver = (receiver: Partial<Receiver> = {}): Receiver => ({
  receiver_id: randomUUID(),
  method: "webhook",
  client_id: undefined,
  client_key: undefined,
  status: "enabled",
  kinds: ["session.revoked"],
  name: "Security team",
  description: undefined,
  requested: [],
  reason: undefined,
  url: "https://events.example/hooks?key=unspoken",
  secrets: [{ secret: "whsec_c2VjcmV0", expires_at: NOW + 60 }],
  authorization_header: undefined,
  created_at: NOW,
  updated_at: NOW,
  active_at: NOW,
  verified_at: 0,
  ...receiver,
});

const signalsOf = ({ tools }: TestStore) => ({
  receivers: createReceivers(tools),
  deliveries: createDeliveries(tools),
});

const anEvent = (receiver_id: string, is_sent = true): Delivery =>
  newDelivery({ receiver_id, kind: "event.test", content: "{}", is_sent }, NOW * 1000);

/** The contract of receivers of events, and of their outbox. */
export function describeEvents(servers: () => Servers): void {
  describe("event receivers", () => {
    it("are stored with their URL and secrets sealed", async () => {
      const { store, peer, database } = servers();
      const receiver = aReceiver({ authorization_header: "Bearer unspoken" });
      await signalsOf(store).receivers.create(receiver);
      assert.deepEqual(await signalsOf(peer).receivers.find(receiver.receiver_id), receiver);
      const [row] = await database.read(() => storedRow({ receiver_id: receiver.receiver_id }));
      assert.doesNotMatch(row?.document ?? "", /whsec|events\.example/);
      assert.doesNotMatch(Buffer.from(row?.sealed ?? []).toString("latin1"), /whsec|unspoken/);
      assert.equal(await signalsOf(store).receivers.delete(receiver.receiver_id), true);
      assert.equal(await signalsOf(store).receivers.delete(receiver.receiver_id), false);
    });

    it("get an event in the transaction that ends a session, and none for a session that is gone", async () => {
      const { store } = servers();
      const { receivers, deliveries } = signalsOf(store);
      const receiver = aReceiver();
      const { receiver_id } = receiver;
      await receivers.create(receiver);
      const sid = randomUUID();
      const session = { sid, subject: "alice", authenticated_at: NOW, expires_at: NOW + 60 };
      await store.login_sessions.remember(session);
      await store.login_sessions.end(sid, []);
      await store.login_sessions.end(sid, []);
      await store.login_sessions.remember(session);
      await store.login_sessions.forget(sid);
      const { items, total } = await deliveries.list(receiver_id, page);
      assert.deepEqual([total, items[0]?.kind], [1, "session.revoked"]);
      assert.deepEqual(JSON.parse(items[0]?.content ?? "").data, {
        subject: "alice",
        session_id: sid,
        initiated_by: "system",
      });
      await receivers.delete(receiver_id);
    });

    it("get none of a change that was not made", async () => {
      const { store } = servers();
      const { receivers, deliveries } = signalsOf(store);
      const receiver = aReceiver();
      await receivers.create(receiver);
      const sid = randomUUID();
      const session = { sid, subject: "alice", authenticated_at: NOW, expires_at: NOW + 60 };
      await store.login_sessions.remember(session);
      const sent = aDelivery();
      await store.login_sessions.end(randomUUID(), [sent]);
      await assert.rejects(store.login_sessions.end(sid, [sent]), "the delivery is there already");
      assert.ok(await store.login_sessions.find(sid, NOW));
      assert.equal((await deliveries.list(receiver.receiver_id, page)).total, 0);
      await receivers.delete(receiver.receiver_id);
    });

    it("get each event at one of several servers, until it is settled", async () => {
      const { store, peer } = servers();
      const { receivers, deliveries } = signalsOf(store);
      const receiver = aReceiver();
      await receivers.create(receiver);
      const event = anEvent(receiver.receiver_id);
      await deliveries.add(event);
      const take = async (now: number) => {
        const both = [deliveries, signalsOf(peer).deliveries];
        const taken = await Promise.all(both.map((one) => one.take(now, now + 30, 100)));
        return taken.flat().filter(({ receiver_id }) => receiver_id === receiver.receiver_id);
      };
      assert.deepEqual(await take(NOW), [{ ...event, attempts: 1, due_at: NOW + 30 }]);
      assert.deepEqual(await take(NOW + 29), []);
      assert.equal((await take(NOW + 30)).length, 1, "the server that took it was killed");
      const settled = {
        status: "delivered",
        outcome: "It responded 204.",
        due_at: undefined,
      } as const;
      await deliveries.settle(event, { ...settled, last_attempt_at: NOW + 31 }, NOW + 31);
      assert.deepEqual(await take(NOW + 90), []);
      await receivers.delete(receiver.receiver_id);
      assert.equal((await deliveries.list(receiver.receiver_id, page)).total, 0);
    });

    it("keep the events of a paused stream, send them when it is enabled, and drop those of a disabled one", async () => {
      const { store } = servers();
      const { receivers, deliveries } = signalsOf(store);
      const receiver = aReceiver({ method: "push" });
      const { receiver_id } = receiver;
      await receivers.create(receiver);
      await deliveries.add(anEvent(receiver_id));
      const due = async () => (await deliveries.list(receiver_id, page)).items[0]?.due_at;
      const set = (status: Receiver["status"]) =>
        receivers.change(receiver_id, (present) => ({ ...present, status }), NOW + 9);
      await set("paused");
      assert.equal(await due(), undefined);
      await set("enabled");
      assert.equal(await due(), NOW + 9);
      await set("disabled");
      assert.equal(await deliveries.countPending(receiver_id, 10), 0);
      await receivers.delete(receiver_id);
    });

    it("that are pushed to get the events of a user one after the other", async () => {
      const { store, peer } = servers();
      const { receivers, deliveries } = signalsOf(store);
      const [receiver, other] = [aReceiver({ method: "push" }), aReceiver({ method: "push" })];
      for (const one of [receiver, other]) await receivers.create(one);
      const { receiver_id } = receiver;
      const ofUser = (subject: string | undefined, to = receiver_id): Delivery => ({
        ...anEvent(to),
        subject,
      });
      const [first, second, third] = [ofUser("alice"), ofUser("alice"), ofUser("alice")];
      const independent = [
        ofUser("bob"),
        ofUser(undefined),
        ofUser(undefined),
        ofUser("alice", other.receiver_id),
      ];
      const events = [first, second, third, ...independent];
      for (const event of events) await deliveries.add(event);
      const ids = new Set(events.map(({ delivery_id }) => delivery_id));
      const take = async (now: number) => {
        const taken = await signalsOf(peer).deliveries.take(now, now + 30, 100);
        return taken.map(({ delivery_id }) => delivery_id).filter((id) => ids.has(id));
      };
      const idsOf = (some: readonly Delivery[]) => some.map(({ delivery_id }) => delivery_id);
      const settle = async (delivery: Delivery, status: Delivery["status"], due_at?: number) => {
        const settled = { status, due_at, outcome: undefined, last_attempt_at: NOW };
        await deliveries.settle(delivery, settled, NOW + 5);
      };
      assert.deepEqual((await take(NOW)).toSorted(), idsOf([first, ...independent]).toSorted());
      for (const one of independent) await settle(one, "delivered");
      await settle(first, "pending", NOW + 5);
      assert.deepEqual(await take(NOW + 4), []);
      assert.deepEqual(await take(NOW + 5), idsOf([first]));
      assert.deepEqual(await take(NOW + 6), [], "the second waits");
      await settle(first, "failed");
      assert.deepEqual(await take(NOW + 5), idsOf([second]), "and is due as soon as it need not");
      await settle(second, "pending", NOW + 60);
      await deliveries.finish(second, NOW + 6);
      assert.deepEqual(await take(NOW + 6), idsOf([third]));
      assert.deepEqual(await take(NOW + 36), idsOf([third]), "the server that took it was killed");
      for (const one of [receiver, other]) await receivers.delete(one.receiver_id);
    });

    it("that poll get the oldest events first, each until it is acknowledged", async () => {
      const { store, peer } = servers();
      const { receivers, deliveries } = signalsOf(store);
      const receiver = aReceiver({ method: "poll" });
      const { receiver_id } = receiver;
      await receivers.create(receiver);
      const events = [1, 2, 3].map(() => anEvent(receiver_id, false));
      for (const event of events) await deliveries.add(event);
      const asked = { now: NOW, limit: 2, is_enabled: true };
      const fetched = await signalsOf(peer).deliveries.fetch(receiver_id, asked);
      const ids = events.map(({ delivery_id }) => delivery_id);
      assert.deepEqual(
        fetched.map(({ delivery_id }) => delivery_id),
        ids.slice(0, 2),
      );
      const done = { delivery_id: ids[0] ?? "", status: "delivered", outcome: undefined } as const;
      assert.deepEqual(await deliveries.acknowledge(randomUUID(), [done], NOW), []);
      assert.deepEqual(await deliveries.acknowledge(receiver_id, [done, done], NOW), [done]);
      const [next] = await deliveries.fetch(receiver_id, asked);
      assert.equal(next?.delivery_id, ids[1]);
      const paused = await deliveries.fetch(receiver_id, { ...asked, is_enabled: false });
      assert.deepEqual(paused, []);
      const late = await deliveries.fetch(receiver_id, { ...asked, now: NOW + 7 * 86_400 });
      assert.deepEqual(late, []);
      await receivers.delete(receiver_id);
    });

    it("of a client get what happens to the users who granted it tokens", async () => {
      const { store } = servers();
      const { receivers, deliveries } = signalsOf(store);
      const client_id = `photos-${randomUUID()}`;
      await store.clients.create(aClient({ client_id }));
      const client = (await store.clients.find(client_id)) ?? assert.fail();
      const kinds = [signalEvents.account_disabled, signalEvents.account_purged];
      const receiver = aReceiver({
        method: "poll",
        client_id,
        client_key: client.client_key,
        kinds,
      });
      const { receiver_id } = receiver;
      assert.equal(await receivers.create(receiver), "created");
      assert.equal(await receivers.create({ ...receiver, receiver_id: randomUUID() }), "exists");
      const account = anAccount();
      await store.accounts.create(account);
      const { subject, username } = account;
      const grant = aGrant({ client_id, client_key: client.client_key, subject });
      await given(store, grant);
      await store.accounts.beginDeletion(username);
      await store.grants.forgetConsents(subject, undefined);
      await store.accounts.delete(username);
      const { items } = await deliveries.list(receiver_id, page);
      assert.deepEqual(items.map(({ kind }) => kind).toReversed(), kinds);
      await store.clients.delete(client_id);
      assert.equal(await receivers.find(receiver_id), undefined);
    });

    it("are verified by one of several servers at a time", async () => {
      const { store, peer } = servers();
      const receiver = aReceiver({ method: "push" });
      const { receiver_id } = receiver;
      await signalsOf(store).receivers.create(receiver);
      const verified = await Promise.all(
        [store, peer].map((one) =>
          signalsOf(one).receivers.verify(receiver_id, anEvent(receiver_id), {
            now: NOW,
            interval: 30,
          }),
        ),
      );
      assert.deepEqual(
        verified.toSorted((one, other) => Number(one) - Number(other)),
        [false, true],
      );
      await signalsOf(store).receivers.delete(receiver_id);
    });
  });
}

const storedRow = query({
  given: { receiver_id: text },
  returns: { document: text, sealed: bytes },
  sql: "select document, sealed from event_receiver where receiver_id = :receiver_id",
});
