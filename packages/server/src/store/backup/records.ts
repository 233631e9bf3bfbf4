import { createHash } from "node:crypto";
import type { Value } from "../database/columns.ts";
import type { AppliedMigration } from "../migrations/migration-table.ts";
import { BackupError } from "./backup-error.ts";
import { MalformedBackupError } from "./explain-failure.ts";
import {
  BATCH_ROWS,
  columnsOf,
  type ColumnType,
  type StoredRow,
  type StoredTable,
} from "./stored-table.ts";

/**
 * What a backup is inside, before it is compressed and sealed: lines of JSON. The first is the head, an object. For each table follow its
 * name, a string, and its rows, each a list of values; bytes are base64. The last line is the tail, an object: how many rows each table
 * has, and the SHA-256 of everything before it.
 */

/** What a backup is of. */
export interface Head {
  readonly format: number;
  /** The version of Latchkey that wrote it. */
  readonly version: string;
  /** Unix seconds. */
  readonly taken_at: number;
  /** Those that were applied. */
  readonly migrations: readonly AppliedMigration[];
  /** In the order in which they are restored, with their numbers of rows. */
  readonly tables: readonly CountedTable[];
}

export interface CountedTable extends StoredTable {
  readonly rows: number;
}

/** The format that this version writes. */
export const FORMAT = 1;

/** Rows of one table. */
interface RowBatch {
  readonly table: CountedTable;
  readonly rows: readonly StoredRow[];
}

/** Writes a backup. */
export async function* writeRecords(
  head: Head,
  rowsOf: (table: StoredTable) => AsyncIterable<readonly StoredRow[]>,
): AsyncGenerator<Buffer> {
  const digest = createHash("sha256");
  const lines = (values: readonly unknown[]): Buffer => {
    const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
    digest.update(bytes);
    return bytes;
  };
  yield lines([head]);
  const rows: Record<string, number> = {};
  for (const table of head.tables) {
    const encode = encoderOf(table);
    yield lines([table.name]);
    let count = 0;
    for await (const batch of rowsOf(table)) {
      yield lines(batch.map(encode));
      count += batch.length;
    }
    rows[table.name] = count;
  }
  yield Buffer.from(`${JSON.stringify({ rows, sha256: digest.digest("hex") })}\n`);
}

/** A backup that is being read. */
export interface Records {
  readonly head: Head;
  /** Throws at its end where the tail says something else: nothing of it may be kept before. */
  readonly batches: AsyncIterable<RowBatch>;
}

/** Reads a backup. */
export async function readRecords(plain: AsyncIterable<Uint8Array>): Promise<Records> {
  const lines = linesOf(plain);
  const { value: first } = await lines.next();
  if (first === undefined) return malformed();
  return { head: readHead(first), batches: readBatches(first, lines) };
}

async function* readBatches(first: Buffer, lines: AsyncIterable<Buffer>): AsyncGenerator<RowBatch> {
  const head = readHead(first);
  const digest = createHash("sha256").update(first);
  const counts = new Map<string, number>();
  let open: OpenTable | undefined;
  let tail: unknown;

  const take = ({ table, rows }: OpenTable): RowBatch => {
    counts.set(table.name, (counts.get(table.name) ?? 0) + rows.length);
    return { table, rows: rows.splice(0) };
  };

  for await (const line of lines) {
    if (tail !== undefined) malformed();
    const value = parse(line);
    if (Array.isArray(value)) {
      open ??= malformed();
      open.rows.push(open.decode(value));
      if (open.rows.length === BATCH_ROWS) yield take(open);
    } else {
      if (open !== undefined) yield take(open);
      if (typeof value === "string") open = openTable(value, head);
      else tail = value;
    }
    if (tail === undefined) digest.update(line);
  }
  assertTail(tail, head, counts, digest.digest("hex"));
}

/** A table whose rows are being read. */
interface OpenTable {
  readonly table: CountedTable;
  readonly decode: Decode;
  readonly rows: StoredRow[];
}

function openTable(wanted: string, { tables }: Head): OpenTable {
  const table = tables.find(({ name }) => name === wanted) ?? malformed();
  return { table, decode: decoderOf(table), rows: [] };
}

function assertTail(
  tail: unknown,
  { tables }: Head,
  counts: ReadonlyMap<string, number>,
  sha256: string,
): void {
  if (!isObject(tail) || !isObject(tail["rows"])) return malformed();
  if (tail["sha256"] !== sha256) malformed();
  const counted = tail["rows"];
  for (const { name } of tables) if (counted[name] !== counts.get(name)) malformed();
}

function malformed(): never {
  throw new MalformedBackupError("The content of a backup is malformed.");
}

/** Lines with their line breaks. */
async function* linesOf(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of plain) {
    const bytes = held.length === 0 ? Buffer.from(piece) : Buffer.concat([held, piece]);
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(NEW_LINE, from);
      if (end === -1) break;
      yield bytes.subarray(from, end + 1);
      from = end + 1;
    }
    held = bytes.subarray(from);
  }
  if (held.length > 0) malformed();
}

const NEW_LINE = 0x0a;

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    return malformed();
  }
}

function readHead(line: Buffer): Head {
  const head = parse(line);
  if (!isObject(head)) return malformed();
  const { format, version, taken_at, migrations, tables } = head;
  if (format !== FORMAT)
    throw new BackupError(
      `The backup was written by ${String(version)} in a format that this version does not know: restore it with that version or a later one.`,
    );
  const isHead =
    typeof version === "string" &&
    typeof taken_at === "number" &&
    Array.isArray(migrations) &&
    migrations.every(isMigration) &&
    Array.isArray(tables) &&
    tables.every(isTable);
  return isHead ? { format, version, taken_at, migrations, tables } : malformed();
}

function isMigration(value: unknown): value is AppliedMigration {
  return (
    isObject(value) && typeof value["name"] === "string" && typeof value["applied_at"] === "number"
  );
}

function isTable(value: unknown): value is CountedTable {
  return (
    isObject(value) &&
    typeof value["name"] === "string" &&
    typeof value["rows"] === "number" &&
    isObject(value["columns"]) &&
    Object.values(value["columns"]).every((type) => columnTypes.includes(type))
  );
}

const columnTypes: readonly unknown[] = ["text", "bigint", "bytea"] satisfies ColumnType[];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Decode = (line: readonly unknown[]) => StoredRow;

/** The values of a row as JSON has them. Throws where a column cannot hold a value. */
function encoderOf(table: StoredTable): (row: StoredRow) => readonly unknown[] {
  const columns = Object.values(columnsOf(table));
  return (row) =>
    columns.map((column, index) => {
      const value = row[index] ?? null;
      column.read(value);
      return value instanceof Uint8Array ? base64Of(value) : value;
    });
}

function decoderOf(table: StoredTable): Decode {
  const types = Object.values(table.columns);
  return (line) =>
    line.length === types.length
      ? types.map((type, index) => valueOf(type, line[index]))
      : malformed();
}

function valueOf(type: ColumnType, value: unknown): Value {
  if (value === null) return null;
  if (type === "bigint") return Number.isSafeInteger(value) ? Number(value) : malformed();
  if (typeof value !== "string") return malformed();
  return type === "bytea" ? Buffer.from(value, "base64") : value;
}

function base64Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}
