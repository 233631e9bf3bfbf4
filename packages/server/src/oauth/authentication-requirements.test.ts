import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { authenticationRequirements, meetsAcr } from "./authentication-requirements.ts";

const none = { acr_values_required: false, default_acr_values: [] };
const claim = (acr: object | null) => ({ id_token: { acr: acr && { ...acr } } });

type Given = Parameters<typeof authenticationRequirements>;

/** The request, the client, whether the server requires acr_values, and the requirements. */
const cases: [string, Partial<Given[0]>, Partial<Given[1]>, boolean, object][] = [
  ["nothing is said", {}, {}, false, { acr_values: [] }],
  ["acr_values are a preference", { acr_values: ["a"] }, {}, false, { acr_values: ["a"] }],
  [
    "the server requires acr_values",
    { acr_values: ["a"] },
    {},
    true,
    { acr_values: ["a"], required_acr: ["a"] },
  ],
  ["the server requires acr_values, and there are none", {}, {}, true, { acr_values: [] }],
  [
    "the client requires acr_values",
    { acr_values: ["a"] },
    { acr_values_required: true },
    false,
    { acr_values: ["a"], required_acr: ["a"] },
  ],
  ["the client has a default", {}, { default_acr_values: ["d"] }, false, { acr_values: ["d"] }],
  [
    "the request replaces the default",
    { acr_values: ["a"] },
    { default_acr_values: ["d"] },
    false,
    { acr_values: ["a"] },
  ],
  [
    "a voluntary claim is a preference",
    { claims: claim({ values: ["a", "b"] }) },
    { default_acr_values: ["d"] },
    false,
    { acr_values: ["a", "b"] },
  ],
  [
    "an essential claim is a requirement",
    { claims: claim({ essential: true, value: "a" }), acr_values: ["x"] },
    {},
    false,
    { acr_values: ["x"], required_acr: ["a"] },
  ],
  [
    "an essential claim without values requires nothing",
    { claims: claim({ essential: true }) },
    {},
    false,
    { acr_values: [] },
  ],
  ["a claim of null requires nothing", { claims: claim(null) }, {}, false, { acr_values: [] }],
  ["max_age has a default", {}, { default_max_age: 60 }, false, { acr_values: [], max_age: 60 }],
  [
    "max_age replaces the default",
    { max_age: 0 },
    { default_max_age: 60 },
    false,
    { acr_values: [], max_age: 0 },
  ],
];

describe("RFC 9470 §5: what a client requires of a login", () => {
  for (const [reason, request, client, is_required, expected] of cases) {
    it(`${reason}: ${JSON.stringify(expected)}`, () => {
      const found = authenticationRequirements(
        { acr_values: [], ...request },
        { ...none, ...client },
        is_required,
      );
      assert.deepEqual(found, expected);
    });
  }

  it("is met by one of the levels, and by every login where none is required", () => {
    assert.equal(meetsAcr(undefined, undefined), true);
    assert.equal(meetsAcr(["a", "b"], "b"), true);
    assert.equal(meetsAcr(["a"], "b"), false);
    assert.equal(meetsAcr(["a"], undefined), false);
  });
});
