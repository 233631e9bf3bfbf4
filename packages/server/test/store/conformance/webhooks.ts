import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { bytes, text } from "../../../src/store/database/columns.ts";
import { query } from "../../../src/store/database/statement.ts";
import type { TestStore } from "../../support/store.ts";
import { NOW, page, type Servers } from "./example.ts";
import { anExchange, consented } from "./workspace-example.ts";

const secret = { secret: "whsec_c2VjcmV0LW9mLXRoZS13ZWJob29r", expires_at: NOW + 9_999_999 };
const webhook = { url: "https://notes.example/hooks?key=unspoken", secrets: [secret] };

/** The contract of the outbox of webhooks. */
export function describeWebhooks(servers: () => Servers): void {
  describe("webhooks", () => {
    it("stores the URL and secrets of an integration sealed", async () => {
      const { store, peer, database } = servers();
      const { notes } = await consented(store, { webhook });
      assert.deepEqual((await peer.integrations.find(notes.id))?.webhook, webhook);
      const [row] = await database.read(() => storedRow({ id: notes.id }));
      assert.doesNotMatch(row?.document ?? "", /whsec|notes\.example\/hooks/);
      assert.doesNotMatch(Buffer.from(row?.webhook ?? []).toString("latin1"), /whsec|unspoken/);
      await store.integrations.change(notes.id, (was) => ({ ...was, webhook: null }));
      assert.equal((await store.integrations.find(notes.id))?.webhook, null);
    });

    it("adds one for every change of an installation", async () => {
      const { store } = servers();
      const { notes, grant, again, acme, alice } = await consented(store, { webhook });
      const installed = await store.workspace_grants.exchange(grant, anExchange());
      const bot_id = (typeof installed === "object" && installed.bot_id) || assert.fail();
      await store.workspace_grants.exchange(await again(), at(1));
      await store.installations.share(bot_id, ["r2"], NOW + 2);
      await store.installations.disconnect(bot_id, NOW + 3);
      await store.installations.disconnect(bot_id, NOW + 4);
      const third = await again();
      await store.workspace_grants.exchange(third, at(5));
      await store.workspace_grants.revoke(third.grant_id, NOW + 6);
      await store.workspace_grants.revoke(third.grant_id, NOW + 7);
      await store.workspace_grants.exchange(await again(), at(8));
      await store.members.delete(acme.id, alice.user_id, NOW + 9);
      assert.deepEqual(await typesOf(store, notes.id), [
        "installation.created",
        "installation.updated",
        "installation.updated",
        "installation.removed",
        "installation.created",
        "installation.suspended",
        "installation.resumed",
        "installation.removed",
      ]);
    });

    it("adds none for an integration without a webhook, nor for a code that was redeemed already", async () => {
      const { store } = servers();
      const without = await consented(store);
      await store.workspace_grants.exchange(without.grant, anExchange());
      assert.deepEqual(await typesOf(store, without.notes.id), []);
      const { notes, grant } = await consented(store, { webhook });
      for (let request = 0; request < 3; request += 1)
        await store.workspace_grants.exchange(grant, anExchange());
      assert.deepEqual(await typesOf(store, notes.id), ["installation.created"]);
    });

    it("adds one for every installation of a workspace that is deleted", async () => {
      const { store } = servers();
      const { notes, grant, acme } = await consented(store, { webhook });
      await store.workspace_grants.exchange(grant, anExchange());
      await store.workspaces.delete(acme.id, NOW + 1);
      const types = await typesOf(store, notes.id);
      assert.deepEqual(types, ["installation.created", "installation.removed"]);
    });

    it("adds one when an integration is changed, disabled and enabled", async () => {
      const { store } = servers();
      const { notes } = await consented(store, { webhook });
      const change = (changes: object, seconds: number) =>
        store.integrations.change(notes.id, (was) => ({
          ...was,
          ...changes,
          updated_at: NOW + seconds,
        }));
      await change({ name: "Pictures" }, 1);
      await change({ capability_revision: 1 }, 2);
      await change({ enabled: false }, 3);
      await change({ enabled: true }, 4);
      assert.deepEqual(await typesOf(store, notes.id), [
        "integration.updated",
        "integration.suspended",
        "integration.resumed",
      ]);
    });

    it("keeps where to send what is due when an integration is deleted", async () => {
      const { store, peer } = servers();
      const { notes, grant } = await consented(store, { webhook });
      await store.workspace_grants.exchange(grant, anExchange());
      await store.integrations.delete(notes.id, NOW);
      const due = await dueOf(peer, notes.id, NOW);
      assert.deepEqual(due.map(({ type }) => type).toSorted(), [
        "installation.created",
        "integration.removed",
      ]);
      for (const delivery of due) assert.deepEqual(delivery.webhook, webhook);
      await store.integrations.create(notes);
      assert.deepEqual(await typesOf(store, notes.id), [], "a later one with the same id");
    });

    it("gives each to one server at a time, until it is settled", async () => {
      const { store, peer } = servers();
      const { notes, grant } = await consented(store, { webhook });
      await store.workspace_grants.exchange(grant, anExchange({ now: NOW + 100_000 }));
      assert.deepEqual(await dueOf(store, notes.id, NOW + 99_999), []);
      const taken = await Promise.all(
        [store, peer].map((server) => dueOf(server, notes.id, NOW + 100_000)),
      );
      const [delivery = assert.fail()] = taken.flat();
      assert.deepEqual([taken.flat().length, delivery.attempts], [1, 1]);
      const attempted = { last_attempt_at: NOW + 100_001, outcome: "It responded 500." };
      await store.webhook_deliveries.settle(delivery.delivery_id, {
        ...attempted,
        status: "pending",
        due_at: NOW + 100_500,
      });
      assert.deepEqual(await dueOf(store, notes.id, NOW + 100_499), []);
      assert.equal((await dueOf(store, notes.id, NOW + 100_500))[0]?.attempts, 2);
      await store.webhook_deliveries.settle(delivery.delivery_id, {
        ...attempted,
        status: "delivered",
        due_at: undefined,
      });
      assert.deepEqual(await dueOf(store, notes.id, NOW + 200_000), []);
      const { items, total } = await store.webhook_deliveries.list(notes.id, page);
      assert.deepEqual(
        [items[0]?.status, items[0]?.outcome, total],
        ["delivered", "It responded 500.", 1],
      );
      await store.sweep(delivery.expires_at + 1, 1_000);
      assert.deepEqual(await store.webhook_deliveries.list(notes.id, page), {
        items: [],
        total: 0,
      });
    });

    it("puts a delivery back that was not attempted", async () => {
      const { store } = servers();
      const integration_id = randomUUID();
      const delivery_id = Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString(
        "base64url",
      );
      await store.webhook_deliveries.add({
        delivery_id,
        integration_id,
        type: "webhook.test",
        body: "{}",
        status: "pending",
        attempts: 0,
        created_at: NOW,
        last_attempt_at: undefined,
        outcome: undefined,
        due_at: NOW,
        expires_at: NOW + 60,
      });
      assert.equal((await dueOf(store, integration_id, NOW)).length, 1);
      await store.webhook_deliveries.putBack(delivery_id, NOW + 1);
      const [again] = await dueOf(store, integration_id, NOW + 1);
      assert.deepEqual([again?.delivery_id, again?.attempts], [delivery_id, 1]);
    });

    it("adds a delivery that no job takes", async () => {
      const { store } = servers();
      const integration_id = randomUUID();
      await store.webhook_deliveries.add({
        delivery_id: Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url"),
        integration_id,
        type: "webhook.test",
        body: "{}",
        status: "pending",
        attempts: 1,
        created_at: NOW,
        last_attempt_at: undefined,
        outcome: undefined,
        due_at: undefined,
        expires_at: NOW + 60,
      });
      assert.deepEqual(await dueOf(store, integration_id, NOW), []);
      assert.deepEqual(await typesOf(store, integration_id), ["webhook.test"]);
    });
  });
}

const storedRow = query({
  given: { id: text },
  returns: { document: text, webhook: bytes },
  sql: "select document, webhook from integration where id = :id",
});

function at(seconds: number) {
  return anExchange({ now: NOW + seconds });
}

/** The types of the webhooks of an integration, the oldest first. */
async function typesOf(store: TestStore, integration_id: string): Promise<string[]> {
  const { items } = await store.webhook_deliveries.list(integration_id, page);
  return items.map(({ type }) => type).toReversed();
}

async function dueOf(store: TestStore, integration_id: string, now: number) {
  const taken = await store.webhook_deliveries.take(now, now + 30, 1_000);
  return taken.filter((delivery) => delivery.integration_id === integration_id);
}
