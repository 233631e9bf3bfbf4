import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { err, ok } from "../../../src/result.ts";
import type { MemberRecord } from "../../../../workspace/src/rules/records.ts";
import { NOW, page, type Servers } from "./example.ts";
import { aMember, aWorkspace } from "./workspace-example.ts";

/** The contract of workspaces and their members. */
export function describeWorkspaces(servers: () => Servers): void {
  describe("workspaces and their members", () => {
    it("stores one workspace for each id, and deletes it with its members", async () => {
      const { store } = servers();
      const acme = aWorkspace();
      assert.equal(await store.workspaces.create(acme), true);
      assert.equal(await store.workspaces.create({ ...acme, name: "Other" }), false);
      assert.deepEqual(await store.workspaces.find(acme.id), acme);
      const rename = () =>
        store.workspaces.change(acme.id, (was) => ok({ ...was, name: "Renamed" }));
      assert.deepEqual(await rename(), ok({ ...acme, name: "Renamed" }));
      assert.equal((await store.workspaces.find(acme.id))?.name, "Renamed");
      assert.deepEqual(
        await store.workspaces.change(acme.id, () => err("refused")),
        err("refused"),
      );
      assert.equal((await store.workspaces.find(acme.id))?.name, "Renamed");
      assert.ok((await store.workspaces.list(page)).items.some(({ id }) => id === acme.id));
      const alice = aMember(acme.id);
      await store.members.create(alice);
      assert.equal(await store.workspaces.delete(acme.id, NOW), true);
      assert.equal(await store.workspaces.delete(acme.id, NOW), false);
      assert.equal(await rename(), undefined);
      assert.equal(await store.members.find(acme.id, alice.user_id), undefined);
    });

    it("finds a workspace by part of its name or id, in any case, by its current name", async () => {
      const { store, peer } = servers();
      const [before, after] = [randomUUID(), randomUUID()];
      const acme = { ...aWorkspace(), name: `Wonderland ${before}` };
      const found = async (text: string) => (await peer.workspaces.search(text, page)).items;
      await store.workspaces.create(acme);
      assert.deepEqual(await found(`WONDERLAND ${before}`), [acme]);
      assert.deepEqual(await found(acme.id.slice(2)), [acme]);
      await store.workspaces.change(acme.id, (was) =>
        ok({ ...was, name: `Looking-Glass ${after}` }),
      );
      assert.deepEqual([await found(before), (await found(after)).length], [[], 1]);
      await store.workspaces.delete(acme.id, NOW);
      assert.deepEqual(await found(after), []);
    });

    it("loses none of two changes of a workspace made at once", async () => {
      const { store, peer } = servers();
      for (let round = 0; round < 10; round += 1) {
        const acme = aWorkspace();
        await store.workspaces.create(acme);
        await Promise.all([
          store.workspaces.change(acme.id, (was) => ok({ ...was, name: "Renamed" })),
          peer.workspaces.change(acme.id, (was) => ok({ ...was, updated_at: NOW + 1 })),
        ]);
        const changed = { ...acme, name: "Renamed", updated_at: NOW + 1 };
        assert.deepEqual(await store.workspaces.find(acme.id), changed);
      }
    });

    it("stores one member for each id and subject", async () => {
      const { store } = servers();
      const acme = aWorkspace();
      await store.workspaces.create(acme);
      const alice = aMember(acme.id);
      const bob = aMember(acme.id);
      assert.deepEqual(
        [await store.members.create(alice), await store.members.create(bob)],
        ["created", "created"],
      );
      assert.equal(
        await store.members.create({ ...aMember(acme.id), subject: alice.subject }),
        "taken",
      );
      const change = (changes: Partial<MemberRecord>) =>
        store.members.change(acme.id, bob.user_id, (was) => ({ ...was, ...changes }));
      assert.equal(await change({ subject: alice.subject }), "taken");
      assert.deepEqual(await change({ role: "admin" }), { ...bob, role: "admin" });
      assert.deepEqual(await store.members.find(acme.id, bob.user_id), { ...bob, role: "admin" });
      assert.deepEqual(await store.members.ofSubject(alice.subject), [alice]);
      assert.equal((await store.members.list(acme.id, page)).total, 2);
      assert.equal(await store.members.delete(acme.id, bob.user_id, NOW), true);
      assert.equal(await store.members.delete(acme.id, bob.user_id, NOW), false);
      assert.equal(await change({ role: "member" }), undefined);
    });

    it("loses none of two changes of a member made at once", async () => {
      const { store, peer } = servers();
      const acme = aWorkspace();
      await store.workspaces.create(acme);
      for (let round = 0; round < 10; round += 1) {
        const alice = aMember(acme.id);
        await store.members.create(alice);
        const subject = randomUUID();
        await Promise.all([
          store.members.change(acme.id, alice.user_id, (was) => ({ ...was, subject })),
          peer.members.change(acme.id, alice.user_id, (was) => ({ ...was, name: "Alice L." })),
        ]);
        const found = await store.members.find(acme.id, alice.user_id);
        assert.deepEqual(found, { ...alice, subject, name: "Alice L." });
        assert.deepEqual(await store.members.ofSubject(subject), [found]);
      }
    });

    it("gives a subject that two members want at once to one of them", async () => {
      const { store, peer } = servers();
      const acme = aWorkspace();
      await store.workspaces.create(acme);
      for (let round = 0; round < 10; round += 1) {
        const subject = randomUUID();
        const members = [aMember(acme.id), aMember(acme.id)];
        for (const member of members) await store.members.create(member);
        const outcomes = await Promise.all(
          members.map(({ user_id }, index) =>
            (index === 0 ? store : peer).members.change(acme.id, user_id, (was) => ({
              ...was,
              subject,
            })),
          ),
        );
        assert.equal(outcomes.filter((outcome) => outcome === "taken").length, 1);
      }
    });

    it("gives a subject that a new member and another want at once to one of them", async () => {
      const { store, peer } = servers();
      const acme = aWorkspace();
      await store.workspaces.create(acme);
      for (let round = 0; round < 20; round += 1) {
        const [alice, bob] = [aMember(acme.id), aMember(acme.id)];
        const { subject } = bob;
        await store.members.create(alice);
        const [changed, created] = await Promise.all([
          store.members.change(acme.id, alice.user_id, (was) => ({ ...was, subject })),
          peer.members.create(bob),
        ]);
        assert.equal(changed === "taken", created === "created");
        assert.equal((await store.members.ofSubject(subject)).length, 1);
      }
    });

    it("adds no member to a workspace that is deleted at once", async () => {
      const { store, peer } = servers();
      for (let round = 0; round < 20; round += 1) {
        const acme = aWorkspace();
        const alice = aMember(acme.id);
        await store.workspaces.create(acme);
        const [, outcome] = await Promise.all([
          store.workspaces.delete(acme.id, NOW),
          peer.members.create(alice),
        ]);
        assert.notEqual(outcome, "taken");
        assert.equal(await store.members.find(acme.id, alice.user_id), undefined);
        assert.equal(await store.members.create(alice), "workspace_missing");
      }
    });
  });
}
