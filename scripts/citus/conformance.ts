/**
 * Runs the conformance suite of the store on a cluster of Citus: `npm run test:citus -- <dsn>`. Each of its databases is a schema,
 * which is removed at the end.
 */

import { after } from "node:test";
import { describeStore } from "../../packages/server/test/store/conformance/conformance.ts";
import { createSchemas } from "../../packages/server/test/support/citus.ts";
import { migrate } from "../../packages/server/src/store/migrations/migrate.ts";
import { openPostgres } from "../../packages/server/src/store/postgres/postgres.ts";

const dsn = process.argv[2];
if (dsn === undefined) throw new Error("Name the DSN of a database with Citus.");

const schemas = createSchemas(dsn);
after(() => schemas.removeAll());

describeStore("Citus", async () => {
  const own = await schemas.create();
  const open = () =>
    openPostgres(own, { connections: 10, statement_ms: 20_000, connect_ms: 5_000 });
  const database = open();
  // The migrations that follow find a distributed database, and place their tables.
  await migrate(database, [], 0, { distributed: true });
  await database.close();
  return open;
});
