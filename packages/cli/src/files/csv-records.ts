import { FileError, type Located, type Position } from "./located.ts";

/** Where a file begins. */
export const START: Position = { line: 1, column: 1 };

/** One value of a record. */
export interface Cell {
  readonly text: string;
  readonly at: Position;
}

const CELL = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;

/** The records of a CSV file (RFC 4180). A line without text is none. Throws a `FileError`. */
export function parseRecords(text: string): Cell[][] {
  const records: Cell[][] = [];
  let record: Cell[] = [];
  let [offset, line, line_start] = [0, 1, 0];
  while (offset < text.length) {
    const at = { line, column: offset - line_start + 1 };
    CELL.lastIndex = offset;
    const [whole = "", quoted, plain = ""] = CELL.exec(text) ?? [];
    record.push({ text: quoted?.replaceAll('""', '"') ?? plain.trim(), at });
    for (let end = whole.indexOf("\n"); end !== -1; end = whole.indexOf("\n", end + 1)) {
      line += 1;
      line_start = offset + end + 1;
    }
    offset += whole.length;
    const separator = /^(?:,|\r?\n|$)/.exec(text.slice(offset, offset + 2));
    if (separator === null) {
      const message =
        text[offset] === '"' ? "A quote is not closed, or not doubled." : "Expected a comma.";
      throw new FileError({ line, column: offset - line_start + 1 }, message);
    }
    offset += separator[0].length;
    if (separator[0] === "," && offset < text.length) continue;
    if (separator[0] === ",")
      record.push({ text: "", at: { line, column: offset - line_start + 1 } });
    if (record.length > 1 || record[0]?.text !== "") records.push(record);
    record = [];
    line += 1;
    line_start = offset;
  }
  return records;
}

/** An object of the fields of a record. */
export function toObject(at: Position, parts: ReadonlyMap<string, Located>): Located {
  const value = Object.fromEntries(Array.from(parts, ([name, part]) => [name, part.value]));
  return { value, at, parts };
}

/** A list of objects. */
export function toList(at: Position, items: readonly Located[]): Located {
  const parts = new Map(items.map((item, index) => [String(index), item]));
  return { value: items.map(({ value }) => value), at, parts };
}
