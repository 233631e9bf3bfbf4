import { startPostgres } from "./postgres-server.ts";

/**
 * Starts the PostgreSQL server that all test files of a run share, unless `LATCHKEY_TEST_POSTGRES` names a running one. Returns
 * what stops it. Tests that restart or kill their server start one of their own in either case.
 */
export async function sharePostgres(): Promise<() => Promise<void>> {
  if (process.env["LATCHKEY_TEST_POSTGRES"] !== undefined) return async () => {};
  const server = await startPostgres();
  process.env["LATCHKEY_TEST_POSTGRES"] = server.url;
  return () => server.stop();
}
