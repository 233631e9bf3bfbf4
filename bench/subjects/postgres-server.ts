import { runSql } from "../../packages/server/test/support/sql.ts";
import { startPostgres } from "../../packages/server/test/support/postgres-server.ts";

// In a process of its own, so that every process PostgreSQL starts stays on the core this one is kept on.
const server = await startPostgres();
const dsn = `${server.url}/postgres`;
// Settings that are not the default ones: name=value.
for (const setting of process.argv.slice(2)) {
  const [name = "", value = ""] = setting.split("=");
  await runSql(dsn, `alter system set ${name} = '${value}'`);
}
if (process.argv.length > 2) await server.restart();
console.log(dsn);
process.once("SIGTERM", () => void server.stop().finally(() => process.exit()));
