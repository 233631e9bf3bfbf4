import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { readDsn } from "./dsn.ts";
import { loadConfig } from "./load.ts";
import { describeProblem } from "./problem.ts";
import type { Config } from "./settings.ts";

/**
 * The same settings with `secrets.system` filled in where an operator gave none: kept beside a SQLite file
 * for the next start, forgotten with a store in memory. PostgreSQL has many servers, which must be told.
 */
export function withGeneratedSecrets(config: Config): Config {
  const dsn = readDsn(config.dsn);
  if (config["secrets.system"].length > 0 || dsn?.kind === "postgres") return config;
  const inMemory = dsn?.kind !== "sqlite" || dsn.path === ":memory:";
  const secrets = inMemory ? [generateSecret()] : keptSecrets(dirname(dsn.path));
  return { ...config, "secrets.system": secrets };
}

function keptSecrets(folder: string): readonly string[] {
  const file = join(folder, "secrets.json");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) {
      createOnce(file, `${JSON.stringify({ "secrets.system": [generateSecret()] }, null, 2)}\n`);
    }
  } catch (cause) {
    const message = `${resolve(folder)} cannot hold the database and the generated secrets: it must be a folder that the user who runs the server may write, or let dsn name a file elsewhere.`;
    throw new Error(message, { cause });
  }

  // The file is itself a settings file, so that -c secrets.json works when the data moves elsewhere.
  const loaded = loadConfig({ files: [file] });
  const secrets = loaded.ok ? loaded.value.config["secrets.system"] : [];
  if (secrets.length > 0) return secrets;
  const problem = loaded.ok ? "" : ` ${loaded.error.map(describeProblem).join(" ")}`;
  throw new Error(`${file} holds no secrets.system: restore it, or set secrets.system.${problem}`);
}

/** Writes a private file that appears whole or not at all; of two processes that start at once, one wins. */
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
