import assert from "node:assert/strict";
import { test } from "node:test";
import type { Strength } from "@latchkey/sign-in";
import { askForMore, demandOn, type Policy } from "./sign-in-policy.ts";

const groups = new Map<string, Policy>([
  ["staff", "second_factor"],
  ["admins", "passkey"],
  ["guests", "password"],
]);

const rows: [Policy, string[], Strength][] = [
  ["password", [], 1],
  ["password", ["guests"], 1],
  ["password", ["staff"], 2],
  ["password", ["guests", "staff"], 2],
  ["password", ["admins", "staff"], 3],
  ["password", ["staff", "admins"], 3],
  ["password", ["Staff", "unknown", "__proto__"], 1],
  ["second_factor", [], 2],
  ["second_factor", ["guests"], 2],
  ["second_factor", ["admins"], 3],
  ["passkey", ["staff"], 3],
];

for (const [everyone, of, expected] of rows) {
  test(`${everyone} for everyone, a user in [${of.join(", ")}] → ${expected}`, () => {
    assert.equal(demandOn(of, { everyone, groups }), expected);
  });
}

test("policies that ask for a password alone need no look at the user", () => {
  assert.ok(!askForMore({ everyone: "password", groups: new Map() }));
  assert.ok(!askForMore({ everyone: "password", groups: new Map([["guests", "password"]]) }));
  assert.ok(askForMore({ everyone: "password", groups }));
  assert.ok(askForMore({ everyone: "passkey", groups: new Map() }));
});
