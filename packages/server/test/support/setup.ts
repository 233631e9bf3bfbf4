import { startPostgres } from "./postgres-server.ts";

let stop: (() => Promise<void>) | undefined;

/** Starts the one PostgreSQL server that every test file of a run shares. */
export async function globalSetup(): Promise<void> {
  const server = await startPostgres();
  process.env["LATCHKEY_TEST_POSTGRES"] = server.url;
  stop = () => server.stop();
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}
