import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { continueEndings } from "../../src/features/termination/end-everything.ts";
import { emptyPostgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import { createTestServer, startTwoServers, type TestServer } from "../support/server.ts";
import { withTermination } from "../support/termination.ts";
import {
  authorize,
  highLimits,
  PAGE,
  reachConsent,
  registerIntegration,
  setUpWorkspace,
} from "../workspace/authorization.ts";
import { callerOf, install } from "../workspace/caller.ts";
import { assertRefused } from "../workspace/refusal.ts";
import { end } from "./held.ts";

type TwoServers = readonly [TestServer, TestServer];

async function onPostgres(): Promise<TwoServers> {
  const settings = { ...highLimits, dsn: await emptyPostgres() };
  const servers = [await createTestServer(settings), await createTestServer(settings)] as const;
  after(() => Promise.all(servers.map(({ server }) => server.close())));
  return servers;
}

const ofWorkspace = { params: { owner: "workspace" } };

/** Wonderland with alice, its administrator, and bob; photos may act for a user or for all of it. */
async function setUp([one, two]: TwoServers) {
  const { workspace, photos } = await setUpWorkspace(one.latchkey, { allow_workspace_owner: true });
  await two.server.context.store.refresh();
  const callers = [callerOf(one, photos), callerOf(two, photos)] as const;
  const works = async (access_token: string): Promise<readonly boolean[]> => {
    await two.server.context.store.refresh(); // As it does twice a second.
    return Promise.all(callers.map((caller) => caller.isActive(access_token)));
  };
  return { workspace, photos, callers, works };
}

for (const [database, open] of [
  ["SQLite", () => startTwoServers(highLimits)],
  ["PostgreSQL", onPostgres],
] as const) {
  describe(`end a subject with installations in workspaces, on ${database}`, () => {
    it("those that act for the user end on both servers, and no others", async () => {
      const servers = await open();
      const [one, two] = servers;
      const { workspace, photos, callers, works } = await setUp(servers);
      const [caller, other] = callers;
      const { latchkey } = one;
      const consent = { workspace_id: workspace.id, resources: [PAGE] };
      const hers = await install(one, photos, { consent });
      const again = await install(one, photos, { consent });
      const his = await install(one, photos, { subject: "bob", consent });
      const shared = await install(one, photos, { ...ofWorkspace, consent });
      const codes = [await authorize(one, photos), await authorize(one, photos, ofWorkspace)];
      const underWay = await reachConsent(one, photos);

      const expected = await end(one, { subject: "alice", dry_run: true });
      assert.equal(expected.ended["workspace_installations"], 1);
      assert.deepEqual(await works(hers.access_token), [true, true]);
      const ended = await end(one, { subject: "alice" });
      assert.deepEqual(ended, { ...expected, dry_run: false });

      for (const pair of [hers, again]) {
        assert.deepEqual(await works(pair.access_token), [false, false]);
        for (const each of callers) {
          assertRefused(await each.refresh(pair.refresh_token), 400, "invalid_grant");
          assert.equal((await each.me(pair.access_token)).status, 401);
        }
        const { access_token: token } = pair;
        const facts = await two.latchkey.introspectIntegrationToken({ body: { token } });
        assert.equal(facts.active, false);
      }
      for (const code of codes) {
        assertRefused(await other.exchange(code), 400, "invalid_grant");
        assertRefused(await caller.exchange(code), 400, "invalid_grant");
      }
      const { consent_challenge } = underWay;
      const asked = await latchkey.call("getWorkspaceConsentRequest", { consent_challenge });
      assert.equal(asked.ok, false);
      const { status, resources } = await latchkey.getInstallation({ bot_id: hers.bot_id });
      assert.deepEqual({ status, resources }, { status: "disconnected", resources: [] });

      for (const pair of [his, shared]) {
        assert.deepEqual(await works(pair.access_token), [true, true]);
        const left = await latchkey.getInstallation({ bot_id: pair.bot_id });
        assert.deepEqual([left.status, left.resources], ["active", [PAGE]]);
      }
      const entries = await latchkey.listAuditEntries({ object_type: "account" });
      const entry = entries.find(({ action }) => action === "ended");
      assert.partialDeepStrictEqual(entry?.after, { ended: { workspace_installations: 1 } });
      const repeated = await end(one, { subject: "alice" });
      assert.equal(repeated.ended["workspace_installations"], 0);
    });

    it("they are refused before their rows are changed, which another server does", async () => {
      const servers = await open();
      const [one, two] = servers;
      const { photos, callers, works } = await setUp(servers);
      const hers = await install(one, photos);
      const code = await authorize(one, photos);
      const before = one.clock.now + 2;
      // As far as a server gets that is killed after its first write.
      await withTermination(one.server.context).termination.store.begin(
        {
          kind: "subject",
          name: "alice",
          subject: undefined,
          ended_before: before,
          counts: {},
          work: { pass: "first", kind: "workspace_installations", after: "" },
          expires_at: before + 86_400,
        },
        { counts: {}, complete: true },
      );
      assert.deepEqual(await works(hers.access_token), [false, false]);
      for (const caller of callers) {
        assert.equal((await caller.me(hers.access_token)).status, 401);
        assertRefused(await caller.refresh(hers.refresh_token), 400, "invalid_grant");
        assertRefused(await caller.exchange(code), 400, "invalid_grant");
      }
      const { bot_id } = hers;
      assert.equal((await one.latchkey.getInstallation({ bot_id })).status, "active");
      await continueEndings(withTermination(two.server.context));
      assert.equal((await one.latchkey.getInstallation({ bot_id })).status, "disconnected");
    });

    it("what the user installs again afterwards stays, without the tokens from before", async () => {
      const servers = await open();
      const [one, two] = servers;
      const { photos, works } = await setUp(servers);
      const early = await install(one, photos);
      const context = withTermination(two.server.context);
      const before = one.clock.now + 2;
      for (const { clock } of servers) clock.now += 5;
      const late = await install(one, photos);
      assert.equal(late.bot_id, early.bot_id);
      const ending = { kind: "subject", name: "alice", before } as const;
      const holding = context.holdings.find(({ kind }) => kind === "workspace_installations");
      const step = { after: "", limit: 10, dry_run: false };
      assert.equal((await holding?.next(ending, { ...step, dry_run: true }))?.count, 0);
      assert.equal((await holding?.next(ending, step))?.count, 0);
      assert.deepEqual(await works(early.access_token), [false, false]);
      assert.deepEqual(await works(late.access_token), [true, true]);
    });

    it("integrations are notified that they were removed", async () => {
      const servers = await open();
      const [one] = servers;
      await setUp(servers);
      const receiver = await startReceiver();
      const notes = await registerIntegration(one.latchkey, {
        webhook_url: `${receiver.url}/hooks`,
      });
      const [hers] = [await install(one, notes), await install(one, notes, { subject: "bob" })];
      await end(one, { subject: "alice" });
      const sent = await one.latchkey.listWebhookDeliveries({ id: notes.id });
      const removed = sent.filter(({ type }) => type === "installation.removed");
      assert.equal(removed.length, 1);
      assert.equal((await one.latchkey.getInstallation(hers)).status, "disconnected");
    });

    it("more than are looked at at once are ended, in batches", async () => {
      const servers = await open();
      const [one] = servers;
      await setUp(servers);
      const { latchkey, server } = one;
      const apps = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          registerIntegration(latchkey, { name: `App ${index}` }),
        ),
      );
      const pairs = await Promise.all(apps.map((app) => install(one, app)));
      const { holdings } = server.context;
      const holding = holdings.find(({ kind }) => kind === "workspace_installations");
      assert.ok(holding);
      const ending = { kind: "subject", name: "alice", before: one.clock.now + 2 } as const;
      for (const dry_run of [true, false]) {
        const counts: number[] = [];
        for (let position: string | undefined = ""; position !== undefined;) {
          const batch = await holding.next(ending, { after: position, limit: 2, dry_run });
          counts.push(batch.count);
          position = batch.next;
        }
        assert.deepEqual(counts, [2, 2, 1]);
      }
      for (const { bot_id } of pairs)
        assert.equal((await latchkey.getInstallation({ bot_id })).status, "disconnected");
    });
  });
}
