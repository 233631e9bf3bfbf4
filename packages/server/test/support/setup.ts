import { startPostgres } from "./postgres-server.ts";

let stop: (() => Promise<void>) | undefined;

/**
 * Starts the PostgreSQL server that all test files of a run share, unless `LATCHKEY_TEST_POSTGRES` names a running one.
 * Tests that restart or kill their server start one of their own in either case.
 */
export async function globalSetup(): Promise<void> {
  if (process.env["LATCHKEY_TEST_POSTGRES"] !== undefined) return;
  const server = await startPostgres();
  process.env["LATCHKEY_TEST_POSTGRES"] = server.url;
  stop = () => server.stop();
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}
