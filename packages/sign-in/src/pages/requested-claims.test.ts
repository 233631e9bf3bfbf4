import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClaimsRequest } from "@latchkey/api";

import type { Profile } from "../accounts.ts";
import { en } from "../messages/en.ts";
import {
  allowedClaims,
  describeClaims,
  readRequestedClaims,
  releaseClaims,
} from "./requested-claims.ts";

const alice: Profile = {
  subject: "alice-1",
  name: "Alice Liddell",
  birthdate: "1852-05-04",
  email: "alice@example.com",
  email_verified: true,
};

test("claims are asked for in sentences, without those that a requested scope includes", () => {
  const claims: ClaimsRequest = {
    userinfo: { given_name: null, family_name: { essential: true }, email: null, shoe_size: null },
    id_token: { birthdate: null, acr: null },
  };
  assert.deepEqual(
    describeClaims(claims, ["openid", "email"], en).map(
      ({ sentence, is_essential, claims: names }) => [names.join(" "), sentence, is_essential],
    ),
    [
      ["birthdate", "see your date of birth", false],
      ["given_name family_name", "see your name", true],
    ],
  );
});

/** What was requested, the granted scope, what was selected, and what is released. */
const cases: [string, ClaimsRequest, string[], string[], object][] = [
  ["nothing is requested", {}, ["openid"], ["birthdate"], { userinfo: {} }],
  [
    "a claim is selected for userinfo",
    { userinfo: { birthdate: null, name: null } },
    ["openid"],
    ["birthdate"],
    { userinfo: { birthdate: "1852-05-04" } },
  ],
  [
    "a claim is selected for the ID token, where userinfo does not have it",
    { id_token: { birthdate: null } },
    ["openid"],
    ["birthdate"],
    { userinfo: {}, id_token: { birthdate: "1852-05-04" } },
  ],
  [
    "a claim of a granted scope goes to the ID token as well",
    { id_token: { email: null } },
    ["openid", "email"],
    [],
    {
      userinfo: { email: "alice@example.com", email_verified: true },
      id_token: { email: "alice@example.com" },
    },
  ],
  ["a claim is not selected", { userinfo: { name: null } }, ["openid"], [], { userinfo: {} }],
  [
    "a claim was not requested",
    { userinfo: { name: null } },
    ["openid"],
    ["birthdate subject"],
    { userinfo: {} },
  ],
  [
    "the account has no such claim",
    { userinfo: { gender: null } },
    [],
    ["gender"],
    { userinfo: {} },
  ],
];

for (const [reason, claims, scope, selected, released] of cases) {
  test(`${reason}: ${JSON.stringify(released)}`, () => {
    const requested = readRequestedClaims(claims);
    const allowed = allowedClaims(requested, scope, selected);
    assert.deepEqual(releaseClaims(alice, scope, requested, allowed), released);
  });
}
