import assert from "node:assert/strict";
import { it } from "node:test";
import { explainUnreadable } from "./setting-file.ts";

const reasons: readonly [code: string, says: RegExp][] = [
  ["ENOENT", /does not exist: create it/],
  ["ENOTDIR", /does not exist: create it/],
  ["EACCES", /this user may not read: change its owner or its permissions/],
  ["EPERM", /this user may not read/],
  ["EISDIR", /is a folder: name a file in it/],
  ["EIO", /cannot be read/],
];
for (const [code, says] of reasons) {
  it(`a file that cannot be read because of ${code} says what to do`, () => {
    assert.match(explainUnreadable(Object.assign(new Error(code), { code })), says);
  });
}
