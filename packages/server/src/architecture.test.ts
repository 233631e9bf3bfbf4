import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const src = import.meta.dirname;
const architecture = readFileSync(join(src, "../ARCHITECTURE.md"), "utf8");

const layers = [...architecture.matchAll(/^\d+\. `([\w-]+)`/gm)].map(([, layer]) => layer);
const pure = new Set(["oauth", "openid", "interaction"]);

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

test("a feature imports no other feature, and the core none of them", () => {
  const strangers = local.filter(({ from, to }) => {
    const [target, owner] = [featureOf(to), featureOf(from)];
    return target !== undefined && target !== owner && from !== join("features", "standard.ts");
  });
  assert.deepEqual(strangers, []);
});

test("the files of a feature keep to their layers", () => {
  const last: Readonly<Record<string, string>> = {
    rules: "interaction",
    "settings.ts": "config",
    "store.ts": "store",
    store: "store",
    "migrations.ts": "store",
  };
  const owned = local.filter(({ from }) => featureOf(from) !== undefined);
  assert.ok(owned.length > 20, "no features were found");
  const downward = owned.filter(({ from, to }) => {
    const layer = last[from.split("/")[2] ?? ""];
    if (layer === undefined) return false;
    const own = featureOf(to) === undefined ? undefined : last[to.split("/")[2] ?? ""];
    const target = featureOf(to) === undefined ? layerOf(to) : layers.indexOf(own ?? "process");
    return target > layers.indexOf(layer);
  });
  assert.deepEqual(downward, []);
});

test("rules know nothing of the world", () => {
  const allowed = new Set(["node:crypto", "@latchkey/api"]);
  const isRule = (file: string): boolean =>
    pure.has(layerNameOf(file)) || /^features\/\w[\w-]*\/rules\//.test(file);
  const worldly = foreign.filter(({ from, to }) => isRule(from) && !allowed.has(to));
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

/** The feature that a file belongs to. */
function featureOf(file: string): string | undefined {
  const [folder, name = "", ...rest] = file.split("/");
  return folder === "features" && rest.length > 0 ? name : undefined;
}

function layerOf(file: string): number {
  return layers.indexOf(layerNameOf(file));
}

function wordsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
}
