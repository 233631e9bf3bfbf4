import { type Columns, integer, optional, type RowOf, table, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { createParameters, type Insertion, names } from "../database/sql.ts";
import { insertRow, type NewRow, newRow, query, type Script } from "../database/statement.ts";
import { readEach, type ReportUnreadable } from "../port/documents.ts";
import type { Cursor, KeysetListing, KeysetPage } from "../port/page.ts";
import { readKeysetPage } from "./list-page.ts";

/** Entries that are found by their words alone. */
export const entryColumns = { id: text, words: text };

export const api_search = table("api_search", entryColumns);
export const client_search = table("client_search", {
  ...entryColumns,
  client_name: text,
  owner: text,
});

/** An index: entries with an id, words, and columns that can be filtered by. */
interface IndexTable<Filters extends string> {
  readonly name: string;
  readonly columns: Readonly<Record<"id" | "words" | Filters, typeof text>>;
}

/** Which table is indexed where, and by what. */
export interface IndexOptions<Source extends Columns, Filters extends string, Item> {
  /** The table that is searched, its key, and the columns that are read of it. */
  readonly table: string;
  readonly key: keyof Source & string;
  readonly columns: Source;
  readonly index: IndexTable<Filters>;
  /** Throws where the document cannot be read; such a row is reported, and no search finds it. */
  readonly read: (row: RowOf<Source>) => Item;
  readonly entryOf: (item: Item) => Entry<Filters>;
  readonly report: ReportUnreadable;
  /** The order of the rows: by key, or by name where keys are random; `words` then begin with the key and the name. */
  readonly order?: "key" | "name";
}

/** What a row is found by. */
export interface Entry<Filters extends string = never> {
  readonly id: string;
  /** Searched for any part, whatever its case. */
  readonly words: readonly (string | null)[];
  /** Filtered by their whole value. */
  readonly filters: Readonly<Record<Filters, string>>;
}

/** Which rows to find; what is undefined does not matter. */
type Filter<Filters extends string> = {
  readonly [Name in Filters | "search"]?: string | undefined;
};

/** Finds rows by words of their documents. */
export interface SearchIndex<Filters extends string, Item> {
  /** Part of every script that writes a row. */
  write(entry: Entry<Filters>): Script<unknown>;
  /** The row that `write` writes. */
  rowOf(entry: Entry<Filters>): NewRow;
  /** The rows that match, in the order of the index. Only an index that is ordered by key is continued after an entry. */
  list(filter: Filter<Filters>, page: KeysetPage): Promise<KeysetListing<Item>>;
  /** Adds missing entries, such as those of rows that were imported with SQL: of the next rows after a key. */
  complete(after: string): Promise<CompletedStep>;
}

/** What `complete` did. */
interface CompletedStep {
  readonly added: number;
  /** The key of the last row that was looked at; undefined where there was none. */
  readonly last: string | undefined;
}

/** How many rows are looked at in one step: few enough that no request waits long for it. */
const STEP = 200;

/**
 * Creates an index. A search reads every entry, but entries are short: it takes about 0.1 s for 100,000 clients, where reading
 * their documents takes seconds. Trigrams would be faster, but are an extension of PostgreSQL.
 */
export function createSearchIndex<Source extends Columns, Filters extends string, Item>(
  database: Database,
  options: IndexOptions<Source, Filters, Item>,
): SearchIndex<Filters, Item> {
  const { table: searched, key, columns, index, read, entryOf, report } = options;
  const isByKey = options.order !== "name";
  const [entries_ordered, rows_ordered] = isByKey
    ? ["id", key]
    : [`${NAME}, id`, orderByName(searched, index)];
  const cursorOf = (row: RowOf<Source>): Cursor => ({ at: 0, id: String(row[key]) });
  const set = Object.keys(index.columns).map((name) => `${name} = excluded.${name}`);
  const into = { table: index.name, columns: index.columns };
  const upsert: Insertion = { ...into, on_conflict: { key: ["id"], set: set.join(", ") } };
  // An entry that exists was written with its document, which may be newer than the one `complete` has read.
  const insertMissing: Insertion = {
    ...into,
    on_conflict: { key: ["id"], set: "id = excluded.id" },
  };
  const rowOf = (insertion: Insertion, { id, words, filters }: Entry<Filters>): NewRow =>
    newRow(insertion, { id, words: words.map((word) => fold(word ?? "")).join("\n"), ...filters });
  const selectLast = query({
    given: { after: text },
    returns: { last: optional(text) },
    sql: `select max(${key}) as last from (
       select ${key} from ${searched} where ${key} > :after order by ${key} limit ${STEP}
     ) as step`,
  });
  const selectMissing = query({
    given: { after: text, last: text },
    returns: columns,
    sql: `select ${names(columns)} from ${searched} where ${key} > :after and ${key} <= :last
       and not exists (select 1 from ${index.name} where ${index.name}.id = ${searched}.${key})`,
  });

  return {
    write: (entry) => insertRow(rowOf(upsert, entry)),

    rowOf: (entry) => rowOf(upsert, entry),

    async list(filter, page) {
      const { rows, total } = await database.readStale(() => find(filter, page));
      const { items, next } = readKeysetPage(rows, page.limit, { read, cursorOf, report });
      return { items, total, next: isByKey ? next : undefined };
    },

    complete,
  };

  function* find(
    filter: Filter<Filters>,
    { limit, offset, after }: KeysetPage,
  ): Script<{ readonly rows: readonly RowOf<Source>[]; readonly total: number }> {
    const { condition, parameters, given } = conditionOf(filter);
    const count = query({
      given: parameters,
      returns: { total: integer },
      sql: `select count(*) as total from ${index.name} where ${condition}`,
    });
    const select = query({
      given: { ...parameters, after: text, limit: integer, offset: integer },
      returns: columns,
      sql: `select ${names(columns)} from ${searched} where ${key} in (
         select id from ${index.name} where ${condition} and id > :after
         order by ${entries_ordered} limit :limit offset :offset
       ) order by ${rows_ordered}`,
    });
    const [counted] = yield* count(given);
    const total = counted?.total ?? 0;
    const part = { limit: limit + 1, offset, after: after?.id ?? "" };
    return { rows: offset < total ? yield* select({ ...given, ...part }) : [], total };
  }

  /** The rows after a key that have no entry, out of the next `STEP`, and the key of the last of those. */
  function* findMissing(
    after: string,
  ): Script<{ readonly rows: readonly RowOf<Source>[]; readonly last: string | undefined }> {
    const [{ last } = { last: undefined }] = yield* selectLast({ after });
    return { rows: last === undefined ? [] : yield* selectMissing({ after, last }), last };
  }

  async function complete(after: string): Promise<CompletedStep> {
    const { rows, last } = await database.read(() => findMissing(after));
    const entries = readable(rows).map(entryOf);
    // One by one, so that a row that was deleted meanwhile fails alone. They form one batch all the same.
    const outcomes = await Promise.allSettled(
      entries.map((entry) => database.insert(rowOf(insertMissing, entry))),
    );
    const failures = outcomes.filter((outcome) => outcome.status === "rejected");
    const added = entries.length - failures.length;
    const [failure] = failures;
    if (failure === undefined) return { added, last };
    const left = await database.read(() => findMissing(after));
    if (readable(left.rows).length > 0) throw failure.reason;
    return { added, last };
  }

  /** Without those that cannot be read: a list of all rows reports them. */
  function readable(rows: readonly RowOf<Source>[]): Item[] {
    return readEach(rows, read, () => {});
  }
}

/** What follows the id in the words of an entry. */
const NAME = "substr(words, length(id) + 2)";

/**
 * The order of rows with the key `id` by their names, which documents hold and no column does: by the entries of their index.
 * Rows without an entry come first: those from before the index existed, and those that cannot be read.
 */
export function orderByName(searched: string, { name }: { readonly name: string }): string {
  const entry = `select ${NAME} from ${name} where ${name}.id = ${searched}.id`;
  return `coalesce((${entry}), ''), ${searched}.id`;
}

function conditionOf({ search, ...columns }: Filter<string>) {
  const { add, parameters, given } = createParameters();
  const conditions = Object.entries(columns).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} = ${add(text, withoutNul(value))}`],
  );
  if (search !== undefined) {
    const pattern = fold(search.trim()).replaceAll(/[\\%_]/g, String.raw`\$&`);
    conditions.push(`words like ${add(text, `%${pattern}%`)} escape '\\'`);
  }
  const condition = conditions.length === 0 ? "1 = 1" : conditions.join(" and ");
  return { condition, parameters, given };
}

/** A text as it is compared: in lower case, and the same however its accents were typed. */
function fold(word: string): string {
  return withoutNul(word).normalize("NFC").toLowerCase();
}

/** PostgreSQL has no text with NUL in it, and no row holds one. */
function withoutNul(word: string): string {
  return word.replaceAll("\0", "\u{fffd}");
}
