import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { features } from "../../../cli/src/features.ts";
import type { Feature } from "../../src/feature/feature.ts";
import { backUpDatabase, restoreDatabase } from "../../src/process/backups.ts";
import { migrate } from "../../src/process/maintenance.ts";
import { databases } from "../processes/databases.ts";
import { createTestServer, testConfig } from "../support/server.ts";
import { backUp, change, refusalOf, rowsOf } from "./support.ts";

/** What a later version might have: a table that is filled with what there is. */
const later: Feature = {
  name: "later",
  operations: {},
  load: async () => ({
    endpoints: {},
    tables: {
      expiring: [],
      migrations: [
        {
          name: "later-0001-baseline",
          statements: () => ["create table later (client_id text primary key)"],
          *fill() {
            yield { sql: "insert into later select client_id from client", values: [] };
          },
        },
      ],
    },
  }),
};
const ofLater = [...features, later];

for (const { name, emptyDsn } of databases) {
  describe(`on ${name}`, () => {
    it("a backup of an older version is migrated when its rows are in", async () => {
      const from = await usedDsn(emptyDsn);
      const dsn = await emptyDsn();
      const file = await backUp(from);
      const { applied } = await restoreDatabase(testConfig({ dsn }), { features: ofLater, file });
      assert.deepEqual(applied, ["later-0001-baseline"]);
      assert.deepEqual(await rowsOf(dsn, "select * from later"), [{ client_id: "photos" }]);
    });

    it("a newer version backs up a database that is not migrated yet, and an older one restores it", async () => {
      const from = await usedDsn(emptyDsn);
      const file = `${(await databases[0]?.emptyDsn())?.replace("sqlite://", "")}.backup`;
      await backUpDatabase(testConfig({ dsn: from }), { features: ofLater, file });
      const dsn = await emptyDsn();
      const { applied } = await restoreDatabase(testConfig({ dsn }), { features, file });
      assert.deepEqual(applied, []);
    });

    it("a backup of a newer version is refused, and so is the backup of a newer database", async () => {
      const from = await usedDsn(emptyDsn);
      const config = testConfig({ dsn: from });
      await migrate(config, { features: ofLater });
      const file = `${(await databases[0]?.emptyDsn())?.replace("sqlite://", "")}.backup`;
      await backUpDatabase(config, { features: ofLater, file });
      const restoring = restoreDatabase(testConfig({ dsn: await emptyDsn() }), { features, file });
      assert.match(
        (await refusalOf(restoring)).message,
        /^The backup is of a newer version \(v\d\S*, migration later-0001-baseline\): restore it with that version or a later one\.$/,
      );
      assert.match(
        (await refusalOf(backUp(from))).message,
        /^A newer version has migrated the database \(later-0001-baseline\): back it up with that version\.$/,
      );
    });

    it("a database of before the first release is refused", async () => {
      const dsn = await emptyDsn();
      await change(
        dsn,
        "create table migration (name text primary key, applied_at bigint not null)",
      );
      await change(dsn, "insert into migration values ('0001-machines', 1)");
      assert.match((await refusalOf(backUp(dsn))).message, /a version before 0\.2\.0/);
    });
  });
}

async function usedDsn(emptyDsn: () => Promise<string>): Promise<string> {
  const dsn = await emptyDsn();
  const { server, latchkey } = await createTestServer({ dsn });
  await latchkey.createOAuth2Client({ body: { client_id: "photos" } });
  await server.close();
  return dsn;
}
