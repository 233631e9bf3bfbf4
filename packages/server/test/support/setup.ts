import { shareChromium } from "./chromium.ts";
import { startPostgres } from "./postgres-server.ts";

const stops: (() => Promise<void>)[] = [];

/**
 * Starts the Chromium and the PostgreSQL server that all test files of a run share, unless `LATCHKEY_TEST_POSTGRES` names a
 * running server. Tests that restart or kill their server start one of their own in either case.
 */
export async function globalSetup(): Promise<void> {
  stops.push(await shareChromium());
  if (process.env["LATCHKEY_TEST_POSTGRES"] !== undefined) return;
  const server = await startPostgres();
  stops.push(() => server.stop());
  process.env["LATCHKEY_TEST_POSTGRES"] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await Promise.all(stops.map((stop) => stop()));
}
