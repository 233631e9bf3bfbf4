/**
 * Tests Latchkey on a cluster of Citus.
 *
 *   npm run test:citus -- <dsn>       the conformance suite of the store; each of its databases is a schema, removed at the end
 *   npm run test:citus -- --port N    the same on a cluster of three that it starts, and what happens when a worker goes away
 *
 * `LATCHKEY_TEST_POSTGRES_BIN` names the PostgreSQL of a cluster that is started, with Citus installed.
 */

import { after } from "node:test";
import { parseArgs } from "node:util";
import { startCitus } from "../../packages/server/test/support/citus.ts";
import { describeConformance } from "./conformance.ts";
import { describeFailures } from "./failures.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: "string" } },
});
const [dsn] = positionals;
if ((dsn === undefined) === (values.port === undefined))
  throw new Error("Name the DSN of a database with Citus, or --port to start a cluster.");

if (dsn !== undefined) describeConformance(dsn);
else {
  const cluster = await startCitus({ port: Number(values.port), workers: 2, shards: 4 });
  describeConformance(cluster.dsn);
  await describeFailures(cluster);
  after(() => cluster.stop());
}
