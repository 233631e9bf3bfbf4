import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { JsonObject } from "@latchkey/api";
import {
  explainAssertion,
  type GrantAssertionFacts,
  isIdJag,
  verifyGrantAssertion,
} from "./assertion.ts";
import { exampleTrustedIssuer } from "./example-trusted-issuer.ts";

const facts: GrantAssertionFacts = {
  issuer: "https://id.example",
  token_endpoint: "https://id.example/oauth2/token",
  now: 5_000,
  leeway: 10,
  max_lifetime: 3_600,
  iat_optional: false,
  jti_optional: false,
};
const claims = { sub: "job", aud: facts.issuer, jti: "1", iat: 5_000, exp: 5_060 };
const jag = { ...claims, client_id: "app" };
const ID_JAG = { typ: "oauth-id-jag+jwt" };

describe("RFC 7523 §3: an assertion is accepted", () => {
  const accepted: readonly (readonly [string, JsonObject, Partial<GrantAssertionFacts>?])[] = [
    ["as it should be", claims],
    ["with the token endpoint as aud", { ...claims, aud: facts.token_endpoint }],
    ["that expired within the leeway", { ...claims, exp: 4_991 }],
    ["issued just ahead of our clock", { ...claims, iat: 5_010, nbf: 5_010 }],
    [
      "without iat and jti, where they are optional",
      { sub: "job", aud: facts.issuer, exp: 5_060 },
      { iat_optional: true, jti_optional: true },
    ],
  ];
  for (const [title, payload, options] of accepted) {
    it(title, () => {
      const verified = verifyGrantAssertion({}, payload, exampleTrustedIssuer(), {
        ...facts,
        ...options,
      });
      assert.ok(verified.ok);
      assert.equal(verified.value.subject, "job");
    });
  }

  it("any number of times, where the issuer's may be reused", () => {
    const reusable = exampleTrustedIssuer({ allow_assertion_reuse: true });
    const verified = verifyGrantAssertion({}, claims, reusable, facts);
    assert.ok(verified.ok && verified.value.jti === undefined);
    const once = verifyGrantAssertion(ID_JAG, jag, reusable, facts);
    assert.ok(once.ok && once.value.jti === "1", "not an identity assertion");
  });

  it("with an audience of the record", () => {
    const aliased = exampleTrustedIssuer({ assertion_audiences: ["latchkey"] });
    assert.ok(verifyGrantAssertion({}, { ...claims, aud: "latchkey" }, aliased, facts).ok);
    const asJag = verifyGrantAssertion(ID_JAG, { ...jag, aud: "latchkey" }, aliased, facts);
    assert.ok(!asJag.ok, "not an identity assertion");
  });

  it("with a key that the request proved", () => {
    const bound = { ...jag, cnf: { jkt: "thumbprint" } };
    const trusted = exampleTrustedIssuer();
    assert.ok(verifyGrantAssertion(ID_JAG, bound, trusted, { ...facts, jkt: "thumbprint" }).ok);
    assert.ok(!verifyGrantAssertion(ID_JAG, bound, trusted, { ...facts, jkt: "other" }).ok);
    const more = { ...bound, cnf: { jkt: "thumbprint", "x5t#S256": "cert" } };
    assert.ok(!verifyGrantAssertion(ID_JAG, more, trusted, { ...facts, jkt: "thumbprint" }).ok);
  });
});

describe("RFC 7523 §3: an assertion is rejected", () => {
  const rejected: readonly (readonly [string, JsonObject, JsonObject?])[] = [
    ["typ_not_accepted", claims, { typ: "at+jwt" }],
    ["typ_not_accepted", claims, { typ: 1 }],
    ["aud_not_us", { ...claims, aud: [] }],
    ["aud_not_us", { ...claims, aud: "https://id.example/" }],
    ["aud_not_us", { ...claims, aud: [facts.issuer, "https://else.example"] }],
    ["exp_missing", { ...claims, exp: "5060" }],
    ["exp_missing", { ...claims, exp: Infinity }],
    ["expired", { ...claims, exp: 4_990 }],
    ["exp_too_far", { ...claims, exp: 8_611 }],
    ["lifetime_too_long", { ...claims, iat: 1_000, exp: 5_060 }],
    ["nbf_in_the_future", { ...claims, nbf: 5_011 }],
    ["nbf_in_the_future", { ...claims, nbf: "now" }],
    ["iat_in_the_future", { ...claims, iat: 5_011 }],
    ["iat_missing", { ...claims, iat: undefined }],
    ["jti_missing", { ...claims, jti: "" }],
    ["jti_missing", { ...claims, jti: 1 }],
    ["act_malformed", { ...claims, act: { iss: "x" } }],
    ["aud_not_us", { ...jag, aud: facts.token_endpoint }, ID_JAG],
    ["claim_malformed", claims, ID_JAG],
    ["claim_malformed", { ...jag, scope: 1 }, ID_JAG],
    ["claim_malformed", { ...jag, resource: [1] }, ID_JAG],
    ["claim_not_supported", { ...jag, cnf: {} }, ID_JAG],
    ["claim_not_supported", { ...jag, authorization_details: [] }, ID_JAG],
  ];
  for (const [reason, payload, header = {}] of rejected) {
    it(`${reason}: ${JSON.stringify(payload)}`, () => {
      const verified = verifyGrantAssertion(header, payload, exampleTrustedIssuer(), facts);
      assert.ok(!verified.ok);
      assert.equal(verified.error.reason, reason);
      assert.match(explainAssertion(verified.error, "subject_token"), /^The .*subject_token.*\.$/);
    });
  }
});

it("the type of an identity assertion is recognised in any case", () => {
  assert.ok(isIdJag({ typ: "application/OAUTH-ID-JAG+JWT" }));
  assert.ok(!isIdJag({}));
  assert.ok(!isIdJag({ typ: "JWT" }));
});
