import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { exampleRecords, NOW } from "../../test/example-records.ts";
import type { TakenRecord } from "../record.ts";
import { readRecord } from "./neutral-record.ts";
import { openNeutral } from "./neutral.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-neutral-"));
after(() => rmSync(folder, { recursive: true }));

describe("The neutral format", () => {
  const contents = {
    "lines.jsonl": exampleRecords.map((record) => JSON.stringify(record)).join("\n"),
    "list.json": JSON.stringify(exampleRecords),
  };
  for (const [name, text] of Object.entries(contents))
    it(`is read from ${name}, and on from a position`, async () => {
      const source = await openNeutral(fileOf(name, text));
      const { kinds } = await source.examine(NOW);
      assert.deepEqual(kinds[0], { kind: "client", count: 2 });
      const batches: (readonly TakenRecord[])[] = [];
      const positions: string[] = [];
      for await (const { records, position } of source.read("client", { now: NOW, limit: 1 })) {
        batches.push(records);
        positions.push(position);
      }
      assert.deepEqual(batches.flat(), exampleRecords.slice(0, 2));
      const rest: TakenRecord[] = [];
      const [afterFirst] = positions;
      for await (const { records } of source.read("client", {
        now: NOW,
        limit: 10,
        after: afterFirst,
      }))
        rest.push(...records);
      assert.deepEqual(rest, exampleRecords.slice(1, 2));
    });

  it("accepts every kind", () => {
    for (const record of exampleRecords) assert.deepEqual(readRecord(record), record);
  });

  const [client, , key] = exampleRecords;
  const grant = exampleRecords.find(({ kind }) => kind === "grant");
  const mistakes: readonly (readonly [string, unknown, string])[] = [
    ["no object", 1, "A record is an object with a kind."],
    ["a kind that is not known", { kind: "user" }, "kind must be one of client, key"],
    ["a field that is missing", { ...client, created_at: undefined }, "created_at"],
    ["a field that is not known", { ...client, secrets: [] }, "secrets is not a field."],
    [
      "milliseconds",
      { ...client, created_at: NOW * 1000 },
      "created_at must be a time in unix seconds.",
    ],
    ["a key without kid", { ...key, key: { kty: "RSA" } }, "key.kid is missing"],
    [
      "a field deep inside",
      { ...grant, refresh_tokens: [{ signature: "", issued_at: 1, used: false }] },
      "refresh_tokens[0].signature must be a string, and not empty.",
    ],
  ];
  for (const [what, record, sentence] of mistakes)
    it(`refuses ${what}`, () => {
      const problem = readRecord(record);
      assert.ok(typeof problem === "string");
      assert.equal(problem.slice(0, sentence.length), sentence);
    });

  it("names the line of a mistake", async () => {
    const source = await openNeutral(fileOf("broken.jsonl", `${JSON.stringify(client)}\n{"kind":`));
    await assert.rejects(source.examine(NOW), { message: "Line 2 is not JSON." });
  });
});

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
