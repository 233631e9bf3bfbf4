import assert from "node:assert/strict";
import { it } from "node:test";
import { Client } from "pg";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import { createSealer } from "../../crypto/sealed.ts";
import type { Migration } from "../migrations/migration.ts";
import { migrate } from "../migrations/migrate.ts";
import { featureTables, migrations } from "../../../test/support/tables.ts";
import { openDatabase, openStore } from "../open.ts";

const NOW = 1_800_000_000;
const wider: Migration = {
  name: "0002-wider",
  statements: () => ["alter table access_token add column wider text"],
};

it("a migration behind a long reader lets other requests through, names the reader, and completes after it", async () => {
  const dsn = await emptyPostgres();
  const [running, newer] = [await openDatabase(dsn), await openDatabase(dsn)];
  const sealer = createSealer(["a system secret of some length"]);
  const store = await openStore(running, { sealer, features: featureTables, now: NOW });
  const reader = new Client({ connectionString: dsn, application_name: "nightly dump" });
  await reader.connect();
  await reader.query("begin");
  await reader.query("select count(*), 'a secret' as text from access_token");
  const [{ pid }] = (await reader.query("select pg_backend_pid() as pid")).rows;

  const sentences: string[] = [];
  let isDone = false;
  const migrated = migrate(newer, [...migrations, wider], NOW, {
    onBlocked: (sentence) => sentences.push(sentence),
  }).then((names) => {
    isDone = true;
    return names;
  });

  let slowestMs = 0;
  while (sentences.length < 2) {
    const begun = performance.now();
    assert.equal(await store.access_tokens.find(new Uint8Array(24)), undefined);
    slowestMs = Math.max(slowestMs, performance.now() - begun);
  }
  assert.ok(slowestMs < 3_000, `a lookup took ${slowestMs} ms`);
  assert.equal(isDone, false);
  await reader.query("commit");
  await reader.end();
  assert.deepEqual(await migrated, [wider.name]);

  for (const sentence of sentences) {
    assert.match(
      sentence,
      new RegExp(
        `0002-wider waits for process ${pid} \\(nightly dump, idle in transaction, in a transaction for \\d+ s\\)`,
      ),
    );
    assert.doesNotMatch(sentence, /secret|select/);
  }
  await Promise.all([store.close(), newer.close()]);
});
