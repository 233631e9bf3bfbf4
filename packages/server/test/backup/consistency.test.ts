import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { databases } from "../processes/databases.ts";
import { openDatabase } from "../../src/store/open.ts";
import { createTestServer } from "../support/server.ts";
import { backUp, restore, rowsOf } from "./support.ts";

/** So many that they are read in many batches, with writes between them. */
const TOKENS = 20_000;

for (const { name, emptyDsn } of databases) {
  describe(`a backup on ${name} while a server writes`, () => {
    it("has what was there at one moment", async () => {
      const dsn = await emptyDsn();
      const { server, latchkey } = await createTestServer({ dsn });
      after(() => server.close());
      await addTokens(dsn);

      const stop = new AbortController();
      const written = { clients: 0 };
      const writing = (async () => {
        for (; !stop.signal.aborted; written.clients += 1) {
          const at = written.clients;
          await latchkey.createOAuth2Client({ body: { client_id: `client-${at}` } });
          if (at % 3 === 2) await latchkey.deleteOAuth2Client({ id: `client-${at - 1}` });
        }
      })();
      while (written.clients < 10) await pause(5);
      const before = written.clients;
      const file = await backUp(dsn);
      const during = written.clients - before;
      stop.abort();
      await writing;
      assert.ok(during > 0, "no client was written meanwhile");

      const restored = await restore(file, await emptyDsn());
      const [chain] = await rowsOf(
        restored,
        `select (select sequence from audit_head) as head, max(sequence) as last, count(*) as entries,
           sum(case when action = 'created' and object_type = 'client' then 1
             when action = 'deleted' and object_type = 'client' then -1 else 0 end) as clients
         from audit_entry`,
      );
      const [found] = await rowsOf(
        restored,
        "select (select count(*) from client) as clients, (select count(*) from client_search) as words",
      );
      assert.ok(chain && found);
      const { head, last, entries, clients } = chain;
      assert.ok(Number(head) >= before);
      assert.deepEqual([last, entries], [head, head], "the audit log ends where its head says");
      assert.deepEqual([found["clients"], found["words"]], [clients, clients]);
    });
  });
}

/** Rows of which nothing but their number matters. */
async function addTokens(dsn: string): Promise<void> {
  const database = await openDatabase(dsn);
  const isSqlite = database.dialect.bytes === "blob";
  const numbers = isSqlite
    ? `with recursive one (n) as (select 1 union all select n + 1 from one where n < ${TOKENS})`
    : `with one (n) as (select generate_series(1, ${TOKENS}))`;
  const key = isSqlite ? "cast(printf('%026d', n) as blob)" : "lpad(n::text, 26, '0')::bytea";
  const sql = `insert into access_token
     (signature, client_id, client_epoch, subject, scope, audience, issued_at, expires_at)
     ${numbers} select ${key}, 'none', 1, 'none', '', '', 1, 4000000000 from one`;
  await database.write(function* add() {
    yield { sql, values: [] };
  });
  await database.close();
}
