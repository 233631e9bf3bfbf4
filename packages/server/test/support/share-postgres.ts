import { startPostgres } from "./postgres-server.ts";

/**
 * Starts the PostgreSQL server that all test files of a run share, unless `LATCHKEY_TEST_POSTGRES` names a running one. Returns
 * what stops it. Tests that restart or kill their server start one of their own in either case.
 */
export async function sharePostgres(): Promise<() => Promise<void>> {
  if (process.env["LATCHKEY_TEST_POSTGRES"] !== undefined) return async () => {};
  // It is never killed, and nothing of it outlives the run: hundreds of databases need not reach the disk.
  const server = await startPostgres(["-c", "fsync=off", "-c", "full_page_writes=off"]);
  process.env["LATCHKEY_TEST_POSTGRES"] = server.url;
  return () => server.stop();
}
