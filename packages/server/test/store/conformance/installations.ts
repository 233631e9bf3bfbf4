import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import type {
  InstallationRecord,
  WorkspaceGrant,
} from "../../../../workspace/src/rules/records.ts";
import type { TestStore } from "../../support/store.ts";
import type { Exchange } from "../../../../workspace/src/store/port.ts";
import { NOW, page, type Servers } from "./example.ts";
import { anExchange, consented } from "./workspace-example.ts";

/** The contract of installations and their grants. */
export function describeInstallations(servers: () => Servers): void {
  describe("what is installed", () => {
    it("redeems a code once, however many requests present it, and creates one bot", async () => {
      const { store, peer } = servers();
      const { grant } = await consented(store);
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, index) => exchanged(index % 2 ? store : peer, grant)),
      );
      const bots = made.filter((installation) => installation !== undefined);
      assert.equal(bots.length, 1);
      const bot_id = bots[0]?.bot_id ?? "";
      assert.deepEqual((await store.installations.find(bot_id))?.resources, ["r1"]);
      const found = await store.workspace_grants.find(grant.grant_id);
      assert.deepEqual(
        [found?.generation, found?.bot_id, found?.exchanged_at_ms],
        [1, bot_id, NOW * 1000],
      );
    });

    it("keeps the bot of a user who installs again, and shares the latest choice with it", async () => {
      const { store } = servers();
      const { grant, again } = await consented(store);
      const first = await exchanged(store, grant, anExchange());
      const second = await exchanged(store, await again({ resources: ["r2"] }), anExchange());
      assert.equal(second?.bot_id, first?.bot_id);
      assert.deepEqual(second?.resources, ["r2"]);
      assert.equal((await store.workspace_grants.find(grant.grant_id))?.revoked_at, undefined);
    });

    it("revokes the oldest grants of a bot that has too many", async () => {
      const { store } = servers();
      const { grant, again } = await consented(store);
      await exchanged(store, grant, anExchange({ max_grants: 2 }));
      for (const at of [1, 2]) {
        const next = await again();
        await exchanged(
          store,
          next,
          anExchange({ max_grants: 2, generation_at_ms: NOW * 1000 + at }),
        );
      }
      assert.notEqual((await store.workspace_grants.find(grant.grant_id))?.revoked_at, undefined);
    });

    it("lets one of many refreshes win, and none after a revocation", async () => {
      const { store, peer } = servers();
      const { grant } = await consented(store);
      await exchanged(store, grant, anExchange());
      const issued = (await store.workspace_grants.find(grant.grant_id)) ?? assert.fail();
      const won = await Promise.all(
        [store, peer, store].map((server) => server.workspace_grants.rotate(issued, 7, NOW + 60)),
      );
      assert.equal(won.filter(Boolean).length, 1);
      await store.workspace_grants.revoke(grant.grant_id, NOW);
      const revoked = (await store.workspace_grants.find(grant.grant_id)) ?? assert.fail();
      assert.equal(await store.workspace_grants.rotate(revoked, 8, NOW + 60), false);
      assert.equal((await store.installations.find(issued.bot_id ?? ""))?.status, "dormant");
    });

    it("revokes a code after repeated failures of its client", async () => {
      const { store } = servers();
      const { grant } = await consented(store);
      for (let failure = 0; failure < 2; failure += 1)
        await store.workspace_grants.countFailure(grant.grant_id, 3, NOW);
      assert.equal((await store.workspace_grants.find(grant.grant_id))?.revoked_at, undefined);
      await store.workspace_grants.countFailure(grant.grant_id, 3, NOW);
      assert.equal((await store.workspace_grants.find(grant.grant_id))?.revoked_at, NOW);
    });

    it("revokes every token of a bot that is disconnected, or whose owner leaves", async () => {
      const { store } = servers();
      const { grant, again, acme, alice } = await consented(store);
      const installed = await exchanged(store, grant, anExchange());
      const bot_id = installed?.bot_id ?? "";
      assert.equal(await store.installations.disconnect(bot_id, NOW), true);
      assert.equal(await store.installations.disconnect(randomUUID(), NOW), false);
      assert.equal((await store.workspace_grants.find(grant.grant_id))?.revoked_at, NOW);
      const found = await store.installations.find(bot_id);
      assert.deepEqual([found?.status, found?.resources], ["disconnected", []]);

      const next = await again();
      assert.equal((await exchanged(store, next))?.status, "active");
      await store.members.delete(acme.id, alice.user_id, NOW + 1);
      assert.equal((await store.workspace_grants.find(next.grant_id))?.revoked_at, NOW + 1);
      assert.equal((await store.installations.find(bot_id))?.status, "disconnected");
    });

    it("lists by integration, workspace and user, and changes the shared resources", async () => {
      const { store } = servers();
      const { grant, acme, alice, notes } = await consented(store);
      const installed = await exchanged(store, grant, anExchange());
      const bot_id = installed?.bot_id ?? "";
      for (const filter of [
        { integration_id: notes.id },
        { workspace_id: acme.id },
        { user_id: alice.user_id },
      ]) {
        const { items, total } = await store.installations.list(filter, page);
        assert.deepEqual([items.map((item) => item.bot_id), total], [[bot_id], 1]);
      }
      const none = await store.installations.list(
        { workspace_id: acme.id, user_id: randomUUID() },
        page,
      );
      assert.deepEqual(none, { items: [], total: 0 });
      assert.deepEqual((await store.installations.share(bot_id, ["r9"], NOW))?.resources, ["r9"]);
      assert.equal(await store.installations.share(randomUUID(), [], NOW), undefined);
    });

    it("leaves the shared resources when none are named", async () => {
      const { store } = servers();
      const { grant } = await consented(store);
      const bot_id = (await exchanged(store, grant))?.bot_id ?? "";
      await store.installations.share(bot_id, ["r9"], NOW);
      const shared = await store.installations.share(bot_id, undefined, NOW + 1);
      assert.deepEqual([shared?.resources, shared?.updated_at], [["r9"], NOW + 1]);
    });

    it("stays disconnected when resources are shared with it at once", async () => {
      const { store, peer } = servers();
      for (let round = 0; round < 10; round += 1) {
        const { grant, again, acme, alice } = await consented(store);
        const bot_id = (await exchanged(store, grant))?.bot_id ?? "";
        await Promise.all([
          store.installations.disconnect(bot_id, NOW),
          peer.installations.share(bot_id, ["r9"], NOW),
        ]);
        assert.equal((await store.installations.find(bot_id))?.status, "disconnected");

        await exchanged(store, await again());
        await Promise.all([
          store.members.delete(acme.id, alice.user_id, NOW),
          peer.installations.share(bot_id, ["r9"], NOW),
        ]);
        assert.equal((await store.installations.find(bot_id))?.status, "disconnected");
      }
    });

    it("stays dormant when resources are shared with it at once", async () => {
      const { store, peer } = servers();
      for (let round = 0; round < 10; round += 1) {
        const { grant } = await consented(store);
        const bot_id = (await exchanged(store, grant))?.bot_id ?? "";
        await Promise.all([
          store.workspace_grants.revoke(grant.grant_id, NOW),
          peer.installations.share(bot_id, ["r9"], NOW),
        ]);
        const found = await store.installations.find(bot_id);
        assert.deepEqual([found?.status, found?.resources], ["dormant", ["r9"]]);
      }
    });

    it("stays active when one of its grants is revoked while a code is exchanged for another", async () => {
      const { store, peer } = servers();
      for (let round = 0; round < 20; round += 1) {
        const { grant, again } = await consented(store);
        await exchanged(store, grant);
        const second = await again();
        const [, installed] = await Promise.all([
          store.workspace_grants.revoke(grant.grant_id, NOW),
          exchanged(peer, second),
        ]);
        const found = await store.installations.find(installed?.bot_id ?? "");
        assert.equal(found?.status, "active");
      }
    });

    it("installs nothing into a deleted workspace, nor for a deleted integration", async () => {
      const { store } = servers();
      const [first, second] = [await consented(store), await consented(store)];
      await store.workspaces.delete(first.acme.id, NOW);
      assert.equal(await store.workspace_grants.exchange(first.grant, anExchange()), "gone");
      await store.integrations.delete(second.notes.id, NOW);
      assert.equal(await store.workspace_grants.exchange(second.grant, anExchange()), "gone");
      assert.equal(await store.workspace_grants.find(second.grant.grant_id), undefined);
    });

    it("creates one bot from two codes exchanged at once, and keeps both copies of a template", async () => {
      const { store, peer } = servers();
      const { again, acme } = await consented(store);
      const copies = ["one", "two"].map((id) => ({ id, title: "Tasks" }));
      const grants = await Promise.all(
        copies.map((duplicated_template) => again({ duplicated_template })),
      );
      const bots = await Promise.all(
        grants.map((grant, index) => exchanged(index === 0 ? store : peer, grant)),
      );
      assert.equal(new Set(bots.map((bot) => bot?.bot_id)).size, 1);
      const { resources = [] } = (await store.workspaces.find(acme.id)) ?? {};
      assert.deepEqual(resources.map(({ id }) => id).toSorted(), ["one", "two"]);
    });

    it("duplicates a template into the workspace when the code is exchanged, and not before", async () => {
      const { store } = servers();
      const { again, acme } = await consented(store);
      const grant = await again({ duplicated_template: { id: "copy", title: "Tasks" } });
      assert.deepEqual((await store.workspaces.find(acme.id))?.resources, []);
      const installed = await exchanged(store, grant, anExchange());
      assert.deepEqual((await store.workspaces.find(acme.id))?.resources, [
        { id: "copy", title: "Tasks" },
      ]);
      assert.ok(installed?.resources.includes("copy"));
    });
  });
}

/** The result of a code whose workspace and integration exist. */
async function exchanged(
  store: TestStore,
  grant: WorkspaceGrant,
  exchange: Exchange = anExchange(),
): Promise<InstallationRecord | undefined> {
  const installed = await store.workspace_grants.exchange(grant, exchange);
  assert.notEqual(installed, "gone");
  return installed === "gone" ? undefined : installed;
}
