import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BackupError } from "./backup-error.ts";
import { MalformedBackupError } from "./explain-failure.ts";
import { FORMAT, type Head, readRecords, writeRecords } from "./records.ts";
import { BATCH_ROWS, type StoredRow } from "./stored-table.ts";

const columns = { name: "text", at: "bigint", sealed: "bytea" } as const;
const head: Head = {
  format: FORMAT,
  version: "v0.2.0",
  taken_at: 1_800_000_000,
  migrations: [{ name: "0001-baseline", applied_at: 1_700_000_000, needs: undefined }],
  tables: [
    { name: "one", columns, rows: 2 },
    { name: "none", columns, rows: 0 },
    { name: "many", columns, rows: BATCH_ROWS + 1 },
  ],
};
const rows: Readonly<Record<string, readonly StoredRow[]>> = {
  one: [
    ['Zoë\n"quoted"\u2028', Number.MAX_SAFE_INTEGER, Buffer.from([0, 255, 10])],
    ["", -1, null],
  ],
  none: [],
  many: Array.from({ length: BATCH_ROWS + 1 }, (_, at) => [String(at), at, Buffer.of(at & 255)]),
};

describe("the records of a backup", () => {
  it("are read as they were written, table by table, in batches", async () => {
    const { head: read, batches } = await readRecords(inPieces(await written(), 100));
    assert.deepEqual(read.tables, head.tables);
    assert.equal(read.migrations[0]?.name, "0001-baseline");
    const found: Record<string, StoredRow[]> = {};
    for await (const batch of batches) {
      assert.ok(batch.rows.length <= BATCH_ROWS);
      (found[batch.table.name] ??= []).push(...batch.rows);
    }
    assert.deepEqual(found, { one: rows["one"], none: [], many: rows["many"] });
  });

  it("are not written where a column holds what it cannot", async () => {
    for (const row of [
      [1, 1, null],
      ["a", "1", null],
      ["a", 1, "x"],
    ] satisfies StoredRow[])
      await assert.rejects(written({ ...rows, one: [row] }), /A column holds/);
  });

  it("are refused where a line was changed, left out or added", async () => {
    const lines = (await written()).toString("utf8").split(/(?<=\n)/);
    const [first = "", table = "", row = "", next = ""] = lines;
    const rest = lines.slice(4);
    const changes: Readonly<Record<string, readonly string[]>> = {
      "another value": [first, table, row.replace("Zoë", "Zoe"), next, ...rest],
      "a row less": [first, table, next, ...rest],
      "a row twice": [first, table, row, row, next, ...rest],
      "a value less": [first, table, '["a",1]\n', next, ...rest],
      "a text as a number": [first, table, '["a","1",null]\n', next, ...rest],
      "an unknown table": [first, '"two"\n', row, next, ...rest],
      "rows of no table": [first, row, table, next, ...rest],
      "no tail": lines.slice(0, -1),
      "two tails": [...lines, lines.at(-1) ?? ""],
      "half a line": [...lines.slice(0, -1), (lines.at(-1) ?? "").slice(0, 20)],
      "no JSON": [first, table, "[\n", next, ...rest],
      "no head": lines.slice(1),
      nothing: [],
    };
    for (const [change, texts] of Object.entries(changes))
      await assert.rejects(readAll(Buffer.from(texts.join(""))), MalformedBackupError, change);
  });

  it("of a format that is not known yet are refused with the version that wrote them", async () => {
    const later = `${JSON.stringify({ ...head, format: FORMAT + 1, version: "v9.0.0" })}\n`;
    await assert.rejects(readAll(Buffer.from(later)), (error) => {
      assert.ok(error instanceof BackupError);
      assert.match(
        error.message,
        /written by v9\.0\.0 in a format that this version does not know/,
      );
      return true;
    });
  });
});

async function written(content = rows): Promise<Buffer> {
  const pieces = writeRecords(head, async function* rowsOf({ name }) {
    yield content[name] ?? [];
  });
  return Buffer.concat(await Array.fromAsync(pieces));
}

async function readAll(bytes: Buffer): Promise<void> {
  const { batches } = await readRecords(inPieces(bytes, 4_096));
  for await (const { rows: read } of batches) assert.ok(read.length <= BATCH_ROWS);
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
