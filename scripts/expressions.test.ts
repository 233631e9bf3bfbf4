import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");

/**
 * The only file that compiles an expression from data: the patterns of authorization details types, which operators write, and
 * whose cost it bounds first. Text of clients and of requests is never compiled: it is compared, or matched by a glob.
 */
const REVIEWED = "packages/server/src/json-schema/pattern-cost.ts";
/** Compiled from constants of the file alone, and when the first text needs them: classes of Unicode take milliseconds. */
const OF_CONSTANTS = ["packages/api/src/plain-text.ts", "packages/api/src/identity/username.ts"];

/** Sources that run where requests of strangers are served. The console runs in the browser of an operator. */
const files = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !file.startsWith("packages/console/") && !/\.test\.ts$|\/fixture\.ts$/.test(file),
);

/** A constant may be compiled late, to save time at the start. */
const COMPILES = /\bRegExp\((?!\s*"(?:[^"\\]|\\.)*"\s*[,)])/;
/** Both compile a string. */
const MATCHES_TEXT = /\.match(?:All)?\((?=["'`])|\.match\((?!\/)[a-z]\w*\)/;
const EVALUATES = /\beval\(|\bnew Function\(|"node:vm"/;

test("no text of a request or of the database becomes a regular expression or a program", () => {
  assert.ok(files.length > 500, "no code was found");
  const found = files.filter((file) => {
    const source = readFileSync(join(root, file), "utf8").replaceAll(/^\s*(?:\/\/|\*).*$/gm, "");
    return [COMPILES, MATCHES_TEXT, EVALUATES].some((rule) => rule.test(source));
  });
  assert.deepEqual(found.toSorted(), [...OF_CONSTANTS, REVIEWED].toSorted());
});

test("the rule finds what it is for", () => {
  const table: [source: string, found: boolean][] = [
    ["new RegExp(`^${source}$`, 'i')", true],
    ["RegExp(pattern)", true],
    ["new RegExp(\n  pattern,\n)", true],
    ['new RegExp("a" + b)', true],
    [String.raw`new RegExp("^\\p{RGI_Emoji}$", "v")`, false],
    ["RegExp.escape(text)", false],
    ["readonly separator?: RegExp;", false],
  ];
  for (const [source, found] of table) assert.equal(COMPILES.test(source), found, source);
});
