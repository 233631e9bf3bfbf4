import { startPostgres } from "../../packages/server/test/support/postgres-server.ts";

// In a process of its own, so that every process PostgreSQL starts stays on the core this one is kept on.
const server = await startPostgres();
console.log(`${server.url}/postgres`);
process.once("SIGTERM", () => void server.stop().finally(() => process.exit()));
