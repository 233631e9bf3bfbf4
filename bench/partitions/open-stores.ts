import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runSql, withClient } from "../../packages/server/test/support/sql.ts";
import { launch } from "../child.ts";
import { fillGrants } from "../fill/grants.ts";
import { withStore } from "../fill/open.ts";
import { fillAccessTokens } from "../fill/tokens.ts";
import { programs } from "../programs.ts";
import {
  type Latchkey,
  registerPhotos,
  sqliteIn,
  startLatchkey,
  TTL,
} from "../subjects/latchkey.ts";
import type { PostgresServer } from "../subjects/postgres.ts";
import { fillRows, postgresTarget, withSqliteTarget } from "./fill-rows.ts";
import type { Layout } from "./stored.ts";

/** A store that is filled, and its server. */
export interface FilledStore {
  readonly layout: Layout;
  readonly size: number;
  readonly latchkey: Latchkey;
  /** Files with tokens in random order, each with others. */
  readonly token_files: readonly string[];
  readonly bytes_per_access_token: number;
  readonly bytes_per_grant: number;
  readonly filled_per_second: number;
  readonly windows: number;
}

/** Grants, which are measured for their size alone. */
const GRANTS = 50_000;
const FILES = 16;

/** Creates a database, its tables in this layout, and its rows; starts a server on it. */
export async function openStore(
  layout: Layout,
  size: number,
  { directory, postgres }: { readonly directory: string; readonly postgres: PostgresServer },
): Promise<FilledStore> {
  process.stderr.write(`${layout}, ${size.toLocaleString("en")} live tokens …\n`);
  const folder = join(directory, `${layout}-${size}`);
  mkdirSync(folder, { recursive: true });
  const dsn = layout === "sqlite" ? sqliteIn(folder) : await createDatabase(postgres, layout, size);
  const name = layout === "sqlite" ? "latchkey" : "latchkey-postgres";
  const first = await startLatchkey({ directory: folder, dsn, name });
  await registerPhotos(first);
  await first.stop();
  if (layout === "partitioned") await partition(dsn);

  const began = performance.now();
  const empty = await bytesOf(layout, dsn, folder, "access_token");
  const tokens = await fill(layout, dsn, folder, size);
  const filled_per_second = size / ((performance.now() - began) / 1000);
  const full = await bytesOf(layout, dsn, folder, "access_token");
  const withoutGrants = await bytesOf(layout, dsn, folder, "authorization_grant");
  const grants = Math.min(GRANTS, size);
  await withStore(dsn, (open) => fillGrants(open, grants));
  const withGrants = await bytesOf(layout, dsn, folder, "authorization_grant");
  if (layout !== "sqlite") await runSql(dsn, "vacuum analyze");
  return {
    layout,
    size,
    latchkey: await startLatchkey({ directory: folder, dsn, name }),
    token_files: writeTokens(folder, tokens),
    bytes_per_access_token: (full - empty) / size,
    bytes_per_grant: (withGrants - withoutGrants) / grants,
    filled_per_second,
    windows: await windowsOf(layout, dsn),
  };
}

async function createDatabase(
  { dsn }: PostgresServer,
  layout: Layout,
  size: number,
): Promise<string> {
  const name = `${layout}_${size}`;
  await runSql(dsn, `create database ${name}`);
  const url = new URL(dsn);
  url.pathname = `/${name}`;
  return url.href;
}

/** As an operator does it. */
async function partition(dsn: string): Promise<void> {
  const flags = ["--partitioned", `--ttl.access_token=${TTL}s`];
  const command = [process.execPath, programs.latchkey, "migrate", "sql", dsn, ...flags];
  process.stderr.write(await launch(command).output);
}

/** The first token is the model of the others, and shows the keeper of partitions how far ahead windows are needed. */
async function fill(layout: Layout, dsn: string, folder: string, count: number): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000);
  await withStore(dsn, async (open) => {
    await fillAccessTokens(open, 1);
    await open.store.partitions.keep(now);
  });
  if (layout === "sqlite")
    return withSqliteTarget(fileIn(folder), (target) => fillRows(target, count, now));
  return withClient(dsn, (client) => fillRows(postgresTarget(client), count, now));
}

function fileIn(folder: string): string {
  return join(folder, "latchkey.sqlite");
}

/** Bytes of a table and its indexes; of the whole file with SQLite. */
export async function bytesOf(
  layout: Layout,
  dsn: string,
  folder: string,
  table: string,
): Promise<number> {
  if (layout === "sqlite") return statSync(fileIn(folder)).size;
  const [row] = await runSql(
    dsn,
    `select sum(pg_total_relation_size(relid))::bigint::text as bytes from pg_partition_tree('${table}')`,
  );
  const ofParts = Number(row?.["bytes"]);
  if (ofParts > 0) return ofParts;
  const [whole] = await runSql(dsn, `select pg_total_relation_size('${table}')::text as bytes`);
  return Number(whole?.["bytes"]);
}

async function windowsOf(layout: Layout, dsn: string): Promise<number> {
  if (layout !== "partitioned") return 1;
  const [row] = await runSql(
    dsn,
    "select count(*)::int as total from pg_partition_tree('access_token') where isleaf and pg_relation_size(relid) > 0",
  );
  return Number(row?.["total"]);
}

/** The last bytes of a token are random, so this order has nothing to do with that of the rows. */
function writeTokens(folder: string, tokens: readonly string[]): string[] {
  const shuffled = tokens.toSorted((one, other) => (one.slice(-20) < other.slice(-20) ? -1 : 1));
  return Array.from({ length: FILES }, (_, index) => {
    const start = Math.floor((index * shuffled.length) / FILES);
    const file = join(folder, `tokens-${index}`);
    writeFileSync(file, `${[...shuffled.slice(start), ...shuffled.slice(0, start)].join("\n")}\n`);
    return file;
  });
}
