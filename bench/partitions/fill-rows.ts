import { DatabaseSync } from "node:sqlite";
import type { Client } from "pg";
import { mintOpaqueToken } from "../../packages/server/src/crypto/opaque-token.ts";
import { TTL } from "../subjects/latchkey.ts";

/** Where rows are written, in the SQL of that database. */
export interface RowTarget {
  run(sql: string): Promise<void>;
  /** The key of the row with the number i: the time at which it expires, in milliseconds, and bytes that look random. */
  key(time_ms: string): string;
  /** Bytes. */
  literal(bytes: Buffer): string;
  /** A table with the column i, from the first to the last. */
  series(first: number, last: number): string;
}

/** Rows that are written with one statement. */
const CHUNK = 200_000;
/** One row in so many is of a token that is known, to be presented. */
const UNKNOWN = 50;
/** The first rows expire after the run, so that none expires while it is measured. */
const RESERVE_S = 7_200;

/**
 * Writes access tokens as copies of one that a server issued, with keys and times of their own. They were issued over the last lifetime
 * of a token, as many in each second, and are written in the order in which they expire. Returns the known ones.
 */
export async function fillRows(target: RowTarget, count: number, now: number): Promise<string[]> {
  const fromMs = (now + RESERVE_S) * 1000;
  const stepMs = ((TTL - RESERVE_S) * 1000) / count;
  const timeOf = (index: number): number => Math.floor(fromMs + index * stepMs);
  const step = Math.max(1, Math.min(UNKNOWN, Math.floor(count / FEWEST)));
  const known: string[] = [];
  for (let first = 1; first <= count; first += CHUNK) {
    const last = Math.min(first + CHUNK - 1, count);
    const values: string[] = [];
    for (let index = first; index <= last; index += step) {
      const { token, signature } = mintOpaqueToken(timeOf(index));
      known.push(token);
      values.push(`(${target.literal(signature)}, ${timeOf(index)})`);
    }
    const unknown = last - first + 1 - values.length;
    const time = `(${timeOf(first)} + i * ${timeOf(last) - timeOf(first)} / ${unknown + 1})`;
    await target.run(`insert into access_token
      select made.signature, one.client_id, one.client_epoch, one.subject, one.scope, one.audience,
        made.time / 1000 - ${TTL}, made.time / 1000, one.details, one.sources
      from (
        select ${target.key(time)} as signature, ${time} as time from ${target.series(1, unknown)}
        union all select * from (values ${values.join(", ")}) as known
      ) as made, (select * from access_token order by signature limit 1) as one
      order by made.signature`);
  }
  return known;
}

/** But of a small store, all or more of them. */
const FEWEST = 5_000;

export function postgresTarget(client: Client): RowTarget {
  return {
    async run(sql) {
      await client.query(sql);
    },
    key: (time) =>
      `decode(lpad(to_hex(${time}), 12, '0'), 'hex') || substr(sha256(convert_to(i || ' ' || random(), 'UTF8')), 1, 18)`,
    literal: (bytes) => `'\\x${bytes.toString("hex")}'::bytea`,
    series: (first, last) => `generate_series(${first}::bigint, ${last}::bigint) as i`,
  };
}

/** The file must not be open elsewhere. */
export async function withSqliteTarget<T>(
  path: string,
  work: (target: RowTarget) => Promise<T>,
): Promise<T> {
  const file = new DatabaseSync(path);
  try {
    file.exec("pragma cache_size = -200000");
    const result = await work({
      run: async (sql) => file.exec(sql),
      key: (time) => `unhex(printf('%012x', ${time}) || hex(randomblob(18)))`,
      literal: (bytes) => `x'${bytes.toString("hex")}'`,
      series: (first, last) =>
        `(with recursive series (i) as (select ${first} union all select i + 1 from series where i < ${last}) select i from series)`,
    });
    file.exec("pragma wal_checkpoint(truncate)");
    return result;
  } finally {
    file.close();
  }
}
