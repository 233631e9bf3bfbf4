import { HEADER_BYTES, SealError, type Sealer } from "../../crypto/sealed.ts";
import { bytes, type Columns, integer, optional, type RowOf, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { names, type Update } from "../database/sql.ts";
import { query } from "../database/statement.ts";
import type { SealedValues, SealsFound } from "../port/reseal-store.ts";
import type { SealedColumn } from "./sealed-column.ts";

type Step = (options: Parameters<SealedValues["step"]>[1]) => Promise<SealsFound>;

type FoundRow = RowOf<Columns>;

/** What is in a seal, and what it is sealed for. */
interface Content {
  readonly plain: Buffer;
  readonly context: string;
}

/** A value that an older secret sealed. */
interface OlderValue extends Content {
  readonly row: FoundRow;
  readonly position: number;
}

/** Looks at the rows of a sealed column, in the order of their key, and seals them again. */
export function sealedPlace(sealed: SealedColumn, database: Database, sealer: Sealer): Step {
  const { key } = sealed;
  const { first, following } = pagesOf(sealed);
  const replace = replacementIn(sealed);
  const newest = sealer.newest_header;
  const filter = sealed.part === undefined ? { newest } : {};

  const reseal = ({ row, plain, context }: OlderValue): Promise<boolean> => {
    const seal = sealer.seal(plain, context);
    const { value: seen } = row;
    const value = typeof seen === "string" ? sealed.part?.write(seen, seal) : seal;
    return database.update(replace, { ...valuesOf(key, row), seen, resealed: value });
  };

  return async ({ after, limit, reseal: isWanted }) => {
    const rows =
      after === undefined
        ? await database.read(() => first({ ...filter, limit }))
        : await database.read(() => following({ ...filter, ...readCursor(key, after), limit }));
    const last = rows.length < limit ? undefined : rows.at(-1);
    const next = last && writeCursor(key, last);
    const tally = createTally();
    const older: OlderValue[] = [];
    for (const row of rows) {
      const seal = sealOf(sealed, row);
      if (seal === undefined || sealer.isUpToDate(seal)) continue;
      const position = sealer.positionOf(seal);
      const content = position === undefined ? undefined : open(sealed, row, seal, sealer);
      if (position === undefined || content === undefined) tally.countUnreadable();
      else older.push({ row, position, ...content });
    }
    await Promise.all(
      older.map(async (found) => {
        const { position, row } = found;
        tally.countTokens(position, row["tokens_end_at"]);
        // Where a request is first, it seals the value with the newest secret, or removes it.
        tally.countOlder(position);
        if (isWanted) await reseal(found);
      }),
    );
    return { ...tally.found, next };
  };
}

/** Pages of rows. What the newest secret sealed is left out by the database, unless the seal is a part of the value. */
function pagesOf({ table, column, key, beside, tokens_end_at, part }: SealedColumn) {
  const isWhole = part === undefined;
  const value = isWhole
    ? `case when substr(${column}, 1, ${HEADER_BYTES}) = :newest then null else ${column} end`
    : column;
  const returns: Columns = {
    ...key,
    ...beside,
    ...(tokens_end_at !== undefined && { tokens_end_at: optional(integer) }),
    value: isWhole ? optional(bytes) : optional(text),
  };
  const ends = tokens_end_at === undefined ? "" : `${tokens_end_at} as tokens_end_at,`;
  const selected = `select ${names({ ...key, ...beside })}, ${ends} ${value} as value from ${table}`;
  const order = `order by ${names(key)} limit :limit`;
  const given: Columns = { ...(isWhole && { newest: bytes }), limit: integer };
  const marks = Object.fromEntries(
    Object.entries(key).map(([name, type]) => [`last_${name}`, type]),
  );
  const last = Object.keys(marks).map((name) => `:${name}`);
  return {
    first: query({ given, returns, sql: `${selected} ${order}` }),
    following: query({
      given: { ...given, ...marks },
      returns,
      sql: `${selected} where (${names(key)}) > (${last.join(", ")}) ${order}`,
    }),
  };
}

/** Puts the new value in the place of the one that was read: a concurrent change is never overwritten. */
function replacementIn({ table, column, key, part }: SealedColumn): Update {
  const type = part === undefined ? bytes : text;
  const isRow = Object.keys(key).map((name) => `${table}.${name} = :${name}`);
  return {
    table,
    given: { ...key, seen: type, resealed: type },
    set: `${column} = :resealed`,
    where: `${isRow.join(" and ")} and ${table}.${column} = :seen`,
  };
}

/** The sealed bytes of a row; undefined where it has none, or the newest secret has sealed them. */
function sealOf({ part }: SealedColumn, { value }: FoundRow): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  return typeof value === "string" ? part?.read(value) : undefined;
}

/** Undefined where none of the secrets opens it. */
function open(
  { contextsOf }: SealedColumn,
  row: FoundRow,
  seal: Uint8Array,
  sealer: Sealer,
): Content | undefined {
  for (const context of contextsOf(row)) {
    try {
      return { plain: sealer.open(seal, context), context };
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
    }
  }
  return undefined;
}

function valuesOf(key: Columns, row: FoundRow): Record<string, unknown> {
  return Object.fromEntries(Object.keys(key).map((name) => [name, row[name]]));
}

/** The key of a row, as text. Keys are texts and numbers in TypeScript. */
function writeCursor(key: Columns, row: FoundRow): string {
  return JSON.stringify(Object.keys(key).map((name) => row[name]));
}

function readCursor(key: Columns, cursor: string): Record<string, unknown> {
  const values: unknown = JSON.parse(cursor);
  if (!Array.isArray(values)) throw new Error("A cursor is no list of values.");
  const all: readonly unknown[] = values;
  return Object.fromEntries(Object.keys(key).map((name, at) => [`last_${name}`, all[at]]));
}

function createTally() {
  const older = new Map<number, number>();
  const tokens_end_at = new Map<number, number>();
  const found = { older, tokens_end_at, unreadable: 0 };
  return {
    found,
    countUnreadable: () => void (found.unreadable += 1),
    countOlder: (position: number) => void older.set(position, (older.get(position) ?? 0) + 1),
    countTokens: (position: number, end: unknown) => {
      if (typeof end === "number")
        tokens_end_at.set(position, Math.max(tokens_end_at.get(position) ?? 0, end));
    },
  };
}
