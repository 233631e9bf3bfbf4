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
  // Of the pages, rules need the types alone.
  rules: {
    foreign: ["@latchkey/api", "@latchkey/sign-in", "node:crypto", "node:util", `${KIT}/rules`],
    own: ["rules"],
  },
  // Those of a part (`mail/store`) are held to the same.
  store: {
    foreign: ["@latchkey/api", `${KIT}/rules`, `${KIT}/store`],
    own: [
      "rules",
      "store",
      "branding",
      "federation/store",
      "vault/store",
      "history/event.ts",
      "history/store.ts",
      "failed-sign-ins/store.ts",
    ],
  },
  "history/event.ts": { foreign: ["@latchkey/api", "node:crypto"], own: [] },
  "history/store.ts": { foreign: ["@latchkey/api", `${KIT}/store`], own: ["history/event.ts"] },
  "history/migrations.ts": { foreign: [`${KIT}/store`], own: [] },
  "failed-sign-ins/store.ts": {
    foreign: ["@latchkey/api", "node:crypto", `${KIT}/rules`, `${KIT}/store`],
    own: ["rules", "history/event.ts", "history/store.ts"],
  },
  "failed-sign-ins/migrations.ts": { foreign: [`${KIT}/store`], own: [] },
  "federation/rules": {
    foreign: ["@latchkey/api", `${KIT}/rules`],
    own: ["rules", "federation/rules"],
  },
  "federation/store": {
    foreign: ["@latchkey/api", "node:crypto", `${KIT}/store`],
    own: ["store", "federation/rules", "federation/store"],
  },
  "federation/migration.ts": { foreign: [`${KIT}/store`], own: [] },
  "vault/rules": {
    foreign: ["@latchkey/api", `${KIT}/rules`],
    own: ["federation/rules", "vault/rules"],
  },
  "vault/store": {
    foreign: [`${KIT}/store`],
    own: ["store", "vault/rules", "vault/store"],
  },
  // Which columns are sealed is said beside the tables.
  "vault/migration.ts": { foreign: [`${KIT}/store`], own: ["vault/store"] },
  "self-service/editable-claims.ts": {
    foreign: ["@latchkey/api", "@latchkey/sign-in"],
    own: ["rules"],
  },
  "migrations.ts": {
    foreign: [`${KIT}/store`],
    own: [
      "migrations.ts",
      "store",
      "branding",
      "history/migrations.ts",
      "failed-sign-ins/migrations.ts",
      "federation/migration.ts",
      "federation/store",
      "vault/migration.ts",
    ],
  },
  "settings.ts": { foreign: ["@latchkey/api", KIT], own: ["settings.ts", "rules", "branding"] },
  // Commands that only read settings load these two, and nothing behind them.
  "feature.ts": { foreign: ["@latchkey/api", KIT], own: ["settings.ts", "code.ts", "branding"] },
  "index.ts": { foreign: [], own: ["feature.ts"] },
};

const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts"));
const imports = files.flatMap((file) => importsOf(file).map((to) => ({ from: file, to })));

test("the test looks at the code", () => {
  assert.ok(files.length > 10 && imports.length > 30, "no code was found");
  for (const part of Object.keys(allowed)) assert.ok(files.some((file) => partOf(file) === part));
});

test("the server is imported as a feature of any package would", () => {
  const strangers = imports.filter(
    ({ from, to }) =>
      !to.startsWith(".") &&
      !/^(?:@latchkey\/(?:api|sign-in|server\/feature)|node:)/.test(to) &&
      !libraries.includes(`${from} ${to}`) &&
      !(from.startsWith("federation/client/") && ["openid-client", "jose"].includes(to)),
  );
  assert.deepEqual(strangers, []);
});

/** Each library is imported by one file. */
const libraries = [
  "mail/smtp.ts nodemailer",
  "one-time-codes.ts uqr",
  "passkeys.ts @simplewebauthn/server",
];

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

/** The file itself where it has a rule of its own, or else its layer: the first folder or name in its path that is one. */
function partOf(file: string): string {
  if (Object.hasOwn(allowed, file)) return file;
  const [first = "", second = ""] = file.split("/");
  if (Object.hasOwn(allowed, `${first}/${second}`)) return `${first}/${second}`;
  const names = file.split("/");
  return names.find((name) => Object.hasOwn(allowed, name)) ?? names[0] ?? "";
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), "utf8");
  return [...text.matchAll(/(?:from|import\(|^import) "([^"]+)"/gm)].map(([, to = ""]) => to);
}
