import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AccountClaims } from "@latchkey/api";
import { type ArrivalDecision, type ArrivalFacts, decideArrival, usernameFor } from "./arrival.ts";
import type { ProviderRecord } from "./identity-provider.ts";

const verified = { email: "alice@Example.com", email_verified: true };
const stranger: ArrivalFacts = { linked: undefined, is_email_taken: false };
const alice: ArrivalFacts = { linked: { subject: "1", may_sign_in: true }, is_email_taken: true };
const disabled: ArrivalFacts = { ...alice, linked: { subject: "1", may_sign_in: false } };
const taken: ArrivalFacts = { linked: undefined, is_email_taken: true };

type Rule = ProviderRecord["create_accounts"];
const decisions: readonly (readonly [
  Rule,
  AccountClaims,
  ArrivalFacts,
  ArrivalDecision["kind"],
])[] = [
  ["never", verified, alice, "sign_in"],
  ["always", verified, disabled, "refuse"],
  ["never", verified, stranger, "prove_account"],
  ["always", {}, stranger, "create"],
  ["always", verified, stranger, "create"],
  ["always", verified, taken, "prove_account"],
  ["verified_email_domain", verified, stranger, "create"],
  ["verified_email_domain", verified, taken, "prove_account"],
  ["verified_email_domain", { email: "alice@example.com" }, stranger, "prove_account"],
  ["verified_email_domain", { ...verified, email: "a@sub.example.com" }, stranger, "prove_account"],
  ["verified_email_domain", { ...verified, email: "a@example.com@x.y" }, stranger, "prove_account"],
  ["verified_email_domain", {}, stranger, "prove_account"],
];

describe("a user who has signed in at a provider", () => {
  for (const [create_accounts, claims, facts, kind] of decisions) {
    it(`${create_accounts}, ${JSON.stringify([claims, facts])}: ${kind}`, () => {
      const provider = { create_accounts, email_domains: ["example.com"] };
      assert.equal(decideArrival({ claims }, provider, facts).kind, kind);
    });
  }
});

const usernames: readonly (readonly [AccountClaims, string])[] = [
  [verified, "alice@example.com"],
  [{ email: "alice@example.com" }, "google-1f"],
  [{ email: "Zoe\u0308@Example.com", email_verified: true }, "zoë@example.com"],
  [{ email: "аlice@example.com", email_verified: true }, "google-1f"], // with a Cyrillic first letter
  [{ preferred_username: "Alice" }, "alice-google-1f"],
  [{ preferred_username: "admin@example.com" }, "adminexample.com-google-1f"],
  [{ preferred_username: "<ä>" }, "google-1f"],
  [{}, "google-1f"],
];

for (const [claims, expected] of usernames) {
  it(`the username for ${JSON.stringify(claims)} is ${expected}`, () => {
    assert.equal(usernameFor({ claims }, { id: "google" }, "1f"), expected);
  });
}
