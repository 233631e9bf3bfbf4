import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MAX_MATCHED_LENGTH, problemOfPattern } from "./pattern-cost.ts";

const accepted = [
  "^[A-Z]{3}$",
  "^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$",
  "^\\S+@\\S+$",
  "^\\d+(\\.\\d{1,2})?$",
  "^(\\d{3}-){1,5}$",
  "^(EUR|USD|GBP)$",
  "[a-z]+",
  "a|b",
  "^(?:https|http)://[^\\s]{1,200}$",
  "^(?<year>\\d{4})-\\d\\d$",
  "^\\p{L}{1,70}$",
  "^[(+*|)]+$",
  "^[a-z]{1,100}-payment-initiation-[a-z]{1,100}$",
  "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
  "\\(a\\+\\)\\+",
  "",
];

const refused: [string, RegExp][] = [
  ["(a+)+$", /too long/],
  ["^(a+)+$", /too long/],
  ["^(a*)*$", /too long/],
  ["^(a|a)*$", /too long/],
  ["^(a|aa)+$", /too long/],
  ["^([a-z]+\\s?)+$", /too long/],
  ["^(?:a?){30}a{30}$", /too long/],
  ["^.*-.*-.*$", /too long/],
  ["a*a*a*b", /too long/],
  ["(.*)x(.*)", /too long/],
  ["^a|b*c*d*e*", /too long/],
  ["^[a-z]*[a-y]*a{300}$", /too long/],
  ["[a-z]*a{300}$", /too long/],
  ["^[a-z]*[a-z]*(?:ab){20}$", /too long/],
  ["^(?=a)b", /lookaround/],
  ["^(?<!a)b", /lookaround/],
  ["^(a)\\1$", /backreference/],
  ["^(?<n>a)\\k<n>$", /backreference/],
  ["(", /valid/],
  ["[z-a]", /valid/],
  ["a{2,1}", /valid/],
];

describe("a pattern of a schema", () => {
  for (const pattern of accepted) {
    it(`may be ${JSON.stringify(pattern)}`, () => {
      assert.equal(problemOfPattern(pattern), undefined);
    });
  }

  for (const [pattern, problem] of refused) {
    it(`may not be ${JSON.stringify(pattern)}`, () => {
      assert.match(problemOfPattern(pattern) ?? "", problem);
    });
  }

  it("that is accepted does not stop the process with the longest text", () => {
    const texts = ["a", "A", "1", " ", "@", "-", "."].map((letter) =>
      letter.repeat(MAX_MATCHED_LENGTH),
    );
    for (const pattern of accepted) {
      for (const text of texts) new RegExp(pattern, "u").test(`${text}!`);
    }
  });
});
