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
const cases: {
  readonly reason: string;
  readonly claims: ClaimsRequest;
  readonly scope: string[];
  readonly selected: string[];
  readonly released: object;
}[] = [
  {
    reason: "nothing is requested",
    claims: {},
    scope: ["openid"],
    selected: ["birthdate"],
    released: { userinfo: {} },
  },
  {
    reason: "a claim is selected for userinfo",
    claims: { userinfo: { birthdate: null, name: null } },
    scope: ["openid"],
    selected: ["birthdate"],
    released: { userinfo: { birthdate: "1852-05-04" } },
  },
  {
    reason: "a claim is selected for the ID token, where userinfo does not have it",
    claims: { id_token: { birthdate: null } },
    scope: ["openid"],
    selected: ["birthdate"],
    released: { userinfo: {}, id_token: { birthdate: "1852-05-04" } },
  },
  {
    reason: "a claim of a granted scope goes to the ID token as well",
    claims: { id_token: { email: null } },
    scope: ["openid", "email"],
    selected: [],
    released: {
      userinfo: { email: "alice@example.com", email_verified: true },
      id_token: { email: "alice@example.com" },
    },
  },
  {
    reason: "a claim is not selected",
    claims: { userinfo: { name: null } },
    scope: ["openid"],
    selected: [],
    released: { userinfo: {} },
  },
  {
    reason: "a claim was not requested",
    claims: { userinfo: { name: null } },
    scope: ["openid"],
    selected: ["birthdate subject"],
    released: { userinfo: {} },
  },
  {
    reason: "the account has no such claim",
    claims: { userinfo: { gender: null } },
    scope: [],
    selected: ["gender"],
    released: { userinfo: {} },
  },
];

for (const { reason, claims, scope, selected, released } of cases) {
  test(`${reason}: ${JSON.stringify(released)}`, () => {
    const requested = readRequestedClaims(claims);
    const allowed = allowedClaims(requested, scope, selected);
    assert.deepEqual(releaseClaims(alice, scope, requested, allowed), released);
  });
}
