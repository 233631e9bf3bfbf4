import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { emptyPostgres } from "../support/postgres.ts";
import { registerApp } from "../support/app.ts";
import { refresh, signIn } from "../support/flow.ts";
import { createTestServer, startTwoServers, type TestServer } from "../support/server.ts";
import { registerMachine, tokenOf } from "../operations/machine.ts";
import { end, isActive } from "./held.ts";
import { continueEndings } from "../../src/features/termination/end-everything.ts";
import { withTermination } from "../support/termination.ts";

async function onPostgres(): Promise<readonly [TestServer, TestServer]> {
  const dsn = await emptyPostgres();
  const servers = [await createTestServer({ dsn }), await createTestServer({ dsn })] as const;
  after(() => Promise.all(servers.map(({ server }) => server.close())));
  return servers;
}

for (const [database, open] of [
  ["SQLite", () => startTwoServers()],
  ["PostgreSQL", onPostgres],
] as const) {
  describe(`on ${database}`, () => {
    it("a refresh that races an ending leaves no living token", async () => {
      const [one, two] = await open();
      const app = await registerApp(one.latchkey);
      await two.server.context.store.refresh();
      for (const holder of [{ subject: "alice" }, { client_id: "photos" }] as const) {
        const grants = await Promise.all(Array.from({ length: 8 }, () => signIn(one, app)));
        const [, ...replies] = await Promise.all([
          end(one, holder),
          ...grants.map(({ refresh_token }, index) =>
            refresh(index % 2 === 0 ? one : two, app, refresh_token),
          ),
        ]);
        await two.server.context.store.refresh();
        for (const reply of replies) {
          if (!reply.ok) continue;
          const { body } = reply;
          for (const server of [one, two]) {
            assert.equal(await isActive(server, body.access_token), false);
            const again = await refresh(server, app, body.refresh_token);
            assert.equal(again.ok, false);
          }
        }
        for (const server of [one, two]) server.clock.now += 3;
        const later = await signIn(one, app);
        assert.ok(await isActive(two, later.access_token), "of a new sign-in");
      }
    });

    it("what a killed server had begun is refused at once, and another server removes it", async () => {
      const [one, two] = await open();
      const context = withTermination(one.server.context);
      const app = await registerApp(one.latchkey);
      const machine = await registerMachine(one.latchkey, { client_id: "job" });
      const tokens = await signIn(one, app);
      const other = await tokenOf(one.latchkey, machine);
      const before = one.clock.now + 2;
      // As far as a server gets that is killed after its first write.
      await context.termination.store.begin(
        {
          kind: "client",
          name: "photos",
          subject: undefined,
          ended_before: before,
          counts: {},
          work: { pass: "first", kind: "grants", after: "" },
          expires_at: before + 86_400,
        },
        { counts: {}, complete: true },
      );
      await two.server.context.store.refresh();
      for (const server of [one, two]) {
        assert.equal(await isActive(server, tokens.access_token), false);
        assert.equal((await refresh(server, app, tokens.refresh_token)).ok, false);
        assert.ok(await isActive(server, other));
      }
      const holding = two.server.context.holdings.find(({ kind }) => kind === "grants");
      const ending = { kind: "client", name: "photos", before } as const;
      const left = () => holding?.next(ending, { after: "", limit: 10, dry_run: true });
      assert.equal((await left())?.count, 1);
      await continueEndings(withTermination(two.server.context));
      assert.equal((await left())?.count, 0);
      const [rest] = await context.termination.store.unfinished();
      assert.deepEqual(rest?.counts["grants"], 1);
      two.clock.now += 60;
      await continueEndings(withTermination(two.server.context));
      assert.deepEqual(await context.termination.store.unfinished(), []);
    });

    it("ending twice ends what was requested in between", async () => {
      const [one, two] = await open();
      const app = await registerApp(one.latchkey);
      await signIn(one, app);
      assert.equal((await end(one, { subject: "alice" })).ended["grants"], 1);
      assert.equal((await end(one, { subject: "alice" })).ended["grants"], 0);
      for (const { clock } of [one, two]) clock.now += 5;
      const tokens = await signIn(one, app);
      assert.ok(await isActive(one, tokens.access_token));
      assert.equal((await end(one, { subject: "alice" })).ended["grants"], 1);
      await two.server.context.store.refresh();
      assert.equal(await isActive(two, tokens.access_token), false);
    });
  });
}

it("one holder is named, and no more", async () => {
  const [{ latchkey }] = await startTwoServers();
  for (const body of [{}, { dry_run: true }, { subject: "" }, { subject: "a", client_id: "b" }])
    await assert.rejects(latchkey.endEverything({ body }), { status: 400 });
});
