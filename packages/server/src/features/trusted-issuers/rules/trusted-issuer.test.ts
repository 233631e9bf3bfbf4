import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { JsonObject } from "@latchkey/api";
import { exampleTrustedIssuer } from "./example-trusted-issuer.ts";
import { chooseTrustedIssuer, coversSubject, unmetClaim } from "./trusted-issuer.ts";

describe("whether an issuer may assert a subject", () => {
  const any = exampleTrustedIssuer();
  const one = exampleTrustedIssuer({ allow_any_subject: false, subject: "alice" });
  const some = exampleTrustedIssuer({ allow_any_subject: false, subject_pattern: "team:*" });
  const table = [
    [any, "anyone", true],
    [one, "alice", true],
    [one, "Alice", false],
    [some, "team:a", true],
    [some, "team:", false],
    [some, "alice", false],
  ] as const;
  for (const [issuer, subject, covered] of table) {
    it(`${issuer.subject || issuer.subject_pattern || "any"}: ${subject}`, () => {
      assert.equal(coversSubject(issuer, subject), covered);
    });
  }
});

describe("which claim does not meet its condition", () => {
  const table: readonly (readonly [string, JsonObject, JsonObject, string | undefined])[] = [
    ["none is required", {}, { a: 1 }, undefined],
    ["a value", { env: "prod" }, { env: "prod" }, undefined],
    ["another value", { env: "prod" }, { env: "test" }, "env"],
    ["a value that is missing", { env: "prod" }, {}, "env"],
    ["a number for a text", { id: "1" }, { id: 1 }, "id"],
    ["one of a list", { env: ["prod", "test"] }, { env: "test" }, undefined],
    ["none of an empty list", { env: [] }, { env: "test" }, "env"],
    ["a claimed list", { groups: "ops" }, { groups: ["dev", "ops"] }, undefined],
    ["a field of an object", { k: { ns: "a" } }, { k: { ns: "a", pod: "b" } }, undefined],
    ["another field", { k: { ns: "a" } }, { k: { ns: "b" } }, "k"],
    ["an object in a list", { k: [{ ns: "a" }, { ns: "b" }] }, { k: { ns: "b" } }, undefined],
    ["a property of all objects", { constructor: "x" }, {}, "constructor"],
    ["true", { on: true }, { on: "true" }, "on"],
  ];
  for (const [title, conditions, claims, unmet] of table) {
    it(title, () => assert.equal(unmetClaim(conditions, claims), unmet));
  }
});

describe("the record that applies", () => {
  const any = exampleTrustedIssuer({ id: "any" });
  const pattern = exampleTrustedIssuer({
    id: "pattern",
    allow_any_subject: false,
    subject_pattern: "a*",
  });
  const exact = exampleTrustedIssuer({ id: "exact", allow_any_subject: false, subject: "alice" });
  const bound = exampleTrustedIssuer({ id: "bound", client_id: "app" });
  const strict = exampleTrustedIssuer({ id: "strict", subject: "alice", claims: { env: "prod" } });

  const table = [
    ["the narrowest", [any, pattern, exact], {}, "app", "exact"],
    ["a pattern before any subject", [any, pattern], {}, "app", "pattern"],
    ["one for the client before all others", [exact, bound], {}, "app", "bound"],
    ["not one for another client", [exact, bound], {}, "other", "exact"],
    ["without a client, one that names it", [exact, bound], {}, undefined, "bound"],
    ["not one whose claims are not met", [strict, any], {}, "app", "any"],
    ["one whose claims are met", [strict, any], { env: "prod" }, "app", "strict"],
  ] as const;
  for (const [title, issuers, claims, client_id, id] of table) {
    it(title, () => {
      const chosen = chooseTrustedIssuer(issuers, claims, client_id);
      assert.equal(chosen.ok && chosen.value.id, id);
    });
  }

  it("none for this client", () => {
    assert.deepEqual(chooseTrustedIssuer([bound], {}, "other"), {
      ok: false,
      error: { reason: "bound_to_another_client" },
    });
    assert.deepEqual(chooseTrustedIssuer([any], {}, undefined), {
      ok: false,
      error: { reason: "bound_to_another_client" },
    });
  });

  it("none whose claims are met", () => {
    assert.deepEqual(chooseTrustedIssuer([strict], { env: "test" }, "app"), {
      ok: false,
      error: { reason: "claim_not_met", claim: "env" },
    });
  });
});
