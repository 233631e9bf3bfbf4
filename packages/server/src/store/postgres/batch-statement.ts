import { memoize } from "../../memoize.ts";
import type { Columns, Value } from "../database/columns.ts";
import {
  arraysOf,
  conflictKey,
  type Insertion,
  insertMany,
  insertManyAt,
  keyText,
  type Update,
  updateMany,
  withPlace,
} from "../database/sql.ts";
import type { NewRow, Step } from "../database/statement.ts";
import type { PendingUpdate, PendingWrite } from "../database/write-batch.ts";
import { type Attempt, recordParts, recordValues } from "./write-attempt.ts";

/** A write batch as one statement, and which of its updates were made, given what the statement returns as `made`. */
export interface BatchStatement {
  readonly step: Step;
  readonly updatesMade: (made: unknown) => ReadonlySet<PendingWrite>;
}

/**
 * Writes a batch as one statement, which is a transaction by itself: one round trip instead of three or four. It has one common
 * table expression for each kind of insert and update in the batch. Undefined where that is not possible: a script decides its
 * next statement by the rows of the one before, and no statement may change a row twice.
 */
export function batchStatement(
  batch: readonly PendingWrite[],
  attempt: Attempt,
): BatchStatement | undefined {
  const parts: Parts = new Map();
  const rowsChanged = new Set<string>();
  for (const pending of batch) {
    if (pending.kind === "script") return undefined;
    const hasOwnRows =
      pending.kind === "insert"
        ? collectInserts(parts, pending.rows, rowsChanged)
        : collectUpdate(parts, pending, rowsChanged);
    if (!hasOwnRows) return undefined;
  }
  const ordered = [...parts.values()].toSorted((one, other) => one.kind.rank - other.kind.rank);
  const { is_recorded } = attempt;
  const sql = textFor(
    ordered.map(({ kind }) => kind),
    is_recorded,
  );
  if (sql === undefined) return undefined;
  const arrays = ordered.flatMap(({ kind, rows }) => arraysOf(kind.columns, rows));
  const values = is_recorded ? [...arrays, ...recordValues(attempt)] : arrays;
  const updates = ordered.filter(({ kind }) => kind.is_update);
  return { step: { sql, values }, updatesMade: (made) => updatesAt(updates, made) };
}

/** One kind of insert or update. */
interface PartKind {
  /** Its position in a statement, and its name there. */
  readonly rank: number;
  readonly name: string;
  readonly columns: Columns;
  readonly is_update: boolean;
  /** Its text, where `first` is the number of its first parameter. */
  readonly sql: (first: number) => string;
}

/** The rows of one kind in a batch, and for updates the writes they belong to. */
interface Part {
  readonly kind: PartKind;
  readonly rows: (readonly Value[])[];
  readonly owners: PendingUpdate[];
}

type Parts = Map<PartKind, Part>;

/** False when a row is changed that the batch changes already. */
function collectInserts(parts: Parts, rows: readonly NewRow[], rowsChanged: Set<string>): boolean {
  return rows.every(({ insertion, values }) => {
    partOf(parts, insertKind(insertion)).rows.push(values);
    return isFree(rowsChanged, insertion, values);
  });
}

/** As above. The rows that an update inserts carry its place among the updates of its kind. */
function collectUpdate(parts: Parts, pending: PendingUpdate, rowsChanged: Set<string>): boolean {
  const { update, values } = pending;
  const { rows, owners } = partOf(parts, updateKind(update));
  const place = rows.push(values);
  owners.push(pending);
  if (!claim(rowsChanged, `${update.table} ${keyText(values[0] ?? null)}`)) return false;
  return pending.rows.every(({ insertion, values: inserted }) => {
    partOf(parts, dependentKind(update)(insertion)).rows.push([...inserted, place]);
    return isFree(rowsChanged, insertion, inserted);
  });
}

function partOf(parts: Parts, kind: PartKind): Part {
  let part = parts.get(kind);
  if (part === undefined) parts.set(kind, (part = { kind, rows: [], owners: [] }));
  return part;
}

/** An upsert changes the row that exists, so a statement may do it once for each row. */
function isFree(rowsChanged: Set<string>, insertion: Insertion, row: readonly Value[]): boolean {
  if (insertion.on_conflict === undefined) return true;
  return claim(rowsChanged, `${insertion.table} ${conflictKey(insertion, row)}`);
}

/** False when it is claimed already. */
function claim(claimed: Set<string>, key: string): boolean {
  const before = claimed.size;
  return claimed.add(key).size > before;
}

let kinds = 0;

function newKind(columns: Columns, is_update: boolean, sql: PartKind["sql"]): PartKind {
  const rank = (kinds += 1);
  return { rank, name: `part_${rank}`, columns, is_update, sql };
}

const insertKind = memoize((insertion: Insertion) =>
  newKind(insertion.columns, false, (first) => insertMany(insertion, first)),
);
const updateKind = memoize((update: Update) =>
  newKind(update.given, true, (first) => updateMany(update, first)),
);
/** Rows that are inserted if an update of this kind was made. */
const dependentKind = memoize((update: Update) =>
  memoize((insertion: Insertion) => {
    const placesMade = `select place from ${updateKind(update).name}`;
    return newKind(withPlace(insertion.columns), false, (first) =>
      insertManyAt(insertion, first, placesMade),
    );
  }),
);

/**
 * PostgreSQL keeps a plan for every text. A busy server has a few dozen; rarer combinations run as transactions. Texts with one
 * part are few and common, and always allowed.
 */
const MAX_TEXTS = 100;
const texts = new Map<string, string>();

/** The text for these parts; undefined when there are too many texts already. */
function textFor(ordered: readonly PartKind[], is_recorded: boolean): string | undefined {
  const key = `${ordered.map(({ rank }) => rank).join(" ")}${is_recorded ? "" : " unrecorded"}`;
  const known = texts.get(key);
  if (known !== undefined || (texts.size >= MAX_TEXTS && ordered.length > 1)) return known;
  const text = joinParts(ordered, is_recorded);
  texts.set(key, text);
  return text;
}

function joinParts(ordered: readonly PartKind[], is_recorded: boolean): string {
  let first = 1;
  const parts = ordered.map(({ name, columns, sql }) => {
    const part = `${name} as (${sql(first)})`;
    first += Object.keys(columns).length;
    return part;
  });
  const places = ordered
    .filter(({ is_update }) => is_update)
    .map(({ name }) => `(select json_agg(place) from ${name})`);
  const made = places.length > 0 ? `json_build_array(${places.join(", ")})::text` : "null";
  if (!is_recorded) return `with ${parts.join(", ")} select ${made} as made`;
  return `with ${[...parts, ...recordParts(first, made)].join(", ")} select made from attempt`;
}

/** `made` lists, for each kind of update, the places of those that were made. */
function updatesAt(updates: readonly Part[], made: unknown): ReadonlySet<PendingWrite> {
  const places: unknown = JSON.parse(typeof made === "string" ? made : "[]");
  if (!Array.isArray(places)) return new Set();
  return new Set(
    updates.flatMap(({ owners }, kind) => {
      const listed: unknown = places[kind];
      const madeAt = new Set(Array.isArray(listed) ? listed : []);
      return owners.filter((_, index) => madeAt.has(index + 1));
    }),
  );
}
