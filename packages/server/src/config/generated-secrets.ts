import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { readDsn } from "./dsn.ts";
import { loadConfig } from "./load.ts";
import { describeProblem } from "./problem.ts";
import { type Config, settingsTable } from "./settings.ts";

/**
 * Adds `secrets.system` where an operator set none: stored beside a SQLite file for the next start, not stored for a
 * database in memory. Not for PostgreSQL, where several servers need the same secrets.
 */
export function withGeneratedSecrets<C extends Config>(config: C): C {
  const dsn = readDsn(config.dsn);
  if (config["secrets.system"].length > 0 || dsn?.kind === "postgres") return config;
  const isInMemory = dsn?.kind !== "sqlite" || dsn.path === ":memory:";
  const secrets = isInMemory ? [generateSecret()] : storedSecrets(dirname(dsn.path));
  return { ...config, "secrets.system": secrets };
}

/** The same where a server has stored them already: none are made. */
export function withStoredSecrets<C extends Config>(config: C): C {
  const dsn = readDsn(config.dsn);
  const isStored = dsn?.kind === "sqlite" && existsSync(fileIn(dirname(dsn.path)));
  return isStored ? withGeneratedSecrets(config) : config;
}

function fileIn(folder: string): string {
  return join(folder, "secrets.json");
}

function storedSecrets(folder: string): readonly string[] {
  const file = fileIn(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) {
      createOnce(file, `${JSON.stringify({ "secrets.system": [generateSecret()] }, null, 2)}\n`);
    }
  } catch (cause) {
    const message = `${resolve(folder)} cannot be written: the database and the generated secrets need a folder that the user who runs the server may write, or a dsn elsewhere.`;
    throw new Error(message, { cause });
  }

  // The file is a settings file, so that -c secrets.json works when the database is moved.
  const loaded = loadConfig({ files: [file] }, settingsTable([]));
  const secrets = loaded.ok ? loaded.value.config["secrets.system"] : [];
  if (secrets.length > 0) return secrets;
  const problem = loaded.ok ? "" : ` ${loaded.error.map(describeProblem).join(" ")}`;
  throw new Error(`${file} has no secrets.system: restore it, or set secrets.system.${problem}`);
}

/** Creates a private file atomically. If two processes start at once, one of them wins. */
function createOnce(file: string, content: string): void {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, content, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
}

function generateSecret(): string {
  return randomBytes(32).toString("base64url");
}
