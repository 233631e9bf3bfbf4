import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decideRegistration,
  type RegistrationMode,
  takesStrangers,
} from "./registration-policy.ts";

const domains = ["wonderland.example", "Bücher.example"];

const cases: [RegistrationMode, string, string][] = [
  ["off", "alice@wonderland.example", "not_offered"],
  ["invite", "alice@wonderland.example", "not_offered"],
  ["open", " Alice@Elsewhere.Example ", "alice@elsewhere.example"],
  ["open", "alice", "address_malformed"],
  ["open", "", "address_malformed"],
  ["open", "alice@localhost", "address_malformed"],
  ["open", "alice@a.example, mallory@b.example", "address_malformed"],
  ["open", "alice@a.example\nBcc: mallory@b.example", "address_malformed"],
  ["open", "mi\u212ae@wonderland.example", "mike@wonderland.example"],
  ["domain", "ALICE@WONDERLAND.EXAMPLE", "alice@wonderland.example"],
  ["domain", "alice@bücher.example", "alice@bücher.example"],
  ["domain", "alice@xn--bcher-kva.example", "alice@xn--bcher-kva.example"],
  ["domain", "alice@sub.wonderland.example", "domain_not_allowed"],
  ["domain", "alice@evilwonderland.example", "domain_not_allowed"],
  ["domain", "alice@wonderland.example.evil.example", "domain_not_allowed"],
  ["domain", "alice@evil.example@wonderland.example", "address_malformed"],
];

for (const [mode, address, expected] of cases) {
  test(`${mode}: ${JSON.stringify(address)} is ${expected}`, () => {
    const decision = decideRegistration(address, { mode, domains });
    assert.equal(decision.kind === "allowed" ? decision.address : decision.kind, expected);
  });
}

test("no address is allowed in the mode domain without domains", () => {
  const decision = decideRegistration("alice@a.example", { mode: "domain", domains: [] });
  assert.equal(decision.kind, "domain_not_allowed");
});

test("strangers register where the mode is domain or open", () => {
  const modes = ["off", "invite", "domain", "open"] as const;
  assert.deepEqual(modes.filter(takesStrangers), ["domain", "open"]);
});
