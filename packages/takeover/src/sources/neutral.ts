import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type RecordKind, recordKinds, type TakenRecord } from "../record.ts";
import { type ReadFrom, type RecordBatch, type Source, SourceError } from "../source.ts";
import { readRecord } from "./neutral-record.ts";

/**
 * Opens a file of records: one JSON object on each line, or one JSON list of them. It is read line by line, once for each kind, so
 * that its size does not matter; a list is read as a whole.
 */
export async function openNeutral(path: string): Promise<Source> {
  const lines = await openLines(path);
  const description = "Records in JSON";
  return {
    description,
    async examine() {
      const counts = new Map<RecordKind, number>();
      for await (const { record } of lines())
        counts.set(record.kind, (counts.get(record.kind) ?? 0) + 1);
      return examined(counts);
    },
    read: (kind, from) => inBatches(kind, from, lines()),
    async close() {},
  };
}

/** A source of records that are at hand. */
export function sourceOf(records: readonly TakenRecord[], description = "Records"): Source {
  async function* numbered(): AsyncIterable<NumberedRecord> {
    for (const [index, record] of records.entries()) yield { number: index + 1, record };
  }
  return {
    description,
    async examine() {
      const kinds = Map.groupBy(records, ({ kind }) => kind);
      return examined(new Map([...kinds].map(([kind, { length }]) => [kind, length])));
    },
    read: (kind, from) => inBatches(kind, from, numbered()),
    async close() {},
  };
}

/** A record and its line, from 1. */
interface NumberedRecord {
  readonly number: number;
  readonly record: TakenRecord;
}

function examined(counts: ReadonlyMap<RecordKind, number>) {
  const kinds = recordKinds.flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [{ kind, count }];
  });
  return { kinds, left_behind: [], notes: [] };
}

/** The records of a kind after a line. */
async function* inBatches(
  kind: RecordKind,
  { after = "0", limit }: ReadFrom,
  all: AsyncIterable<NumberedRecord>,
): AsyncIterable<RecordBatch> {
  const first = Number(after);
  let records: TakenRecord[] = [];
  let last = after;
  for await (const { number, record } of all) {
    if (number <= first || record.kind !== kind) continue;
    records.push(record);
    last = String(number);
    if (records.length < limit) continue;
    yield { records, left_out: [], position: last };
    records = [];
  }
  if (records.length > 0) yield { records, left_out: [], position: last };
}

/** How each run over the file begins. */
async function openLines(path: string): Promise<() => AsyncIterable<NumberedRecord>> {
  const file = await open(path).catch((cause: unknown) => {
    throw new SourceError(`The file ${path} cannot be read.`, { cause });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    const isList = buffer.toString("utf8", 0, bytesRead).trimStart().startsWith("[");
    if (!isList) return () => readLines(path);
    const list = parse(await file.readFile("utf8"), "The file");
    if (!Array.isArray(list)) throw new SourceError("The file is not a list of records.");
    const records = list.map((value: unknown, index) => recordIn(value, `Record ${index + 1}`));
    return () => sequence(records);
  } finally {
    await file.close();
  }
}

async function* sequence(records: readonly TakenRecord[]): AsyncIterable<NumberedRecord> {
  for (const [index, record] of records.entries()) yield { number: index + 1, record };
}

async function* readLines(path: string): AsyncIterable<NumberedRecord> {
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    const where = `Line ${number}`;
    yield { number, record: recordIn(parse(line, where), where) };
  }
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SourceError(`${where} is not JSON.`, { cause });
  }
}

function recordIn(value: unknown, where: string): TakenRecord {
  const read = readRecord(value);
  if (typeof read === "string") throw new SourceError(`${where}: ${read}`);
  return read;
}
