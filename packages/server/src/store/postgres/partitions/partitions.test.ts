import { emptyPostgres } from "../../../../test/support/postgres.ts";
import { describeStore } from "../../../../test/store/conformance/conformance.ts";
import { NOW } from "../../../../test/store/conformance/example.ts";
import { featureTables } from "../../../../test/support/tables.ts";
import { expiringTablesOf } from "../../tables/sweep.ts";
import { openPostgres } from "../postgres.ts";
import { partitionTables } from "./partition.ts";
import { partitionedTables } from "./partitioned-table.ts";

const tables = partitionedTables(expiringTablesOf(featureTables));

describeStore(
  "PostgreSQL with partitions",
  async () => {
    const dsn = await emptyPostgres();
    return () => openPostgres(dsn, { connections: 10, statement_ms: 5_000, connect_ms: 2_000 });
  },
  (database) => partitionTables(database, tables, NOW, () => {}),
);
