import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addresseeOf, isAddressedTo } from "./addressee.ts";
import type { AskedAuthentication } from "./authentication-request.ts";

describe("the addressee of a backchannel authentication request", () => {
  it("is one for all ways to write a hint", () => {
    const written = [
      "alice@example.com",
      "ALICE@Example.com",
      " alice@example.com ",
      "ａlice@example.com",
    ];
    assert.deepEqual(new Set(written.map(addresseeOf)), new Set(["alice@example.com"]));
    assert.equal(addresseeOf("Alice  Liddell"), "alice liddell");
    assert.notEqual(addresseeOf("alice"), addresseeOf("alicé"));
  });

  it("stays short enough for an index, whatever normalization does to it", () => {
    const grown = addresseeOf("\ufdfa".repeat(255));
    assert.ok(grown.length <= 255 && grown.isWellFormed());
  });

  const asked: AskedAuthentication = { scope: [], audience: [], acr_values: [], ui_locales: [] };
  const cases: [string, Partial<AskedAuthentication>, string, boolean][] = [
    ["its subject", { subject: "A1", login_hint: "alice" }, "A1", true],
    ["a subject in other letters", { subject: "A1", login_hint: "alice" }, "a1", false],
    [
      "the hint of a user whose subject is known",
      { subject: "A1", login_hint: "alice" },
      "alice",
      false,
    ],
    ["the sub of its ID token", { id_token_hint: { sub: "A1" } }, "A1", true],
    ["another sub", { id_token_hint: { sub: "A1" } }, "a1", false],
    ["its hint", { login_hint: "Alice" }, "alice", true],
    ["another hint", { login_hint: "Alice" }, "bob", false],
  ];
  for (const [what, named, user, expected] of cases)
    it(`${what} → ${expected}`, () =>
      assert.equal(isAddressedTo(user, { ...asked, ...named }), expected));
});
