import {
  type NewRow,
  type RowOf,
  type Store,
  bytes,
  findByKeys,
  pick,
} from "@latchkey/server/feature/store";
import { tokenKey } from "../keys.ts";
import type { RecordKind, TakenRecord } from "../record.ts";
import { recordKey } from "../record-key.ts";
import type { LeftOut } from "../source.ts";
import { taken_record, taken_token } from "../tables.ts";
import { prepare } from "./prepare.ts";
import { fingerprintOf, rowKey } from "./remembered.ts";
import type { Target } from "./target.ts";

/** What became of a batch of records of one kind. */
export interface Written {
  /** Those that were not here before. */
  readonly carried: number;
  /** Those that were carried before, and are another at the source now. */
  readonly changed: readonly ChangedRecord[];
  readonly left_out: readonly LeftOut[];
  /** When the last of them expires; 0 where there are none. */
  readonly last_expires_at: number;
}

/** A record that another one took the place of at the source. */
export interface ChangedRecord {
  readonly record: TakenRecord;
  /** How it was carried. */
  readonly before: RowOf<typeof taken_record.columns>;
}

/** A row of `taken_record` is kept of these. The others are found by rows of their own, and never change. */
const remembered: ReadonlySet<RecordKind> = new Set([
  "client",
  "key",
  "issuer",
  "account",
  "session",
  "subject",
  "grant",
  "logout",
]);

const findRecords = findByKeys(
  taken_record,
  { name: "record_key", column: bytes },
  taken_record.columns,
);
const findTokens = findByKeys(
  taken_token,
  { name: "token_key", column: bytes },
  pick(taken_token.columns, "token_key"),
);
/**
 * Writes records of one kind, with `also` (how far the import got) in the same transaction. A record that was carried before is not
 * written again, whatever became of it here.
 */
export async function writeRecords(
  kind: RecordKind,
  records: readonly TakenRecord[],
  target: Target,
  { now, also }: { readonly now: number; readonly also: (written: Written) => readonly NewRow[] },
): Promise<Written> {
  const { store } = target;
  const { fresh, changed } = await sift(kind, records, store);
  const prepared = await prepare(fresh, target, now);
  const last_expires_at = Math.max(0, ...prepared.map((one) => one.expires_at ?? 0));
  const written: Written = {
    carried: prepared.filter((one) => one.rows.length > 0).length,
    changed,
    left_out: prepared.flatMap((one) => one.left_out ?? []),
    last_expires_at,
  };
  const rows = [...distinct(prepared.flatMap((one) => one.rows)), ...also(written)];
  if (rows.length > 0) await store.tools.database.insert(...rows);
  if (kind === "client" && written.carried > 0)
    await store.tools.revision.change(() => store.tools.revision.increment());
  return written;
}

/** Which records were not carried yet, and which were, but looked otherwise. */
async function sift(
  kind: RecordKind,
  records: readonly TakenRecord[],
  { tools: { database } }: Store,
): Promise<{ readonly fresh: readonly TakenRecord[]; readonly changed: readonly ChangedRecord[] }> {
  if (kind === "token") {
    const keyed = records.map((record) => ({
      record,
      key: tokenKey("access", recordKey(record)),
    }));
    const found = await database.read(() => findTokens(keyed.map(({ key }) => key)));
    const known = new Set(found.map(({ token_key }) => latin1(token_key)));
    const fresh = keyed.filter(({ key }) => !known.has(latin1(key)));
    return { fresh: fresh.map(({ record }) => record), changed: [] };
  }
  if (!remembered.has(kind)) return { fresh: records, changed: [] };
  const keyed = records.map((record) => ({ record, key: rowKey(kind, recordKey(record)) }));
  const found = await database.read(() => findRecords(keyed.map(({ key }) => key)));
  const known = new Map(found.map((row) => [latin1(row.record_key), row]));
  const fresh: TakenRecord[] = [];
  const changed: ChangedRecord[] = [];
  for (const { record, key } of keyed) {
    const before = known.get(latin1(key));
    if (before === undefined) fresh.push(record);
    else if (before.fingerprint !== fingerprintOf(record)) changed.push({ record, before });
  }
  return { fresh, changed };
}

function latin1(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

/** PostgreSQL writes all rows of a table at once, and refuses two with one key. The first counts. */
function distinct(rows: readonly NewRow[]): readonly NewRow[] {
  const seen = new Set<string>();
  return rows.filter(({ insertion, values }) => {
    const { on_conflict, columns, table } = insertion;
    if (on_conflict === undefined) return true;
    const all = Object.keys(columns);
    const parts = on_conflict.key.map((name) => {
      const value = values[all.indexOf(name)];
      return value instanceof Uint8Array ? latin1(value) : String(value);
    });
    const key = [table, ...parts].join("\n");
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
