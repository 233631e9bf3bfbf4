import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import {
  findProgram,
  installPackage,
  programOf,
} from "../../packages/server/test/support/programs.ts";

/** The programs of Debian that take part. */
export interface Programs {
  readonly haproxy: string;
  readonly pgbouncer: string;
  readonly etcd: string;
  readonly patroni: string;
}

/** Where Debian 12 has the programs of PostgreSQL. `deploy/ha/patroni.yml` names the same folder. */
const POSTGRES = "/usr/lib/postgresql/15/bin/postgres";

/** Finds the programs, and installs those that are missing in a Debian container, as root. */
export function findPrograms(): Programs {
  if (!existsSync(POSTGRES)) installPackage("postgresql-15");
  if (!existsSync(POSTGRES)) throw new Error(`There is no ${POSTGRES}: this needs Debian 12.`);
  return {
    haproxy: programOf("haproxy"),
    pgbouncer: programOf("pgbouncer"),
    etcd: findProgram(["etcd"]) ?? (installPackage("etcd-server"), programOf("etcd")),
    // Patroni needs its driver, which is only recommended by its package.
    patroni: findProgram(["patroni"]) ?? (installPackage("python3-psycopg2"), programOf("patroni")),
  };
}

/** The versions of the programs, for the report. */
export function versionsOf(programs: Programs): readonly string[] {
  const run = (program: string, ...words: readonly string[]): string =>
    execFileSync(program, words, { encoding: "utf8" }).split("\n")[0] ?? "";
  return [
    run(programs.haproxy, "-v").replace(/ \d{4}.*| - .*/, ""),
    run(programs.pgbouncer, "--version"),
    run(programs.patroni, "--version"),
    run(programs.etcd, "--version").replace(" Version:", ""),
    run(POSTGRES, "--version"),
    `Node ${process.version}`,
  ];
}
