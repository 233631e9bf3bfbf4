import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const src = import.meta.dirname;
const KIT = "@latchkey/server/feature";

/** What the files of a folder, or a file, may import from elsewhere, and from the rest of the package. */
const allowed: Readonly<
  Record<string, { readonly foreign: readonly string[]; readonly own: readonly string[] }>
> = {
  rules: { foreign: ["@latchkey/api", "node:crypto", `${KIT}/rules`], own: ["rules"] },
  store: { foreign: ["@latchkey/api", `${KIT}/rules`, `${KIT}/store`], own: ["rules", "store"] },
  // Which columns are sealed is said beside the tables.
  "migrations.ts": { foreign: [`${KIT}/store`], own: ["store"] },
  "settings.ts": { foreign: [KIT], own: [] },
  // Commands that only read settings load these two, and nothing behind them.
  "feature.ts": { foreign: ["@latchkey/api", KIT], own: ["settings.ts", "code.ts"] },
  "index.ts": { foreign: [], own: ["feature.ts"] },
};

const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts"));
const imports = files.flatMap((file) => importsOf(file).map((to) => ({ from: file, to })));

test("the test looks at the code", () => {
  assert.ok(files.length > 40 && imports.length > 200, "no code was found");
  for (const part of Object.keys(allowed)) assert.ok(files.some((file) => partOf(file) === part));
});

test("the server is imported as a feature of any package would", () => {
  const strangers = imports.filter(
    ({ to }) => !to.startsWith(".") && !/^(?:@latchkey\/(?:api|server\/feature)|node:)/.test(to),
  );
  assert.deepEqual(strangers, []);
});

test("files keep to their layers", () => {
  const downward = imports.filter(({ from, to }) => {
    const rule = allowed[partOf(from)];
    if (rule === undefined) return false;
    if (!to.startsWith(".")) return !rule.foreign.includes(to);
    const target = relative(src, join(src, dirname(from), to));
    return target.startsWith("..") || !rule.own.includes(partOf(target));
  });
  assert.deepEqual(downward, []);
});

function partOf(file: string): string {
  return file.split("/")[0] ?? "";
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), "utf8");
  return [...text.matchAll(/(?:from|import\(|^import) "([^"]+)"/gm)].map(([, to = ""]) => to);
}
