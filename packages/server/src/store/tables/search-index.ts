import type { Database } from "../database/database.ts";
import { readEach, type ReportUnreadable } from "../port/documents.ts";
import type { Revision } from "./revision.ts";
import { insertOne } from "../database/single.ts";
import { type Insertion, type Script, statement, type Value } from "../database/script.ts";
import type { Listing, Page } from "../port/store.ts";

/** Which table is indexed where, and what of it. */
interface IndexOptions<Source extends object, Item> {
  /** The table that is searched, its key, and the columns that make a `Source`. */
  readonly table: string;
  readonly key: string;
  readonly columns: string;
  /** The table of the index. Beside `id` and `words` it has the columns that can be filtered by. */
  readonly index: string;
  readonly filters?: readonly string[];
  /** Throws where the document cannot be read; such a row is reported and found by no search. */
  readonly read: (row: Source) => Item;
  readonly entryOf: (item: Item) => Entry;
  readonly report: ReportUnreadable;
  /** Raised with every change of the table: then rows that the index lacks need not be looked for before each search. */
  readonly revision?: Revision;
}

/** What the index keeps of a row. */
export interface Entry {
  readonly id: string;
  /** What a search looks at, as it is written. */
  readonly words: readonly (string | null)[];
  /** The values of the columns that can be filtered by, in their order. */
  readonly filters?: readonly string[];
}

/** What rows must be like: the whole value of a column, and for `search` any part of the words, whatever its case. */
type Filter = Readonly<Record<string, string | undefined>>;

/** Finds rows by words of their documents. */
interface SearchIndex<Item> {
  /** Part of every script that writes a row. */
  write(entry: Entry): Script<unknown>;
  /** Those that match, by ascending key. */
  list(filter: Filter, page: Page): Promise<Listing<Item>>;
}

/** How many rows that the index lacks are added at a time. */
const BATCH = 500;

/**
 * Makes an index. A search reads every row of it, but those are short: for 100,000 clients it takes about 0.1 s, while reading
 * their documents takes seconds. Trigrams would be faster, but PostgreSQL has them only as an extension.
 */
export function createSearchIndex<Source extends object, Item>(
  database: Database,
  options: IndexOptions<Source, Item>,
): SearchIndex<Item> {
  const { table, key, columns, index, filters = [], read, entryOf, report } = options;
  const names = ["id", "words", ...filters];
  const row: Insertion = {
    table: index,
    columns: Object.fromEntries(names.map((name) => [name, "text"])),
  };
  const current: Insertion = {
    ...row,
    on_conflict: {
      key: ["id"],
      set: names.map((name) => `${name} = excluded.${name}`).join(", "),
    },
  };
  // A row that is there was written with its document, which may be newer than what `complete` has read.
  const lacking: Insertion = { ...row, on_conflict: { key: ["id"], set: `id = excluded.id` } };
  const upsert = statement(insertOne(current));
  const missing = statement<Source & { readonly missing_id: string }>(
    `select ${columns}, ${key} as missing_id from ${table} where ${key} > $1
       and not exists (select 1 from ${index} where ${index}.id = ${table}.${key})
     order by ${key} limit ${BATCH}`,
  );

  const completed = options.revision?.remember(async () => {
    await complete();
    return true;
  });

  return {
    write: (entry) => upsert(...valuesOf(entry)),

    async list(filter, page) {
      await (completed === undefined ? complete() : completed("all"));
      const { rows, total } = await database.read(() => find(filter, page));
      return { items: readEach(rows, read, report), total };
    },
  };

  function* find(filter: Filter, { limit, offset }: Page): Script<Found<Source>> {
    const { condition, values } = conditionOf(filter);
    const count = statement<{ total: number }>(
      `select count(*) as total from ${index} where ${condition}`,
    );
    const page = statement<Source>(
      `select ${columns} from ${table} where ${key} in (
         select id from ${index} where ${condition}
         order by id limit $${values.length + 1} offset $${values.length + 2}
       ) order by ${key}`,
    );
    const [counted] = yield* count(...values);
    const total = counted?.total ?? 0;
    return { rows: offset < total ? yield* page(...values, limit, offset) : [], total };
  }

  /** Adds the rows that the index lacks: those from before it was there, and those that an older server wrote. */
  async function complete(): Promise<void> {
    let after: string | undefined = "";
    let failure: { readonly reason: unknown } | undefined;
    while (after !== undefined) {
      const from: string = after;
      const rows = await database.read(() => missing(from));
      const entries = readEach(
        rows,
        (source) => entryOf(read(source)),
        () => {},
      ); // A list of all rows reports them.
      // One by one, so that a row that was deleted meanwhile fails alone. They share a statement all the same.
      const outcomes = await Promise.allSettled(
        entries.map((entry) => database.insert({ insertion: lacking, values: valuesOf(entry) })),
      );
      failure ??= outcomes.find((outcome) => outcome.status === "rejected");
      after = rows.length < BATCH ? undefined : rows.at(-1)?.missing_id;
    }
    if (failure === undefined) return;
    const left = readEach(await database.read(() => missing("")), read, () => {});
    if (left.length > 0) throw failure.reason; // Rather no answer than one that leaves rows out.
  }
}

interface Found<Source> {
  readonly rows: readonly Source[];
  readonly total: number;
}

function valuesOf({ id, words, filters = [] }: Entry): Value[] {
  const text = words.map((word) => fold(word ?? "")).join("\n");
  return [id, text, ...filters];
}

function conditionOf({ search, ...columns }: Filter): { condition: string; values: Value[] } {
  const values: Value[] = [];
  const conditions = Object.entries(columns).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} = $${values.push(withoutNul(value))}`],
  );
  if (search !== undefined) {
    const pattern = fold(search.trim()).replaceAll(/[\\%_]/g, String.raw`\$&`);
    conditions.push(`words like $${values.push(`%${pattern}%`)} escape '\\'`);
  }
  return { condition: conditions.length === 0 ? "1 = 1" : conditions.join(" and "), values };
}

/** A text as it is compared: in lower case, and the same however its accents were typed. */
function fold(text: string): string {
  return withoutNul(text).normalize("NFC").toLowerCase();
}

/** PostgreSQL has no text with NUL in it, and no row holds one. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "\u{fffd}");
}
