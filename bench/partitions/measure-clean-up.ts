import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { runSql } from "../../packages/server/test/support/sql.ts";
import { runWrk } from "../load/wrk.ts";
import { type OpenStore, withStore } from "../fill/open.ts";
import { TTL } from "../subjects/latchkey.ts";
import { loadOf } from "./measure-costs.ts";
import { bytesOf, type FilledStore } from "./open-stores.ts";
import type { CleanUp } from "./stored.ts";

/** How many rows a sweep removes at a time, and how long it rests, as the sweeper of a server. */
const BATCH = 500;
const PAUSE_MS = 5;

/**
 * Has a share of the tokens expire, by a clock that is set ahead for the clean-up alone, and removes them while the server issues
 * others.
 */
export async function measureCleanUp(
  store: FilledStore,
  folder: string,
  { seconds, share }: { readonly seconds: number; readonly share: number },
): Promise<CleanUp> {
  const { layout, latchkey } = store;
  const { dsn } = latchkey;
  const later = Math.floor(Date.now() / 1000) + Math.floor(TTL * share);
  const load = loadOf(store, "issue", 0);
  const before = await runWrk(load, seconds);
  return withStore(dsn, async (open) => {
    const expired = await countRows(store, later);
    const bytes_before = await bytesOf(layout, dsn, folder, "access_token");
    const [during, swept] = await Promise.all([
      runWrk(load, seconds),
      cleanUp(open, later, performance.now() + seconds * 1000),
    ]);
    const left = await countRows(store, later);
    const { dead_rows, vacuum_s } =
      layout === "sqlite" ? { dead_rows: 0, vacuum_s: 0 } : await vacuum(dsn);
    return {
      expired,
      removed: expired - left,
      removed_per_second: (expired - left) / (swept.took_ms / 1000),
      issued_per_second: during.rate,
      issued_before_per_second: before.rate,
      issued_p99_ms: during.p99_ms,
      dropping_ms: swept.dropping_ms,
      dead_rows,
      vacuum_s,
      bytes_before,
      bytes_after: await bytesOf(layout, dsn, folder, "access_token"),
    };
  });
}

async function countRows({ layout, latchkey }: FilledStore, before: number): Promise<number> {
  const sql = `select count(*) as total from access_token where expires_at < ${before}`;
  if (layout !== "sqlite") return Number((await runSql(latchkey.dsn, sql))[0]?.["total"]);
  const file = new DatabaseSync(latchkey.dsn.replace("sqlite://", ""), { readOnly: true });
  try {
    return Number(file.prepare(sql).get()?.["total"]);
  } finally {
    file.close();
  }
}

/** As the sweeper does it, until nothing is left or the time is over. */
async function cleanUp(
  { store }: OpenStore,
  later: number,
  until: number,
): Promise<{ readonly took_ms: number; readonly dropping_ms: number | undefined }> {
  const began = performance.now();
  let dropping_ms: number | undefined;
  for (let tries = 0; tries < 50; tries += 1) {
    const begun = performance.now();
    const { dropped, postponed } = await store.partitions.keep(later);
    if (dropped > 0) dropping_ms = (dropping_ms ?? 0) + performance.now() - begun;
    if (postponed === 0) break;
  }
  while (performance.now() < until) {
    if ((await store.sweep(later, BATCH)) < BATCH) break;
    await pause(PAUSE_MS);
  }
  return { took_ms: performance.now() - began, dropping_ms };
}

async function vacuum(dsn: string): Promise<{ dead_rows: number; vacuum_s: number }> {
  await pause(STATISTICS_MS);
  const [row] = await runSql(
    dsn,
    "select coalesce(sum(n_dead_tup), 0)::text as dead from pg_stat_user_tables where relname like 'access_token%'",
  );
  const began = performance.now();
  await runSql(dsn, "vacuum access_token");
  return {
    dead_rows: Number(row?.["dead"]),
    vacuum_s: (performance.now() - began) / 1000,
  };
}

/** A connection of PostgreSQL publishes its counts at most once a second. */
const STATISTICS_MS = 1_100;
