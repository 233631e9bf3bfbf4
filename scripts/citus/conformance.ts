import { after } from "node:test";
import { migrate } from "../../packages/server/src/store/migrations/migrate.ts";
import { openPostgres } from "../../packages/server/src/store/postgres/postgres.ts";
import { describeStore } from "../../packages/server/test/store/conformance/conformance.ts";
import { createSchemas } from "../../packages/server/test/support/citus.ts";

/** The conformance suite of the store, with tables on all nodes. */
export function describeConformance(dsn: string): void {
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
}
