import assert from "node:assert/strict";
import { test } from "node:test";

import { en } from "./messages/en.ts";
import { describeScopes, readGrantedScope } from "./scopes.ts";

test("every scope of OpenID Connect Core §5.4 has its sentence, and others are named", () => {
  const scope = "openid profile email address phone offline_access photos.read".split(" ");
  assert.deepEqual(
    describeScopes(scope, [], en.scope).map(({ sentence }) => sentence),
    [
      "recognise you when you come back",
      "see your name, picture and other profile details",
      "see your email address",
      "see your postal address",
      "see your phone number",
      "keep this access while you are away",
      "use the permission “photos.read”",
    ],
  );
});

test("both spellings of offline are one question", () => {
  const [permission, ...others] = describeScopes(["offline", "offline_access"], [], en.scope);
  assert.deepEqual(permission?.scopes, ["offline", "offline_access"]);
  assert.deepEqual(others, []);
});

test("only what an acquaintance has not had before is new", () => {
  const newTo = (granted_before: string[]) =>
    describeScopes(["openid", "email"], granted_before, en.scope)
      .filter(({ is_new }) => is_new)
      .flatMap(({ scopes }) => scopes);
  assert.deepEqual(newTo([]), []);
  assert.deepEqual(newTo(["openid"]), ["email"]);
  assert.deepEqual(newTo(["openid", "email"]), []);
});

const granted: [string, string[], string][] = [
  ["openid email", ["email"], "openid email"],
  ["openid email", [], "openid"],
  ["email", [], ""],
  ["offline offline_access", ["offline offline_access"], "offline offline_access"],
  ["openid", ["openid", "admin"], "openid"],
];

for (const [requested, ticked, grant] of granted) {
  test(`of ${requested}, ticking [${ticked.join(", ")}] grants ${grant || "nothing"}`, () => {
    assert.equal(readGrantedScope(requested.split(" "), ticked).join(" "), grant);
  });
}
