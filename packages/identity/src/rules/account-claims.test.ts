import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { scopeClaims } from "@latchkey/sign-in";
import { accountClaimNames, readAccountClaims } from "./account-claims.ts";

/** A value for each standard claim of OpenID Connect Core §5.1. */
const every = {
  name: "Alice Pleasance Liddell",
  given_name: "Alice",
  family_name: "Liddell",
  middle_name: "Pleasance",
  nickname: "Ali",
  preferred_username: "alice",
  profile: "https://wonderland.example/alice",
  picture: "https://wonderland.example/alice.png",
  website: "https://alice.example",
  email: "alice@wonderland.example",
  email_verified: true,
  gender: "female",
  birthdate: "1852-05-04",
  zoneinfo: "Europe/London",
  locale: "en-GB",
  phone_number: "+44 (0)1865 270000",
  phone_number_verified: false,
  address: {
    formatted: "Christ Church\nOxford",
    street_address: "St Aldates",
    locality: "Oxford",
    region: "Oxfordshire",
    postal_code: "OX1 1DP",
    country: "GB",
  },
  updated_at: 1_800_000_000,
};

describe("OpenID Connect Core §5.1: the claims of an account", () => {
  it("may be every standard claim, and those that scopes ask for are among them", () => {
    assert.deepEqual(readAccountClaims(every), { ok: true, value: every });
    assert.deepEqual(accountClaimNames.toSorted(), Object.keys(every).toSorted());
    const served = [...scopeClaims.values()].flat();
    assert.deepEqual(served.toSorted(), accountClaimNames.toSorted());
  });

  const fine: [name: string, value: unknown][] = [
    ["birthdate", "0000-05-04"],
    ["birthdate", "1852"],
    ["locale", "zh_TW"],
    ["zoneinfo", "America/Argentina/Buenos_Aires"],
    ["phone_number", "+1 (604) 555-1234;ext=5678"],
    ["address", {}],
    ["name", null],
  ];
  for (const [name, value] of fine) {
    it(`${name} may be ${JSON.stringify(value)}`, () => {
      assert.ok(readAccountClaims({ [name]: value }).ok);
    });
  }

  const refused: [name: string, value: unknown][] = [
    ["sub", "mallory"],
    ["groups", ["admin"]],
    ["name", ""],
    ["name", 7],
    ["profile", "javascript:alert(1)"],
    ["picture", "no address"],
    ["email", "alice"],
    ["email_verified", "true"],
    ["birthdate", "4 May 1852"],
    ["address", "Oxford"],
    ["address", { planet: "Earth" }],
    ["phone_number", "call me"],
    ["updated_at", "2021-01-01"],
  ];
  for (const [name, value] of refused) {
    it(`${name} may not be ${JSON.stringify(value)}`, () => {
      const read = readAccountClaims({ [name]: value });
      assert.ok(!read.ok);
      assert.equal(read.error.error, "invalid_request");
      assert.match(read.error.error_description, new RegExp(name));
    });
  }
});
