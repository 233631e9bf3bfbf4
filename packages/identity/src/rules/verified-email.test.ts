import assert from "node:assert/strict";
import { test } from "node:test";
import { verifiedEmailOf, withVerifiedEmail } from "./verified-email.ts";

const address = "alice@wonderland.example";

const cases: [string, Parameters<typeof verifiedEmailOf>, string | undefined][] = [
  ["no address", [{}, address], undefined],
  ["said to be verified", [{ email: address, email_verified: true }, undefined], address],
  [
    "in another case",
    [{ email: " Alice@Wonderland.Example ", email_verified: true }, undefined],
    address,
  ],
  [
    "with the Kelvin sign",
    [{ email: "\u212Anave@a.example", email_verified: true }, undefined],
    undefined,
  ],
  [
    "with the Kelvin sign, before",
    [{ email: "\u212Anave@a.example" }, "knave@a.example"],
    undefined,
  ],
  [
    "with a dotted capital I",
    [{ email: "\u0130@a.example", email_verified: true }, undefined],
    undefined,
  ],
  [
    "of composed letters",
    [{ email: "ZOE\u0308@a.example", email_verified: true }, undefined],
    "zoë@a.example",
  ],
  ["not said to be", [{ email: address }, undefined], undefined],
  ["the address stays", [{ email: address.toUpperCase() }, address], address],
  ["said not to be", [{ email: address, email_verified: false }, address], undefined],
  ["another address", [{ email: "other@wonderland.example" }, address], undefined],
];

for (const [name, [claims, present], expected] of cases) {
  test(`verified address: ${name}`, () => {
    assert.equal(verifiedEmailOf(claims, present), expected);
  });
}

test("claims say that the address is verified only by the fact", () => {
  assert.deepEqual(withVerifiedEmail({ email: address }, address), {
    email: address,
    email_verified: true,
  });
  assert.deepEqual(withVerifiedEmail({ email: address, email_verified: true }, undefined), {
    email: address,
  });
  const denied = { email: address, email_verified: false };
  assert.deepEqual(withVerifiedEmail(denied, undefined), denied);
  const lookalike = { email: "\u212Anave@a.example" };
  assert.deepEqual(withVerifiedEmail(lookalike, "knave@a.example"), lookalike);
  assert.deepEqual(withVerifiedEmail({ name: "Alice" }, address), { name: "Alice" });
});
