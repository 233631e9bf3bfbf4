import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../src/", import.meta.url).pathname;
const files = globSync("*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));

test("there are sources to look at", () => assert.ok(files.length > 20));

for (const file of files) {
  test(`${file} runs wherever fetch does, and depends on nothing`, () => {
    const source = readFileSync(root + file, "utf8").replaceAll(/\/\*\*[^]*?\*\//g, ""); // Examples import it.
    const foreign = [...source.matchAll(/ from "(?!\.\/)(.+)"/g)].map(([, name]) => name);
    assert.deepEqual(foreign, []);
    assert.doesNotMatch(source, /\b(Buffer|process|require|global|setImmediate)\b[.(]/);
  });
}
