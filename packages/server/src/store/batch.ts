import type { Insertion, Lookup, Step, Swap, Value } from "./script.ts";

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

/** The statements that make these swaps, as few as possible. No two of the rows may have the same key. */
export function swapSteps(swap: Swap, rows: readonly (readonly Value[])[]): Step[] {
  let first = 0;
  return chunks(rows.length).map((size) => {
    const values = rows.slice(first, first + size).flat();
    first += size;
    return { sql: swapSql(swap, size), values };
  });
}

/** The text that makes one swap. */
export function swapOneSql({ table, key, seen, set, provided = "true" }: Swap): string {
  const changes = set.map(({ name }, index) => `${name} = $${index + 3}`);
  return `update ${table} set ${changes.join(", ")} where ${key.name} = $1 and ${seen.name} = $2 and ${provided}`;
}

const swapTexts = new WeakMap<Swap, Map<number, string>>();
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

/** The rows that were changed answer their keys as `key`. */
function swapSql(swap: Swap, size: number): string {
  return remembered(swapTexts, swap, size, () => {
    const { table, key, seen, set, provided = "true" } = swap;
    const columns = [key, seen, ...set];
    const typed = columns.map(({ type }, index) => `$${index + 1}::${type}`).join(", ");
    const others = Array.from({ length: size - 1 }, (_, row) =>
      placeholders((row + 1) * columns.length, columns.length),
    );
    const changes = set.map(({ name }, index) => `${name} = given.set${index}`).join(", ");
    const names = ["key", "seen", ...set.map((_, index) => `set${index}`)].join(", ");
    return `update ${table} set ${changes} from (values ${[`(${typed})`, ...others].join(", ")}) given (${names})
      where ${table}.${key.name} = given.key and ${table}.${seen.name} = given.seen and ${provided}
      returning given.key as key`;
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
