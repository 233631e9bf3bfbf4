import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assignDetails } from "./locations.ts";

describe("RFC 9396 §7, §9: the authorization_details of an access token", () => {
  const api = ["https://api.example"];
  const here = { type: "photos", locations: ["https://api.example/albums"] };
  const anywhere = { type: "profile" };
  const elsewhere = { type: "payment", locations: ["https://bank.example"] };
  const cases: [
    title: string,
    audience: string[],
    granted: { type: string }[],
    expected?: object[],
  ][] = [
    ["leave out those for other APIs", api, [here, anywhere, elsewhere], [here, anywhere]],
    [
      "have those for any of several APIs",
      ["https://api.example", "https://bank.example/payments"],
      [here, elsewhere],
      [here, elsewhere],
    ],
    ["are absent where no detail is left", api, [elsewhere]],
    ["are all of them where the token names no API", [], [here, elsewhere], [here, elsewhere]],
  ];
  for (const [title, audience, authorization_details, expected] of cases) {
    it(title, () => {
      const cnf = { jkt: "a-key" };
      const assigned = assignDetails({ authorization_details, cnf }, audience);
      assert.deepEqual(assigned, {
        ...(expected && { authorization_details: expected }),
        cnf,
      });
    });
  }

  it("other claims of a token do not depend on them", () => {
    const details = { acr: "gold" };
    assert.equal(assignDetails(details, api), details);
  });
});
