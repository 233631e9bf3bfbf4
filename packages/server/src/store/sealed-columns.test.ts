import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { featureTables, migrations } from "../../test/support/tables.ts";
import { tablesMadeBy } from "./backup/schema.ts";
import { coreSealedColumns } from "./tables/sealed-columns.ts";

const declared = [...coreSealedColumns, ...featureTables.flatMap(({ sealed }) => sealed ?? [])];

/** What columns of bytes that are not sealed are called: ids, hashes and MACs. */
const plain = /\.(?:\w+_(?:id|hash|key|mac)|digest|(?:row_)?signature|used_by)$/;

const packages = join(import.meta.dirname, "../../..");
const sources = globSync("*/src/**/*.ts", { cwd: packages })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(join(packages, file), "utf8") }));

describe("the sealed columns", () => {
  it("are all columns of bytes but ids, hashes and MACs", () => {
    const bytes = tablesMadeBy(migrations).flatMap(({ name, columns }) =>
      Object.entries(columns).flatMap(([column, type]) =>
        type === "bytea" ? [`${name}.${column}`] : [],
      ),
    );
    const sealed = declared.map(({ table, column }) => `${table}.${column}`);
    const whole = declared.flatMap(({ part, table, column }) =>
      part === undefined ? [`${table}.${column}`] : [],
    );
    assert.equal(new Set(sealed).size, sealed.length);
    assert.deepEqual(bytes.filter((name) => !plain.test(name)).toSorted(), whole.toSorted());
  });

  it("have every kind of document that is sealed", () => {
    const kinds = sources.flatMap(({ text }) =>
      [...text.matchAll(/sealedDocuments(?:<[^>]*>)?\(\s*"([^"]+)"/g)].map(([, kind]) => kind),
    );
    const anyRow = new Proxy<Record<string, unknown>>({}, { get: () => "x" });
    const contexts = declared.flatMap(({ contextsOf }) => contextsOf(anyRow));
    const known = contexts.map((context) => context.split(":")[0]);
    assert.ok(kinds.length >= 18, `${kinds.length} were found`);
    assert.deepEqual([...new Set(kinds.filter((kind) => !known.includes(kind)))], []);
  });

  it("are the only ones that are sealed: keys, and documents", () => {
    const sealing = sources.filter(({ text }) => /\bsealer\.seal\(/.test(text));
    assert.deepEqual(sealing.map(({ file }) => file).toSorted(), [
      "server/src/store/port/sealed-documents.ts",
      "server/src/store/tables/keys.ts",
      "server/src/store/tables/sealed-place.ts",
    ]);
  });
});
