import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { exampleFlow } from "../../interaction/example-flow.ts";
import type {
  InstallationRecord,
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrant,
  WorkspaceGrantSession,
  WorkspaceRecord,
} from "../../workspace/records.ts";
import type { Store } from "../port/store.ts";
import type { Exchange } from "../port/workspace-store.ts";

const NOW = 1_800_000_000;
const page = { limit: 500, offset: 0 };

/** The contract of workspaces, members, integrations, installations and their grants. */
export function describeWorkspaces(servers: () => { store: Store; peer: Store }): void {
  describe("workspaces and their members", () => {
    it("stores one workspace for each id, and deletes it with its members", async () => {
      const { store } = servers();
      const acme = aWorkspace();
      assert.equal(await store.workspaces.create(acme), true);
      assert.equal(await store.workspaces.create({ ...acme, name: "Other" }), false);
      assert.deepEqual(await store.workspaces.find(acme.id), acme);
      assert.equal(await store.workspaces.replace({ ...acme, name: "Renamed" }), true);
      assert.equal((await store.workspaces.find(acme.id))?.name, "Renamed");
      assert.ok((await store.workspaces.list(page)).items.some(({ id }) => id === acme.id));
      const alice = aMember(acme.id);
      await store.members.create(alice);
      assert.equal(await store.workspaces.delete(acme.id, NOW), true);
      assert.equal(await store.workspaces.delete(acme.id, NOW), false);
      assert.equal(await store.workspaces.replace(acme), false);
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
      await store.workspaces.replace({ ...acme, name: `Looking-Glass ${after}` });
      assert.deepEqual([await found(before), (await found(after)).length], [[], 1]);
      await store.workspaces.delete(acme.id, NOW);
      assert.deepEqual(await found(after), []);
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
      const { acme, inside } = await atHome(store);
      const bot = { new_bot_id: randomUUID(), now: NOW };
      assert.equal(await store.integrations.createInternal(inside, bot), "created");
      const again = { new_bot_id: randomUUID(), now: NOW };
      assert.equal(await store.integrations.createInternal(inside, again), "taken");
      const installed = await store.installations.findOfWorkspace(inside.id, acme.id);
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
      const { acme, inside } = await atHome(store);
      await store.integrations.create(inside); // Stored before internal integrations had bots.
      const issue = (server: Store, hash: string) =>
        server.integrations.issueToken(inside.id, (tokens) => [aToken(hash), ...tokens], {
          new_bot_id: randomUUID(),
          now: NOW,
        });
      await Promise.all([issue(store, "a"), issue(peer, "b"), issue(store, "c")]);
      await store.refresh();
      const found = await store.integrations.find(inside.id);
      assert.deepEqual(found?.tokens.map(({ hash }) => hash).toSorted(), ["a", "b", "c"]);
      const { total } = await store.installations.list({ integration_id: inside.id }, page);
      assert.equal(total, 1);
      assert.equal(await issue(store, "d").then((made) => made !== undefined), true);
      await store.workspaces.delete(acme.id, NOW);
      assert.equal(await issue(store, "e"), "workspace_missing");
      await store.integrations.delete(inside.id, NOW);
      assert.equal(await issue(store, "f"), undefined);
    });

    it("keep their bot when tokens are revoked, and no token when the bot is disconnected", async () => {
      const { store, peer } = servers();
      const { inside } = await atHome(store);
      const new_bot_id = randomUUID();
      const issued = { ...inside, tokens: [aToken("a")] };
      await store.integrations.createInternal(issued, { new_bot_id, now: NOW });
      assert.equal(await store.integrations.revokeTokens(inside.id, NOW), true);
      assert.equal(await store.integrations.revokeTokens(randomUUID(), NOW), false);
      assert.equal((await store.installations.find(new_bot_id))?.status, "dormant");
      await peer.refresh();
      assert.deepEqual((await peer.integrations.find(inside.id))?.tokens, []);

      const issue = (hash: string) =>
        store.integrations.issueToken(inside.id, (tokens) => [aToken(hash), ...tokens], {
          new_bot_id: randomUUID(),
          now: NOW,
        });
      await issue("b");
      assert.equal((await store.installations.find(new_bot_id))?.status, "active");
      await store.installations.disconnect(new_bot_id, NOW);
      await issue("c");
      assert.equal((await store.installations.find(new_bot_id))?.status, "active");
      const found = await store.integrations.find(inside.id);
      assert.deepEqual(
        found?.tokens.map(({ hash }) => hash),
        ["c"],
      );
    });
  });

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
      await exchanged(store, grant, anExchange({ grants_at_most: 2 }));
      for (const at of [1, 2]) {
        const next = await again();
        await exchanged(
          store,
          next,
          anExchange({ grants_at_most: 2, generation_at_ms: NOW * 1000 + at }),
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

/** A grant of alice to an integration of her workspace; `again` creates another. */
export async function consented(store: Store, changes: Partial<IntegrationRecord> = {}) {
  const acme = aWorkspace();
  const alice = aMember(acme.id);
  const notes = { ...anIntegration(), ...changes };
  await store.workspaces.create(acme);
  await store.members.create(alice);
  await store.integrations.create(notes);

  const again = async (session: Partial<WorkspaceGrantSession> = {}): Promise<WorkspaceGrant> => {
    const grant = aGrant(notes.id, acme.id, alice.user_id, session);
    const flow = { ...exampleFlow(), flow_id: grant.grant_id, version: 0 };
    await store.flows.begin(flow, NOW + 60);
    await store.flows.completeForWorkspace(flow, grant);
    return grant;
  };
  return { acme, alice, notes, again, grant: await again() };
}

/** A workspace, and an internal integration that belongs to it and is not stored yet. */
async function atHome(store: Store) {
  const acme = aWorkspace();
  await store.workspaces.create(acme);
  const inside: IntegrationRecord = {
    ...anIntegration(),
    kind: "internal",
    install_scope: [acme.id],
    redirect_uris: [],
    secrets: [],
  };
  return { acme, inside };
}

function aToken(hash: string) {
  return { hash, issued_at: NOW, expires_at: undefined };
}

/** The result of a code whose workspace and integration exist. */
async function exchanged(
  store: Store,
  grant: WorkspaceGrant,
  exchange: Exchange = anExchange(),
): Promise<InstallationRecord | undefined> {
  const installed = await store.workspace_grants.exchange(grant, exchange);
  assert.notEqual(installed, "gone");
  return installed === "gone" ? undefined : installed;
}

function aWorkspace(): WorkspaceRecord {
  return {
    id: randomUUID(),
    name: "Acme",
    icon: null,
    resources: [],
    created_at: NOW,
    updated_at: NOW,
  };
}

function aMember(workspace_id: string): MemberRecord {
  return {
    workspace_id,
    user_id: randomUUID(),
    subject: randomUUID(),
    role: "member",
    name: "Alice",
    avatar_url: null,
    email: "alice@example.com",
    email_verified: true,
  };
}

function anIntegration(): IntegrationRecord {
  return {
    id: randomUUID(),
    name: "Notes",
    icon: null,
    kind: "public",
    client_id: randomUUID(),
    redirect_uris: ["https://notes.example/callback"],
    capabilities: ["read_content"],
    install_scope: "any",
    template: null,
    allow_workspace_owner: false,
    enabled: true,
    description: null,
    install_url: null,
    listed: false,
    webhook: null,
    secrets: [{ hash: "sha256:…", expires_at: NOW + 60 }],
    tokens: [],
    capability_revision: 0,
    created_at: NOW,
    updated_at: NOW,
  };
}

function aGrant(
  integration_id: string,
  workspace_id: string,
  user_id: string,
  session: Partial<WorkspaceGrantSession>,
): WorkspaceGrant {
  return {
    grant_id: randomBytes(16).toString("base64url"),
    integration_id,
    bot_id: undefined,
    generation: 0,
    generation_at_ms: NOW * 1000,
    exchanged_at_ms: undefined,
    failures: 0,
    created_at: NOW,
    expires_at: NOW + 600,
    revoked_at: undefined,
    session: {
      code_expires_at: NOW + 600,
      workspace_id,
      owner: { type: "user", user_id },
      resources: ["r1"],
      duplicated_template: null,
      capabilities: ["read_content"],
      capability_revision: 0,
      ...session,
    },
  };
}

/** The exchange of a code at the time of the tests. */
export function anExchange(exchange: Partial<Exchange> = {}): Exchange {
  return {
    generation_at_ms: NOW * 1000,
    expires_at: NOW + 3_600,
    new_bot_id: randomUUID(),
    external_account: null,
    now: NOW,
    grants_at_most: 10,
    ...exchange,
  };
}
