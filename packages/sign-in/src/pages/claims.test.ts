import assert from "node:assert/strict";
import { test } from "node:test";

import { claimsFor } from "./claims.ts";

const alice = {
  subject: "alice-1",
  name: "Alice Liddell",
  email: "alice@example.com",
  email_verified: false,
  phone_number: "+44 1865 1",
  address: { country: "GB" },
};

const granted: [string, object][] = [
  ["openid", {}],
  ["openid profile", { name: "Alice Liddell" }],
  ["email", { email: "alice@example.com", email_verified: false }],
  ["phone address", { phone_number: "+44 1865 1", address: { country: "GB" } }],
  ["offline photos.read constructor __proto__", {}],
];

for (const [scope, claims] of granted) {
  test(`${scope} releases ${JSON.stringify(claims)}`, () => {
    assert.deepEqual(claimsFor(alice, scope.split(" ")), claims);
  });
}

test("an unknown user has no claims", () => {
  assert.deepEqual(claimsFor(undefined, ["profile"]), {});
});
