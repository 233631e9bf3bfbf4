import { execFile } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runSql } from "../../packages/server/test/support/sql.ts";
import type { Places } from "./sources.ts";

/** A database of this server that was taken over, of which copies can be had. */
export interface Target {
  readonly kind: TargetKind;
  /** The DSN of a copy. The original is left as it is after the takeover. */
  copy(): Promise<string>;
}

export type TargetKind = "SQLite" | "PostgreSQL";

const command = fileURLToPath(new URL("../../packages/cli/bin/latchkey.js", import.meta.url));
const TIMEOUT_MS = 5 * 60_000;

/** Runs `latchkey takeover` as an operator does, into a new database. */
export async function takeOver(
  kind: TargetKind,
  name: string,
  from: string,
  settings: string,
  places: Places,
): Promise<Target> {
  let copies = 0;
  if (kind === "SQLite") {
    const file = join(places.temporary, `${name}-target.sqlite`);
    await runTakeover(from, `sqlite://${file}`, settings);
    const copy = async (): Promise<string> => {
      const path = join(places.temporary, `${name}-target-${(copies += 1)}.sqlite`);
      for (const suffix of ["", "-wal"]) {
        if (existsSync(file + suffix)) copyFileSync(file + suffix, path + suffix);
      }
      return `sqlite://${path}`;
    };
    return { kind, copy };
  }
  const database = `target_${name}`;
  const run = (text: string) => runSql(`${places.postgres}/postgres`, text);
  await run(`create database ${database}`);
  await runTakeover(from, `${places.postgres}/${database}`, settings);
  const copy = async (): Promise<string> => {
    const nameOfCopy = `${database}_${(copies += 1)}`;
    await run(`create database ${nameOfCopy} template ${database}`);
    return `${places.postgres}/${nameOfCopy}`;
  };
  return { kind, copy };
}

async function runTakeover(from: string, to: string, settings: string): Promise<void> {
  const flags = ["takeover", "--from", from, "--to", to, "-c", settings];
  try {
    await promisify(execFile)(process.execPath, [command, ...flags], { timeout: TIMEOUT_MS });
  } catch (error) {
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    throw new Error(
      `latchkey takeover failed: ${stderr.trim().split("\n").slice(0, 6).join(" | ")}`,
      {
        cause: error,
      },
    );
  }
}
