import type { Insertion, Lookup, Step, Value } from "./script.ts";

/** The most rows or keys one statement carries. */
const LARGEST = 64;

/**
 * Splits `count` into powers of two, largest first: 37 is 32 + 4 + 1. So a handful of prepared statements serve every
 * batch there can be.
 */
function chunks(count: number): number[] {
  const sizes: number[] = [];
  let left = count;
  for (let size = LARGEST; left > 0; size /= 2) {
    for (; left >= size; left -= size) sizes.push(size);
  }
  return sizes;
}

/** The statements that insert these rows, as few as possible. */
export function insertSteps(insertion: Insertion, rows: readonly (readonly Value[])[]): Step[] {
  let first = 0;
  return chunks(rows.length).map((size) => {
    const values = rows.slice(first, first + size).flat();
    first += size;
    return { sql: insertSql(insertion, size), values };
  });
}

/** The statements that look up these keys, as few as possible. */
export function lookupSteps(lookup: Lookup, keys: readonly Value[]): Step[] {
  let first = 0;
  return chunks(keys.length).map((size) => {
    const values = keys.slice(first, first + size);
    first += size;
    return { sql: lookupSql(lookup, size), values };
  });
}

const insertTexts = new WeakMap<Insertion, Map<number, string>>();
const lookupTexts = new WeakMap<Lookup, Map<number, string>>();

/** The text that inserts `size` rows. */
export function insertSql(insertion: Insertion, size: number): string {
  return remembered(insertTexts, insertion, size, () => {
    const { table, columns } = insertion;
    const tuples = Array.from({ length: size }, (_, row) =>
      placeholders(row * columns.length, columns.length),
    );
    return `insert into ${table} (${columns.join(", ")}) values ${tuples.join(", ")}`;
  });
}

function lookupSql(lookup: Lookup, size: number): string {
  return remembered(lookupTexts, lookup, size, () => {
    const { table, key, columns } = lookup;
    return `select ${key}, ${columns} from ${table} where ${key} in ${placeholders(0, size)}`;
  });
}

function placeholders(after: number, count: number): string {
  return `(${Array.from({ length: count }, (_, index) => `$${after + index + 1}`).join(", ")})`;
}

function remembered<Owner extends object>(
  texts: WeakMap<Owner, Map<number, string>>,
  owner: Owner,
  size: number,
  compose: () => string,
): string {
  let bySize = texts.get(owner);
  if (bySize === undefined) texts.set(owner, (bySize = new Map()));
  let text = bySize.get(size);
  if (text === undefined) bySize.set(size, (text = compose()));
  return text;
}
