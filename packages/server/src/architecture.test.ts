import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const src = import.meta.dirname;
const architecture = readFileSync(join(src, "../ARCHITECTURE.md"), "utf8");

const layers = [...architecture.matchAll(/^\d+\. `([\w-]+)`/gm)].map(([, layer]) => layer);
const pure = new Set(["oauth", "openid", "interaction", "workspace"]);

const files = globSync("**/*.ts", { cwd: src }).filter((file) => !isTest(file));
const imports = files.flatMap((file) => importsOf(file).map((to) => ({ from: file, to })));
const local = imports
  .filter(({ to }) => to.startsWith("."))
  .map(({ from, to }) => ({ from, to: relative(src, join(src, dirname(from), to)) }));
const foreign = imports.filter(({ to }) => !to.startsWith("."));

test("the test looks at the code", () => {
  assert.ok(layers.length > 10, "no layers were found in ARCHITECTURE.md");
  assert.ok(files.length > 50 && local.length > 100 && foreign.length > 20, "no code was found");
});

test("every file belongs to a layer, and every layer has files", () => {
  assert.deepEqual(
    files.filter((file) => layerOf(file) === -1),
    [],
  );
  const used = new Set(files.map(layerOf));
  assert.deepEqual(
    layers.filter((_, index) => !used.has(index)),
    [],
  );
});

test("imports point up the list", () => {
  const downward = local.filter(({ from, to }) => layerOf(from) < layerOf(to));
  assert.deepEqual(downward, []);
});

test("no imports form a cycle, type-only ones included", () => {
  const importsOfFile = Map.groupBy(local, ({ from }) => from);
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    assert.ok(
      !path.includes(file),
      `cycle: ${[...path.slice(path.indexOf(file)), file].join(" → ")}`,
    );
    if (finished.has(file)) return;
    for (const { to } of importsOfFile.get(file) ?? []) visit(to, [...path, file]);
    finished.add(file);
  };
  for (const file of files) visit(file, []);
});

test("no folder has more than 25 source files", () => {
  const folders = Map.groupBy(files, dirname);
  const large = [...folders].filter(([, sources]) => sources.length > 25).map(([folder]) => folder);
  assert.deepEqual(large, []);
});

test("rules know nothing of the world", () => {
  const allowed = new Set(["node:crypto", "@latchkey/api"]);
  const worldly = foreign.filter(({ from, to }) => pure.has(layerNameOf(from)) && !allowed.has(to));
  assert.deepEqual(worldly, []);
});

test("a library is named only where ARCHITECTURE.md says", () => {
  const rows = [...architecture.matchAll(/^\| (`[^|]+) \| (`[^|]+) \|$/gm)];
  const homes = rows.flatMap(([, libraries = "", places = ""]) =>
    wordsIn(libraries).map((library) => ({
      library,
      places: wordsIn(places).map((place) => place.replace("/", "")),
    })),
  );
  assert.ok(homes.length > 3, "no libraries were found in ARCHITECTURE.md");
  for (const { library, places } of homes) {
    const strangers = foreign.filter(
      ({ from, to }) => to === library && !places.includes(layerNameOf(from)),
    );
    assert.deepEqual(strangers, [], `${library} is named outside ${places.join(" and ")}`);
  }
  const packages = new Set(
    foreign
      .map(({ to }) => to)
      .filter((to) => !to.startsWith("node:") && !to.startsWith("@latchkey/")),
  );
  const unplaced = [...packages].filter((name) => !homes.some(({ library }) => library === name));
  assert.deepEqual(unplaced, [], "a library has no place in ARCHITECTURE.md");
});

test("only grants/lifespans.ts reads how long things live", () => {
  const readers = files.filter(
    (file) =>
      layerNameOf(file) !== "config" &&
      /config\[["`](?:workspace\.)?ttl\./.test(readFileSync(join(src, file), "utf8")),
  );
  assert.deepEqual(readers, [join("grants", "lifespans.ts")]);
});

function isTest(file: string): boolean {
  return file.endsWith(".test.ts") || /conformance|example-/.test(file);
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), "utf8");
  return [...text.matchAll(/(?:from|import\(|^import) "([^"]+)"/gm)]
    .map(([, to = ""]) => to)
    .filter((to) => !to.endsWith(".json"));
}

function layerNameOf(file: string): string {
  return file.split(/[./]/)[0] ?? "";
}

function layerOf(file: string): number {
  return layers.indexOf(layerNameOf(file));
}

function wordsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
}
