/**
 * Starts a cluster of Citus on loopback for trying things out, prints its DSN, and ends it with Ctrl-C:
 *
 *   LATCHKEY_TEST_POSTGRES_BIN=/usr/lib/postgresql/17/bin node scripts/citus/start.ts --port 26000 --workers 2 --shards 8
 *
 * Citus must be installed for that PostgreSQL.
 */

import { once } from "node:events";
import { parseArgs } from "node:util";
import { startCitus } from "../../packages/server/test/support/citus.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "26000" },
    workers: { type: "string", default: "2" },
    shards: { type: "string", default: "8" },
  },
});
const cluster = await startCitus({
  port: Number(values.port),
  workers: Number(values.workers),
  shards: Number(values.shards),
});
console.log(cluster.dsn);
await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
await cluster.stop();
