import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { globMatches } from "./origin-glob.ts";

describe("a glob", () => {
  const table: [pattern: string, text: string, matches: boolean][] = [
    ["", "", true],
    ["", "a", false],
    ["a", "a", true],
    ["A", "a", true],
    ["a", "ab", false],
    ["ab", "a", false],
    ["*", "", true],
    ["*", "abc", true],
    ["*", "a.c", false],
    ["**", "", true],
    ["**", "a.c", true],
    ["***", "a.c", true],
    ["a*", "a", true],
    ["*c", "abc", true],
    ["*c", "abcd", false],
    ["a*c", "abbc", true],
    ["a*c", "ab.bc", false],
    ["a**c", "ab.bc", true],
    ["*a*", "banana", true],
    ["*an*na", "banana", true],
    ["*.b", "a.b", true],
    ["*.b", "a.b.b", false],
    ["*.*.b", "a.b.b", true],
    ["**.b", "a.b.b", true],
    ["**.*", "a.b.c", true],
    ["*.**", "a.b.c", true],
    ["*.**", "abc", false],
    ["**a*b", "a.a.acb", true],
    ["**a*b", "a.a.c.b", false],
    ["a.c", "abc", false],
    ["a+", "aa", false],
    ["(a|b)*", "(a|b)c", true],
    ["[a-c]", "b", false],
    ["$^", "$^", true],
    [String.raw`\d`, "1", false],
  ];
  for (const [pattern, text, matches] of table) {
    it(`"${pattern}" ${matches ? "matches" : "does not match"} "${text}"`, () => {
      assert.equal(globMatches(pattern, text), matches);
    });
  }

  it("agrees with a regular expression on every short pattern and text", () => {
    for (const pattern of wordsOf(["a", ".", "*", "**"], 4)) {
      const source = pattern.replaceAll(/\*\*|\*|\./g, (part) =>
        part === "." ? String.raw`\.` : part === "*" ? "[^.]*" : ".*",
      );
      const expression = new RegExp(`^${source}$`);
      for (const text of wordsOf(["a", "."], 6))
        assert.equal(globMatches(pattern, text), expression.test(text), `${pattern} on ${text}`);
    }
  });

  it("reads the text as often as the pattern has parts, and does not backtrack", () => {
    for (const star of ["*", "**"]) {
      const pattern = `${`${star}a`.repeat(150)}b`;
      assert.equal(globMatches(pattern, "a".repeat(300)), false);
      assert.equal(globMatches(`${pattern}${star}`, `${"a".repeat(298)}b.`), star === "**");
    }
  });
});

/** All texts of up to so many of the parts. */
function wordsOf(parts: readonly string[], length: number): readonly string[] {
  if (length === 0) return [""];
  const shorter = wordsOf(parts, length - 1);
  return [...new Set([...shorter, ...shorter.flatMap((word) => parts.map((part) => word + part))])];
}
