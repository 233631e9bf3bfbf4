import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { assertProperty } from "../../test/support/properties.ts";
import { parseScope, scopeMatches, type ScopeStrategy } from "./scope.ts";

describe("RFC 6749 §3.3: reading a scope", () => {
  const readable: [text: string, words: string[]][] = [
    ["", []],
    ["openid", ["openid"]],
    ["openid offline", ["openid", "offline"]],
    ["offline openid offline", ["offline", "openid"]],
    ["  openid   offline ", ["openid", "offline"]],
    [
      "https://api.example/photos:read photos.* !#[]~",
      ["https://api.example/photos:read", "photos.*", "!#[]~"],
    ],
    ["Photos photos", ["Photos", "photos"]],
  ];
  for (const [text, words] of readable) {
    it(`${JSON.stringify(text)} is ${JSON.stringify(words)}`, () => {
      assert.deepEqual(parseScope(text), { ok: true, value: words });
    });
  }

  for (const text of [
    'say"cheese"',
    "photos\\read",
    "photos\tread",
    "photos\nread",
    "fotografías",
    "\u0000",
    "\u007f",
  ]) {
    it(`${JSON.stringify(text)} has a character that is not allowed in a scope`, () => {
      assert.deepEqual(parseScope(text), {
        ok: false,
        error: { reason: "scope_malformed" },
      });
    });
  }
});

describe("whether a scope is allowed", () => {
  const table: [ScopeStrategy, allowed: string, wanted: string, matches: boolean][] = [
    ["exact", "photos", "photos", true],
    ["exact", "photos", "photos.read", false],
    ["exact", "photos.*", "photos.read", false],
    ["exact", "photos.*", "photos.*", true],
    ["exact", "photos", "Photos", false],
    ["exact", "", "photos", false],
    ["exact", "albums photos", "photos", true],

    ["wildcard", "photos", "photos", true],
    ["wildcard", "photos", "photos.read", false],
    ["wildcard", "photos.*", "photos.read", true],
    ["wildcard", "photos.*", "photos.read.all", true],
    ["wildcard", "photos.*", "photos", false],
    ["wildcard", "photos.*", "photos.", false],
    ["wildcard", "photos.*", "photos..all", false],
    ["wildcard", "photos.*", "videos.read", false],
    ["wildcard", "*", "photos", true],
    ["wildcard", "*", "photos.read", true],
    ["wildcard", "photos.*.read", "photos.holiday.read", true],
    ["wildcard", "photos.*.read", "photos.holiday.write", false],
    ["wildcard", "photos.*.read", "photos.holiday.read.all", false],
    ["wildcard", "photos.*.read", "photos..read", false],
    ["wildcard", "photos.*.*", "photos.read", false],
    ["wildcard", "photos.*.*", "photos.holiday.read", true],
    ["wildcard", "photos.re*", "photos.read", false],
    ["wildcard", "albums photos.*", "photos.read", true],

    ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "photos", "photos", true],
    ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "photos", "photos.read", true],
    ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "photos", "photos.read.all", true],
    ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "albums photos", "photos.read", true],
    ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "photos", "photosets", false],
    ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "photos.read", "photos", false],
    ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "photos.*", "photos.read", false],
  ];
  for (const [strategy, allowed, wanted, matches] of table) {
    it(`${strategy}: [${allowed}] ${matches ? "allows" : "does not allow"} ${wanted}`, () => {
      assert.equal(scopeMatches(strategy, allowed.split(" ").filter(Boolean), wanted), matches);
    });
  }

  it("every strategy lets a scope cover itself", () => {
    const strategy = fc.constantFrom<ScopeStrategy>(
      "wildcard",
      "exact",
      "DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY",
    );
    assertProperty(
      fc.property(strategy, fc.string(), (how, scope) => scopeMatches(how, [scope], scope)),
    );
  });
});
