import assert from "node:assert/strict";
import { test } from "node:test";
import { accountClaimNames } from "@latchkey/api";
import {
  type ClaimField,
  claimGroups,
  claimOf,
  claimsToSave,
  hasClaims,
  withClaim,
} from "../src/pages/accounts/claim-fields.ts";

const fields = claimGroups.flatMap((group) => group.fields);

function field(name: string): ClaimField {
  const found = fields.find((candidate) => candidate.name === name);
  assert.ok(found, name);
  return found;
}

test("the form has every standard claim except updated_at, which the server sets", () => {
  const names = new Set(fields.map(({ name }) => name.replace(/\..*/, "")));
  assert.deepEqual([...names, "updated_at"].toSorted(), accountClaimNames.toSorted());
});

test("a claim that is emptied is left out, and an address without parts too", () => {
  const claims = { name: "Alice", email_verified: true, address: { locality: "Oxford" } };
  assert.equal(claimOf(claims, field("address.locality")), "Oxford");
  assert.equal(claimOf({}, field("address.locality")), undefined);
  assert.deepEqual(withClaim(claims, field("name"), ""), {
    email_verified: true,
    address: { locality: "Oxford" },
  });
  assert.deepEqual(withClaim(claims, field("address.country"), "GB").address, {
    locality: "Oxford",
    country: "GB",
  });
  assert.deepEqual(withClaim(claims, field("address.locality"), ""), {
    name: "Alice",
    email_verified: true,
  });
  assert.deepEqual(withClaim(claims, field("email_verified"), false), {
    name: "Alice",
    address: { locality: "Oxford" },
  });
});

test("saved claims are trimmed, and the server dates them anew", () => {
  const claims = { name: " Alice ", updated_at: 1, address: { locality: " Oxford", region: " " } };
  assert.deepEqual(claimsToSave(claims), { name: "Alice", address: { locality: "Oxford" } });
});

test("a group is folded while the account has none of its claims", () => {
  const address = claimGroups.find(({ title }) => title === "Postal address");
  assert.ok(address);
  assert.deepEqual(
    [{}, { address: { locality: "Oxford" } }].map((claims) => hasClaims(claims, address)),
    [false, true],
  );
});
