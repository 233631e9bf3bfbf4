import type { Columns, RawRow, Value } from "../database/columns.ts";
import { conditionsOf, type Lookup } from "../database/sql.ts";

/** The rows in the JSON document of `selectMany`: a function that returns the row for the values of a lookup. */
export function rowsFound(
  lookup: Lookup,
  [result]: readonly RawRow[],
): (values: readonly Value[]) => RawRow | undefined {
  const shape = shapeOf(lookup);
  const found: unknown = result?.["found"];
  const rows = new Map<string, readonly unknown[]>();
  for (const list of Array.isArray(found) ? found : []) {
    if (!Array.isArray(list)) continue;
    const key = list.slice(0, shape.key_count).join(SEPARATOR);
    const other = rows.get(key);
    if (other === undefined || isLater(list, other, shape.order)) rows.set(key, list);
  }
  return (values) => {
    const list = rows.get(keyOf(values, shape.key_places));
    return list && toRow(list, shape);
  };
}

/** No text of PostgreSQL contains it. */
const SEPARATOR = "\0";

/** Where a list has what. */
interface Shape {
  /** The places of the conditions among the values of a lookup. */
  readonly key_places: readonly number[];
  readonly key_count: number;
  readonly names: readonly string[];
  readonly of_bytes: readonly boolean[];
  /** The places of the columns by which the latest row is chosen. */
  readonly order: readonly number[];
}

const shapes = new WeakMap<Lookup, Shape>();

function shapeOf(lookup: Lookup): Shape {
  let shape = shapes.get(lookup);
  if (shape === undefined) shapes.set(lookup, (shape = newShape(lookup)));
  return shape;
}

function newShape(lookup: Lookup): Shape {
  const { given, returns, latest_by = [] } = lookup;
  const conditions = conditionsOf(lookup);
  const all = Object.keys(given);
  const names = Object.keys(returns);
  return {
    key_places: conditions.map((name) => all.indexOf(name)),
    key_count: conditions.length,
    names,
    of_bytes: areBytes(returns),
    order: latest_by.map((name) => conditions.length + names.indexOf(name)),
  };
}

function areBytes(columns: Columns): boolean[] {
  return Object.values(columns).map(({ type }) => type === "bytea");
}

function keyOf(values: readonly Value[], places: readonly number[]): string {
  const [first = 0] = places;
  if (places.length === 1) return jsonOf(values[first] ?? null);
  return places.map((place) => jsonOf(values[place] ?? null)).join(SEPARATOR);
}

/** A value as JSON has it, as text. JSON spells bytes as `\\x` and hex digits. */
function jsonOf(value: Value): string {
  if (!(value instanceof Uint8Array)) return String(value);
  const { buffer, byteOffset, byteLength } = value;
  return `\\x${Buffer.from(buffer, byteOffset, byteLength).toString("hex")}`;
}

function isLater(
  list: readonly unknown[],
  other: readonly unknown[],
  order: readonly number[],
): boolean {
  for (const place of order) {
    const [one, two] = [list[place], other[place]];
    if (one === two) continue;
    return typeof one === "number" ? one > Number(two) : String(one) > String(two);
  }
  return false;
}

function toRow(list: readonly unknown[], { names, of_bytes, key_count }: Shape): RawRow {
  const row: RawRow = {};
  for (const [index, name] of names.entries()) {
    const value = list[key_count + index];
    row[name] =
      of_bytes[index] === true && typeof value === "string"
        ? Buffer.from(value.slice(2), "hex")
        : value;
  }
  return row;
}
