import { memoize } from "../../memoize.ts";
import { columnsOf, insertRows, insertRowsIf, updateRows, withPlace } from "./batch.ts";
import type { Pending, PendingUpdate } from "../database/write-batch.ts";
import { conflictKey, textOf } from "../database/row-key.ts";
import type { Addition, Given, Insertion, Step, Update, Value } from "../database/script.ts";
import { type Attempt, recordParts, recordValues } from "./write-attempt.ts";

/** A group as one statement, which is a transaction by itself, and what it came to, given what it answers in `made`. */
export interface Together {
  readonly step: Step;
  readonly resultsFrom: (made: Value) => ReadonlyMap<Pending, true>;
}

/**
 * Writes a group as one statement: one journey, where a transaction takes three or four. Undefined where that cannot be
 * done: a script asks as it goes, and no statement touches a row twice.
 */
export function together(group: readonly Pending[], attempt: Attempt): Together | undefined {
  const parts: Parts = new Map();
  const rows_touched = new Set<string>();
  for (const pending of group) {
    if (pending.kind === "script") return undefined;
    const free =
      pending.kind === "insert"
        ? gatherInsert(parts, pending.additions, rows_touched)
        : gatherUpdate(parts, pending, rows_touched);
    if (!free) return undefined;
  }
  const ordered = [...parts.values()].toSorted((one, other) => one.shape.rank - other.shape.rank);
  const { is_recorded } = attempt;
  const sql = textFor(
    ordered.map(({ shape }) => shape),
    is_recorded,
  );
  if (sql === undefined) return undefined;
  const columns = ordered.flatMap(({ shape, rows }) => columnsOf(shape.given, rows));
  const values = is_recorded ? [...columns, ...recordValues(attempt)] : columns;
  const changes = ordered.filter(({ shape }) => shape.is_change);
  return { step: { sql, values }, resultsFrom: (made) => winnersOf(changes, made) };
}

type Values = readonly Value[];

/** What the rows of a group have in common that are written alike. */
interface Shape {
  /** Its place among the parts of a statement, and its name there. */
  readonly rank: number;
  readonly name: string;
  readonly given: Given;
  readonly is_change: boolean;
  /** Its text, its parameters counted from `first`. */
  readonly text: (first: number) => string;
}

/** Such rows, and for changes whose they are. */
interface Part {
  readonly shape: Shape;
  readonly rows: Values[];
  readonly owners: PendingUpdate[];
}

type Parts = Map<Shape, Part>;

/** False when a row is touched that another of the group touches already. */
function gatherInsert(
  parts: Parts,
  additions: readonly Addition[],
  rows_touched: Set<string>,
): boolean {
  return additions.every(({ insertion, values }) => {
    partOf(parts, insertShape(insertion)).rows.push(values);
    return isFree(rows_touched, insertion, values);
  });
}

/** Likewise. What a change adds goes with the place of the change, counted from one. */
function gatherUpdate(parts: Parts, pending: PendingUpdate, rows_touched: Set<string>): boolean {
  const { update, values, additions } = pending;
  const { rows, owners } = partOf(parts, updateShape(update));
  const place = rows.push(values);
  owners.push(pending);
  if (!take(rows_touched, `${update.table} ${textOf(values[0] ?? null)}`)) return false;
  return additions.every(({ insertion, values: added }) => {
    partOf(parts, additionShape(update)(insertion)).rows.push([...added, place]);
    return isFree(rows_touched, insertion, added);
  });
}

function partOf(parts: Parts, shape: Shape): Part {
  let part = parts.get(shape);
  if (part === undefined) parts.set(shape, (part = { shape, rows: [], owners: [] }));
  return part;
}

/** Where a row may be there already, it is changed, and that can be done once. */
function isFree(rows_touched: Set<string>, insertion: Insertion, values: Values): boolean {
  if (insertion.on_conflict === undefined) return true;
  return take(rows_touched, `${insertion.table} ${conflictKey(insertion, values)}`);
}

/** False when somebody has it. */
function take(taken: Set<string>, key: string): boolean {
  const before = taken.size;
  return taken.add(key).size > before;
}

let shapes = 0;

function shapeOf(given: Given, is_change: boolean, text: Shape["text"]): Shape {
  const rank = (shapes += 1);
  return { rank, name: `part_${rank}`, given, is_change, text };
}

const insertShape = memoize((insertion: Insertion) =>
  shapeOf(insertion.columns, false, (first) => insertRows(insertion, first)),
);
const updateShape = memoize((update: Update) =>
  shapeOf(update.given, true, (first) => updateRows(update, first)),
);
const additionShape = memoize((update: Update) =>
  memoize((insertion: Insertion) => {
    const places_made = `select place from ${updateShape(update).name}`;
    return shapeOf(withPlace(insertion.columns), false, (first) =>
      insertRowsIf(insertion, first, places_made),
    );
  }),
);

/**
 * PostgreSQL keeps the plan of every text. A few dozen are what a busy server comes to, and rarer ones can do without, but for
 * those of a single part: there are few, and they are the usual ones.
 */
const TEXTS_MAX = 100;
const texts = new Map<string, string>();

/** The text that does all of this; undefined when there are too many texts already. */
function textFor(ordered: readonly Shape[], is_recorded: boolean): string | undefined {
  const name = `${ordered.map(({ rank }) => rank).join(" ")}${is_recorded ? "" : " unrecorded"}`;
  const known = texts.get(name);
  if (known !== undefined || (texts.size >= TEXTS_MAX && ordered.length > 1)) return known;
  const text = joined(ordered, is_recorded);
  texts.set(name, text);
  return text;
}

function joined(ordered: readonly Shape[], is_recorded: boolean): string {
  let first = 1;
  const parts = ordered.map(({ name, given, text }) => {
    const part = `${name} as (${text(first)})`;
    first += Object.keys(given).length;
    return part;
  });
  const places = ordered
    .filter(({ is_change }) => is_change)
    .map(({ name }) => `(select json_agg(place) from ${name})`);
  const made = places.length > 0 ? `json_build_array(${places.join(", ")})::text` : "null";
  if (!is_recorded) return `with ${parts.join(", ")} select ${made} as made`;
  return `with ${[...parts, ...recordParts(first, made)].join(", ")} select made from attempt`;
}

/** For each kind of change, `made` lists the places of those that were made. */
function winnersOf(changes: readonly Part[], made: Value): ReadonlyMap<Pending, true> {
  const places = JSON.parse(typeof made === "string" ? made : "[]") as (number[] | null)[];
  const winners = changes.flatMap(({ owners }, kind) =>
    (places[kind] ?? []).flatMap((place) => owners[place - 1] ?? []),
  );
  return new Map(winners.map((pending) => [pending, true]));
}
