import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isOfType } from "./jwt-type.ts";

describe("RFC 8725 §3.11: which kind of JWT it is", () => {
  const names = ["JWT", "client-authentication+jwt"];
  const table: [typ: unknown, is_of_type: boolean][] = [
    [undefined, true],
    ["JWT", true],
    ["jwt", true],
    ["client-authentication+jwt", true],
    ["application/client-authentication+jwt", true],
    ["at+jwt", false],
    ["logout+jwt", false],
    ["oauth-authz-req+jwt", false],
    ["", false],
    [null, false],
    [["JWT"], false],
  ];
  for (const [typ, expected] of table) {
    it(`${JSON.stringify(typ)}: ${expected}`, () => assert.equal(isOfType(typ, names), expected));
  }
});
