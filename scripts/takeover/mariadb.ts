import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { freePorts } from "../../packages/server/test/processes/free-ports.ts";
import { accepts } from "../../packages/server/test/support/postgres-server.ts";
import type { Source } from "./source.ts";

/** A MariaDB of the machine, with a directory of its own. */
export interface Mariadb {
  /** The URL, without a database. */
  readonly url: string;
  /** Runs a text, and returns what it prints: columns with tabs. */
  run(text: string): string;
  stop(): Promise<void>;
}

const USER = "takeover";
const PASSWORD = "takeover";
const START_TIMEOUT_MS = 60_000;

/** Starts one on a free port of loopback. */
export async function startMariadb(): Promise<Mariadb> {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-mariadb-"));
  const data = join(directory, "data");
  const socket = join(directory, "socket");
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  execFileSync(
    "mariadb-install-db",
    ["--no-defaults", `--datadir=${data}`, "--auth-root-authentication-method=normal", ...user],
    { stdio: "ignore" },
  );
  const [port] = await freePorts();
  const flags = ["--no-defaults", `--datadir=${data}`, `--socket=${socket}`, `--port=${port}`];
  flags.push(
    "--bind-address=127.0.0.1",
    "--skip-name-resolve",
    "--character-set-server=utf8mb4",
    ...user,
  );
  const child = spawn("mariadbd", flags, { stdio: "ignore" });
  const end = (): boolean => child.kill();
  process.once("exit", end);
  await untilReady(child, port);
  const run = (text: string): string =>
    execFileSync("mariadb", ["--no-defaults", `--socket=${socket}`, "--user=root", "--batch"], {
      input: text,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
  run(`create user '${USER}'@'%' identified by '${PASSWORD}'; grant all on *.* to '${USER}'@'%';`);
  return {
    url: `mysql://${USER}:${PASSWORD}@127.0.0.1:${port}`,
    run,
    async stop() {
      process.off("exit", end);
      const exited = once(child, "exit");
      if (child.kill()) await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error("MariaDB did not start.");
    await pause(100);
  }
}

/** Creates a database with the tables of a SQLite file, as Hydra has them in MySQL, and copies the rows. */
export async function loadIntoMariadb(
  mariadb: Mariadb,
  file: string,
  database: string,
): Promise<Source> {
  const from = new DatabaseSync(file, { readOnly: true });
  const tables = from.prepare("select name from sqlite_master where type = 'table'").all();
  const texts = [`create database ${database}; use ${database}; set time_zone = '+00:00';`];
  for (const { name } of tables) {
    if (typeof name === "string" && !name.startsWith("sqlite_"))
      texts.push(...copyTable(from, name));
  }
  from.close();
  mariadb.run(texts.join("\n"));
  return {
    kind: "MariaDB",
    dsn: `${mariadb.url}/${database}`,
    count: async (table) =>
      Number(mariadb.run(`select count(*) from ${database}.\`${table}\``).split("\n")[1]),
  };
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
  /** 2 and 3: computed from others. */
  readonly hidden: number;
}

function copyTable(from: DatabaseSync, table: string): readonly string[] {
  const found = from.prepare(`pragma table_xinfo("${table}")`).all();
  const columns = found.map(({ name, type, pk, hidden }): Column => ({
    name: String(name),
    type: typeOf(String(type).toUpperCase(), Number(pk) > 0),
    pk: Number(pk),
    hidden: Number(hidden),
  }));
  const stored = columns.filter(({ hidden }) => hidden === 0);
  const keys = columns.filter(({ pk }) => pk > 0).toSorted((one, two) => one.pk - two.pk);
  const lines = columns.map((column) => `\`${column.name}\` ${definition(column)}`);
  if (keys.length > 0) lines.push(`primary key (${keys.map(({ name }) => `\`${name}\``).join()})`);
  const texts = [
    `create table \`${table}\` (${lines.join(", ")}) charset utf8mb4 collate utf8mb4_bin;`,
  ];
  const select = from.prepare(
    `select ${stored.map(({ name }) => `"${name}"`).join()} from "${table}"`,
  );
  select.setReadBigInts(true);
  const names = stored.map(({ name }) => `\`${name}\``).join();
  for (const row of select.all()) {
    const values = stored.map(({ name, type }) => literal(row[name], type));
    texts.push(`insert into \`${table}\` (${names}) values (${values.join()});`);
  }
  return texts;
}

/** The one computed column is the end of a remembered consent. */
function definition({ type, hidden }: Column): string {
  if (hidden === 0) return type;
  return `${type} generated always as (if(consent_remember_for > 0, date_add(requested_at, interval consent_remember_for second), null)) virtual`;
}

/** Keys and what refers to them are short texts; times have microseconds here so that the order of rows is kept. */
function typeOf(type: string, in_key: boolean): string {
  if (/^(?:TIMESTAMP|DATETIME)/.test(type)) return "datetime(6)";
  if (type.startsWith("BIGINT")) return "bigint";
  if (type.startsWith("BOOL")) return "tinyint(1)";
  if (/^(?:INT|SMALLINT)/.test(type)) return "int";
  if (/^(?:UUID|CHAR)/.test(type)) return "char(36)";
  const [, length] = /CHAR\s*\((\d+)\)/.exec(type) ?? [];
  if (length !== undefined && Number(length) <= 255) return `varchar(${length})`;
  return in_key ? "varchar(255)" : "longtext";
}

function literal(value: SQLOutputValue | undefined, type: string): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  const text = typeof value === "string" ? value : Buffer.from(value).toString("utf8");
  if (type === "datetime(6)") return `'${withoutZone(text)}'`;
  return `convert(x'${Buffer.from(text).toString("hex")}' using utf8mb4)`;
}

/** `2026-11-16 09:43:16.92887513+00:00`, in UTC: MySQL has no zone, and six decimals. */
function withoutZone(text: string): string {
  const [, date, time, decimals = ""] =
    /^(\S{10})[ T](\d\d:\d\d:\d\d)(\.\d+)?(?:Z|\+00:00)?/.exec(text) ?? [];
  if (date === undefined || time === undefined) throw new Error(`${text} is not a time in UTC.`);
  return `${date} ${time}${decimals.slice(0, 7)}`;
}
