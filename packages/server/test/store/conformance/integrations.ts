import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import type { IntegrationRecord } from "../../../../workspace/src/rules/records.ts";
import type { TestStore } from "../../support/store.ts";
import { NOW, page, type Servers } from "./example.ts";
import { anIntegration, aWorkspace } from "./workspace-example.ts";

/** The contract of integrations, and of those that belong to one workspace. */
export function describeIntegrations(servers: () => Servers): void {
  describe("integrations", () => {
    it("finds one by its id and by its client, on every server", async () => {
      const { store, peer } = servers();
      const notes = anIntegration();
      assert.equal(await store.integrations.create(notes), true);
      assert.equal(await store.integrations.create(notes), false);
      assert.deepEqual(await peer.integrations.findByClient(notes.client_id), notes);
      const changed = await store.integrations.change(notes.id, (was) => ({
        ...was,
        name: "Renamed",
      }));
      assert.equal(changed?.name, "Renamed");
      await peer.refresh();
      assert.equal((await peer.integrations.find(notes.id))?.name, "Renamed");
      assert.equal(await store.integrations.change(randomUUID(), (was) => was), undefined);
      assert.equal(await store.integrations.delete(notes.id, NOW), true);
      assert.equal(await store.integrations.delete(notes.id, NOW), false);
      assert.equal(await store.integrations.findByClient(notes.client_id), undefined);
    });

    it("finds one by part of its name, id or client id, in any case, by its current name", async () => {
      const { store, peer } = servers();
      const [before, after] = [randomUUID(), randomUUID()];
      const notes = { ...anIntegration(), name: `Tea timer ${before}` };
      const found = async (text: string) =>
        (await peer.integrations.search({ search: text }, page)).items.map(({ id }) => id);
      await store.integrations.create(notes);
      for (const text of [`TEA timer ${before}`, notes.id.slice(2), notes.client_id.slice(2)])
        assert.deepEqual(await found(text), [notes.id], text);
      await store.integrations.change(notes.id, (known) => ({ ...known, name: after }));
      assert.deepEqual([await found(before), await found(after)], [[], [notes.id]]);
      await store.integrations.delete(notes.id, NOW);
      assert.deepEqual(await found(after), []);
    });

    it("finds those that are listed, and those that are not", async () => {
      const { store, peer } = servers();
      const name = randomUUID();
      const [shown, hidden] = [{ ...anIntegration(), name, listed: true }, anIntegration()];
      for (const made of [shown, { ...hidden, name }]) await store.integrations.create(made);
      const found = async (listed: string) =>
        (await peer.integrations.search({ search: name, listed }, page)).items.map(({ id }) => id);
      assert.deepEqual([await found("true"), await found("false")], [[shown.id], [hidden.id]]);
      await store.integrations.change(shown.id, (was) => ({ ...was, listed: false }));
      assert.deepEqual(await found("true"), []);
      assert.deepEqual(await found("perhaps"), []);
    });

    it("loses none of two changes made at once", async () => {
      const { store, peer } = servers();
      const notes = anIntegration();
      await store.integrations.create(notes);
      const raise = (was: IntegrationRecord) => ({
        ...was,
        capability_revision: was.capability_revision + 1,
      });
      await Promise.all(
        [store, peer, store].map((server) => server.integrations.change(notes.id, raise)),
      );
      await store.refresh();
      assert.equal((await store.integrations.find(notes.id))?.capability_revision, 3);
    });
  });

  describe("internal integrations", () => {
    it("are created with one bot in their workspace, or not at all", async () => {
      const { store } = servers();
      const { acme, internal } = await anInternalIntegration(store);
      const bot = { new_bot_id: randomUUID(), now: NOW };
      assert.equal(await store.integrations.createInternal(internal, bot), "created");
      const again = { new_bot_id: randomUUID(), now: NOW };
      assert.equal(await store.integrations.createInternal(internal, again), "taken");
      const installed = await store.installations.findOfWorkspace(internal.id, acme.id);
      assert.deepEqual(
        [installed?.bot_id, installed?.owner_type, installed?.owner_user_id, installed?.status],
        [bot.new_bot_id, "workspace", null, "active"],
      );
      assert.equal(await store.installations.find(again.new_bot_id), undefined);

      const stray = {
        ...anIntegration(),
        kind: "internal",
        install_scope: [randomUUID()],
      } as const;
      assert.equal(await store.integrations.createInternal(stray, bot), "workspace_missing");
      assert.equal(await store.integrations.find(stray.id), undefined);
    });

    it("lose none of two tokens issued at once, and get one bot", async () => {
      const { store, peer } = servers();
      const { acme, internal } = await anInternalIntegration(store);
      await store.integrations.create(internal); // Stored before internal integrations had bots.
      const issue = (server: TestStore, hash: string) =>
        server.integrations.issueToken(internal.id, (tokens) => [aToken(hash), ...tokens], {
          new_bot_id: randomUUID(),
          now: NOW,
        });
      await Promise.all([issue(store, "a"), issue(peer, "b"), issue(store, "c")]);
      await store.refresh();
      const found = await store.integrations.find(internal.id);
      assert.deepEqual(found?.tokens.map(({ hash }) => hash).toSorted(), ["a", "b", "c"]);
      const { total } = await store.installations.list({ integration_id: internal.id }, page);
      assert.equal(total, 1);
      assert.equal(await issue(store, "d").then((made) => made !== undefined), true);
      await store.workspaces.delete(acme.id, NOW);
      assert.equal(await issue(store, "e"), "workspace_missing");
      await store.integrations.delete(internal.id, NOW);
      assert.equal(await issue(store, "f"), undefined);
    });

    it("keep their bot when tokens are revoked, and no token when the bot is disconnected", async () => {
      const { store, peer } = servers();
      const { internal } = await anInternalIntegration(store);
      const new_bot_id = randomUUID();
      const issued = { ...internal, tokens: [aToken("a")] };
      await store.integrations.createInternal(issued, { new_bot_id, now: NOW });
      assert.equal(await store.integrations.revokeTokens(internal.id, NOW), true);
      assert.equal(await store.integrations.revokeTokens(randomUUID(), NOW), false);
      assert.equal((await store.installations.find(new_bot_id))?.status, "dormant");
      await peer.refresh();
      assert.deepEqual((await peer.integrations.find(internal.id))?.tokens, []);

      const issue = (hash: string) =>
        store.integrations.issueToken(internal.id, (tokens) => [aToken(hash), ...tokens], {
          new_bot_id: randomUUID(),
          now: NOW,
        });
      await issue("b");
      assert.equal((await store.installations.find(new_bot_id))?.status, "active");
      await store.installations.disconnect(new_bot_id, NOW);
      await issue("c");
      assert.equal((await store.installations.find(new_bot_id))?.status, "active");
      const found = await store.integrations.find(internal.id);
      assert.deepEqual(
        found?.tokens.map(({ hash }) => hash),
        ["c"],
      );
    });
  });
}

/** A workspace, and an internal integration that belongs to it and is not stored yet. */
async function anInternalIntegration(store: TestStore) {
  const acme = aWorkspace();
  await store.workspaces.create(acme);
  const internal: IntegrationRecord = {
    ...anIntegration(),
    kind: "internal",
    install_scope: [acme.id],
    redirect_uris: [],
    secrets: [],
  };
  return { acme, internal };
}

function aToken(hash: string) {
  return { hash, issued_at: NOW, expires_at: undefined };
}
