import assert from "node:assert/strict";
import { test } from "node:test";
import { findOperations } from "../src/pages/access/find-operations.ts";

test("operations are found by every word of a title or an id, in any case", () => {
  assert.deepEqual(findOperations("  Create CLIENT "), ["createOAuth2Client"]);
  assert.deepEqual(findOperations("rotateOAuth2ClientSecret"), ["rotateOAuth2ClientSecret"]);
  assert.deepEqual(findOperations("no such operation"), []);
});

test("what needs no key of its own is not offered", () => {
  const all = findOperations("");
  assert.ok(all.includes("listOAuth2Clients"));
  for (const open of ["oauth2Token", "discoverOpenIDConfiguration", "getAccess"] as const)
    assert.ok(!all.includes(open), open);
});
