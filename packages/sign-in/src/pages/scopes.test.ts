import assert from "node:assert/strict";
import { test } from "node:test";

import { en } from "../messages/en.ts";
import { describeScopes, readGrantedScope } from "./scopes.ts";

const none = { remembered: [], ever: [] };

test("every scope of OpenID Connect Core §5.4 has a description, and other scopes are shown by name", () => {
  const scope = "openid profile email address phone offline_access photos.read".split(" ");
  assert.deepEqual(
    describeScopes(scope, none, en.scope).map(({ sentence }) => sentence),
    [
      "recognize you when you come back",
      "see your name, picture and other profile details",
      "see your email address",
      "see your postal address",
      "see your phone number",
      "keep this access when you are not using the app",
      "access “photos.read” on your behalf",
    ],
  );
});

test("offline and offline_access are one permission", () => {
  const [permission, ...others] = describeScopes(["offline", "offline_access"], none, en.scope);
  assert.deepEqual(permission?.scopes, ["offline", "offline_access"]);
  assert.deepEqual(others, []);
});

test("a permission is new if the client was granted others before", () => {
  const newTo = (ever: string[]) =>
    describeScopes(["openid", "email"], { remembered: [], ever }, en.scope)
      .filter(({ is_new }) => is_new)
      .flatMap(({ scopes }) => scopes);
  assert.deepEqual(newTo([]), []);
  assert.deepEqual(newTo(["openid"]), ["email"]);
  assert.deepEqual(newTo(["openid", "email"]), []);
});

test("a permission is granted if a remembered consent covers all its scopes", () => {
  const requested = ["openid", "email", "offline", "offline_access"];
  const grantedBefore = { remembered: ["openid", "offline"], ever: [] };
  const grantedAgain = describeScopes(requested, grantedBefore, en.scope)
    .filter(({ is_granted }) => is_granted)
    .flatMap(({ scopes }) => scopes);
  assert.deepEqual(grantedAgain, ["openid"]);
});

const granted: [string, string[], string][] = [
  ["openid email", ["email"], "openid email"],
  ["openid email", [], "openid"],
  ["email", [], ""],
  ["offline offline_access", ["offline offline_access"], "offline offline_access"],
  ["openid", ["openid", "admin"], "openid"],
];

for (const [requested, selected, grant] of granted) {
  test(`of ${requested}, selecting [${selected.join(", ")}] grants ${grant || "nothing"}`, () => {
    assert.equal(readGrantedScope(requested.split(" "), selected).join(" "), grant);
  });
}
