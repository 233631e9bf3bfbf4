import { emptyPostgres } from "../../../test/support/postgres.ts";
import { describeStore } from "../../../test/store/conformance/conformance.ts";
import { openPostgres } from "./postgres.ts";

describeStore("PostgreSQL", async () => {
  const dsn = await emptyPostgres();
  return () => openPostgres(dsn, { connections: 10, statement_ms: 5_000, connect_ms: 2_000 });
});
