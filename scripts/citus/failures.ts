import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { migrate } from "../../packages/server/src/store/migrations/migrate.ts";
import { openPostgres } from "../../packages/server/src/store/postgres/postgres.ts";
import { registerApp } from "../../packages/server/test/support/app.ts";
import { type CitusCluster, createSchemas } from "../../packages/server/test/support/citus.ts";
import { refresh, signIn } from "../../packages/server/test/support/flow.ts";
import { startTestServer } from "../../packages/server/test/support/server.ts";
import { migrations } from "../../packages/server/test/support/tables.ts";

/** More users than nodes, so that every node has grants and tokens of some. */
const USERS = 12;
const TIMEOUTS = {
  "limits.database.statement_timeout": "2s",
  "limits.database.connect_timeout": "1s",
};

/** What clients get while a worker is away, and after it came back. */
export async function describeFailures({ dsn, workers }: CitusCluster): Promise<void> {
  const schema = await createSchemas(dsn).create();
  const database = openPostgres(schema, {
    connections: 2,
    statement_ms: 20_000,
    connect_ms: 5_000,
  });
  await migrate(database, migrations, 0, { distributed: true });
  await database.close();

  describe("a server whose cluster loses a worker", { timeout: 120_000 }, () => {
    it("answers 503 for what was there, serves the rest, and recovers by itself", async () => {
      const world = await startTestServer({ ...TIMEOUTS, dsn: schema }, { now_ms: Date.now });
      const photos = await registerApp(world.latchkey);
      const signInAll = async () => {
        const tokens: string[] = [];
        for (let user = 0; user < USERS; user += 1) {
          const login = { subject: `user-${user}` };
          tokens.push((await signIn(world, photos, { login })).refresh_token ?? "");
        }
        return tokens;
      };
      const refreshAll = async (tokens: readonly string[]) => {
        const replies = [];
        for (const token of tokens) replies.push(await refresh(world, photos, token));
        return replies;
      };

      const tokens = await signInAll();
      const [worker] = workers;
      await worker?.kill();
      const during = await refreshAll(tokens);
      for (const { status } of during) assert.ok(status === 200 || status === 503, `${status}`);
      assert.ok(during.some(({ status }) => status === 503));

      await worker?.start();
      for (const giveUpAt = performance.now() + 60_000; ; await pause(200)) {
        const { status } = await world.fetch("http://public.test/health/ready");
        if (status === 200) break;
        assert.ok(performance.now() < giveUpAt, "not ready for a minute");
      }
      for (const { status } of await refreshAll(await signInAll())) assert.equal(status, 200);
    });
  });
}
