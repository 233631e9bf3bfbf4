import { emptyPostgres } from "../../test/support/postgres.ts";
import { describeStore } from "./conformance.ts";
import { openPostgres } from "./postgres.ts";

describeStore("PostgreSQL", async () => {
  const dsn = await emptyPostgres();
  return () => openPostgres(dsn, 10);
});
