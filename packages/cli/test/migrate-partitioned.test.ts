import assert from "node:assert/strict";
import { it } from "node:test";
import { emptyPostgres } from "../../server/test/support/postgres.ts";
import { runInProcess } from "./run-in-process.ts";

it("migrate sql --partitioned partitions tables once, and migrate status shows how", async () => {
  const dsn = await emptyPostgres();
  const first = await runInProcess(`migrate sql ${dsn} --partitioned --ttl.access_token=12h`);
  assert.equal(first.code, 0, first.err);
  assert.match(first.out, /^applied 0001-baseline$/m);
  assert.match(first.out, /^partitioned access_token: windows of 1 hour$/m);
  assert.match(first.out, /^partitioned flow: windows of 15 minutes$/m);

  const again = await runInProcess(`migrate sql ${dsn} --partitioned`);
  assert.deepEqual(again, {
    code: 0,
    out: "The database is up to date.\nThe tables are partitioned already.\n",
    err: "",
  });

  const status = await runInProcess(`migrate status ${dsn} --format json`);
  assert.match(
    status.err,
    /^access_token is partitioned: 3 windows of 1 hour, 2 ahead\.\n.*flow is partitioned: 3 windows of 15 minutes, 2 ahead\.$/ms,
  );
  assert.ok(Array.isArray(JSON.parse(status.out)));
});

it("migrate status says nothing of plain tables", async () => {
  const dsn = await emptyPostgres();
  await runInProcess(`migrate sql ${dsn}`);
  assert.equal((await runInProcess(`migrate status ${dsn}`)).err, "");
});

it("migrate sql --partitioned is refused for SQLite", async () => {
  const { code, err } = await runInProcess("migrate sql memory --partitioned");
  assert.equal(code, 1);
  assert.match(err, /^Tables are partitioned on PostgreSQL alone\.$/m);
});
