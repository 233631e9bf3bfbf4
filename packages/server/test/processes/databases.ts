import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyPostgres } from "../support/postgres.ts";

/** A directory that goes when the process does. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-test-"));
  directories.push(directory);
  return directory;
}

const directories: string[] = [];
process.once("exit", () => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** Every kind of database, with the DSN of a new and empty one. */
export const databases: readonly { name: string; emptyDsn: () => Promise<string> }[] = [
  {
    name: "SQLite",
    emptyDsn: async () => `sqlite://${join(temporaryDirectory(), "latchkey.sqlite")}`,
  },
  { name: "PostgreSQL", emptyDsn: emptyPostgres },
];

/** A secret for servers that share a database. */
export const SYSTEM_SECRET = "a system secret for tests only";
