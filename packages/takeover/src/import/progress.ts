import { hash } from "node:crypto";
import {
  type Database,
  type NewRow,
  type RowOf,
  command,
  names,
  newRow,
  pick,
  query,
} from "@latchkey/server/feature/store";
import type { RecordKind } from "../record.ts";
import type { LeftOut, Source } from "../source.ts";
import { progressRows, takeover, takeover_progress, takeoverRows } from "../tables.ts";

/** Rows that were left out, by table and cause. */
export interface LeftOutRows {
  readonly table: string;
  readonly reason: string;
  readonly rows: number;
  /** Keys of some of them. */
  readonly keys: readonly string[];
}

/** How far the import of one kind got. */
export interface KindProgress {
  readonly position: string | undefined;
  readonly carried: number;
  readonly left_out: readonly LeftOutRows[];
  readonly ended_at: number | undefined;
}

/** A run of the import. */
export interface Run {
  readonly takeover_id: string;
  readonly began_at: number;
  /** Whether it goes on where an earlier one was stopped. */
  readonly is_resumed: boolean;
  progressOf(kind: RecordKind): KindProgress;
}

const byId = pick(takeover.columns, "takeover_id");
const find = query({
  given: byId,
  returns: takeover.columns,
  sql: `select ${names(takeover.columns)} from takeover where takeover_id = :takeover_id`,
});
const findProgress = query({
  given: byId,
  returns: takeover_progress.columns,
  sql: `select ${names(takeover_progress.columns)} from takeover_progress where takeover_id = :takeover_id`,
});
const removeProgress = command({
  given: byId,
  sql: "delete from takeover_progress where takeover_id = :takeover_id",
});

const NOTHING: KindProgress = {
  position: undefined,
  carried: 0,
  left_out: [],
  ended_at: undefined,
};

/** Begins a run, or goes on with one of the same source that has not come to its end. */
export async function beginRun(
  database: Database,
  source: Source,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<Run> {
  const takeover_id = hash("sha256", id, "base64url").slice(0, 22);
  const [known] = await database.read(() => find({ takeover_id }));
  if (known !== undefined && known.ended_at === undefined) {
    const rows = await database.read(() => findProgress({ takeover_id }));
    const kinds = new Map(rows.map((row) => [row.kind, progressIn(row)]));
    return {
      takeover_id,
      began_at: known.began_at,
      is_resumed: rows.length > 0,
      progressOf: (kind) => kinds.get(kind) ?? NOTHING,
    };
  }
  const run = { takeover_id, began_at: now, is_resumed: false, progressOf: () => NOTHING };
  await database.write(() => removeProgress({ takeover_id }));
  await database.insert(runRow(run, source, {}));
  return run;
}

/** The row of a run. */
export function runRow(
  { takeover_id, began_at }: Pick<Run, "takeover_id" | "began_at">,
  { description, hydra }: Source,
  {
    ended_at,
    last_expires_at = 0,
  }: { readonly ended_at?: number; readonly last_expires_at?: number },
): NewRow {
  return newRow(takeoverRows, {
    takeover_id,
    source: description,
    hydra,
    began_at,
    ended_at,
    last_expires_at,
    followed_at: undefined,
    failing_since: undefined,
  });
}

const noteFollowed = command({
  given: pick(takeover.columns, "takeover_id", "followed_at"),
  sql: `update takeover set followed_at = :followed_at, failing_since = null
    where takeover_id = :takeover_id`,
});
const noteFailing = command({
  given: pick(takeover.columns, "takeover_id", "failing_since"),
  sql: `update takeover set failing_since = :failing_since
    where takeover_id = :takeover_id and failing_since is null`,
});

/** Where following stands, for the servers on the database. */
export interface FollowState {
  /** Everything until then is carried. */
  followed(at: number): Promise<void>;
  /** A pass could not be made. */
  failing(since: number): Promise<void>;
}

export function followStateOf(database: Database, { takeover_id }: Run): FollowState {
  return {
    async followed(followed_at) {
      await database.write(() => noteFollowed({ takeover_id, followed_at }));
    },
    async failing(failing_since) {
      await database.write(() => noteFailing({ takeover_id, failing_since }));
    },
  };
}

/** The row that says how far a kind got. */
export function progressRow(
  { takeover_id }: Pick<Run, "takeover_id">,
  kind: RecordKind,
  { left_out, ...progress }: KindProgress,
): NewRow {
  const row = { takeover_id, kind, ...progress, left_out: JSON.stringify(left_out) };
  return newRow(progressRows, row);
}

function progressIn(row: RowOf<typeof takeover_progress.columns>): KindProgress {
  const { position, carried, ended_at } = row;
  const left_out: unknown = JSON.parse(row.left_out);
  return { position, carried, ended_at, left_out: Array.isArray(left_out) ? left_out : [] };
}

/** So many keys are kept of each cause. */
const KEYS_KEPT = 5;

/** Counts rows by table and cause. */
export function countLeftOut(
  counted: readonly LeftOutRows[],
  more: readonly LeftOut[],
): readonly LeftOutRows[] {
  if (more.length === 0) return counted;
  const all = new Map(counted.map((one) => [`${one.table}\0${one.reason}`, one]));
  for (const { table, reason, key } of more) {
    const name = `${table}\0${reason}`;
    const { rows, keys } = all.get(name) ?? { rows: 0, keys: [] };
    const kept = key === undefined || keys.length >= KEYS_KEPT ? keys : [...keys, shown(key)];
    all.set(name, { table, reason, rows: rows + 1, keys: kept });
  }
  return [...all.values()];
}

const MAX_SHOWN = 100;

/** The key of a source as a terminal may show it. */
function shown(key: string): string {
  const printable = key
    .slice(0, MAX_SHOWN)
    .replace(
      /[\p{C}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
  return key.length > MAX_SHOWN ? `${printable}…` : printable;
}
