import assert from "node:assert/strict";
import { it } from "node:test";

import { matchesJson, matchesText } from "./match-output.ts";

for (const [expected, shown, matches] of [
  ["active  yes", "active  yes\n", true],
  ["active  yes", "active  no", false],
  ["active  yes", "active  yes\nand more", false],
  ["token  lk_at_…", "token  lk_at_Ab1", true],
  ["token  lk_at_…", "token  lk_rt_Ab1", false],
  ["first\n…\nlast", "first\na\nb\nlast", true],
  ["first\n…\nlast", "first\nlast", true],
  ["first\n…\nlast", "first\na\nb", false],
  ["(a.b)", "(a-b)", false],
] as const) {
  it(`“${expected}” ${matches ? "is" : "is not"} what “${shown}” shows`, () => {
    assert.equal(matchesText(expected, shown), matches);
  });
}

for (const [expected, shown, matches] of [
  ['{"active": true}', '{"active":true}', true],
  ['{"active": true}', '{"active":true,"sub":"alice"}', false],
  ['{"active": true, "…": "…"}', '{"active":true,"sub":"alice"}', true],
  ['{"active": true, "…": "…"}', '{"active":false}', false],
  ['{"token": "lk_at_…"}', '{"token":"lk_at_Ab1"}', true],
  ['{"exp": "…"}', '{"exp":1}', true],
  ['{"exp": "…"}', "{}", false],
  ['["a", "b"]', '["a"]', false],
] as const) {
  it(`the JSON ${expected} ${matches ? "is" : "is not"} what ${shown} shows`, () => {
    assert.equal(matchesJson(expected, shown), matches);
  });
}
