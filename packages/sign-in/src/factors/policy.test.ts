import assert from "node:assert/strict";
import { test } from "node:test";

import {
  type AskedLevels,
  mayChangeFactors,
  meetsAlways,
  type NextStep,
  nextStep,
  type OwnedFactors,
  type Strength,
  strengthOfMethods,
  withCode,
} from "./policy.ts";

const names = { second_factor: "mfa", passkey: "phr" };
const nothing: OwnedFactors = { totp: false, passkey: false, unusable: false };
const app: OwnedFactors = { ...nothing, totp: true };
const passkey: OwnedFactors = { ...nothing, passkey: true };
const both: OwnedFactors = { ...app, passkey: true };
/** A passkey, on a server that has no passkeys. */
const unusable: OwnedFactors = { ...nothing, unusable: true };
const unusableAndApp: OwnedFactors = { ...app, unusable: true };
const accept = (acr?: string): NextStep => ({ kind: "accept", acr });
const askApp: NextStep = { kind: "ask", factor: "totp" };
const askPasskey: NextStep = { kind: "ask", factor: "passkey" };
const setUp = (needed: Strength): NextStep => ({ kind: "set_up", needed });
const refuse: NextStep = { kind: "refuse" };
const blocked: NextStep = { kind: "blocked" };

const required = (...levels: string[]) => ({ required: levels });
const preferred = (...levels: string[]) => ({ preferred: levels });
const always = (...levels: string[]) => ({ always: levels });
const policy = (account: Strength) => ({ account });

const rows: [Partial<AskedLevels>, OwnedFactors, Strength, NextStep][] = [
  // Nothing is asked: the account decides.
  [{}, nothing, 1, accept()],
  [{}, app, 1, askApp],
  [{}, app, 2, accept("mfa")],
  [{}, both, 1, askApp],
  [{}, passkey, 1, accept()],
  [{}, passkey, 3, accept("phr")],
  [{}, app, 3, accept("phr")],
  // A preference is met where the account can, and is no obstacle where it cannot.
  [preferred("mfa"), nothing, 1, accept()],
  [preferred("mfa"), passkey, 1, askPasskey],
  [preferred("phr", "mfa"), both, 1, askApp],
  [preferred("phr", "mfa"), both, 2, askPasskey],
  [preferred("phr", "mfa"), app, 2, accept("mfa")],
  [preferred("mfa"), passkey, 3, accept("mfa")],
  [preferred("gold"), nothing, 1, accept()],
  // A requirement is met, or the login is not accepted.
  [required("mfa"), nothing, 1, setUp(2)],
  [required("mfa"), app, 1, askApp],
  [required("mfa"), passkey, 1, askPasskey],
  [required("mfa"), app, 2, accept("mfa")],
  [required("mfa"), passkey, 3, accept("mfa")],
  [required("phr"), app, 2, setUp(3)],
  [required("phr"), both, 2, askPasskey],
  [required("phr"), both, 3, accept("phr")],
  [required("phr", "mfa"), app, 2, accept("mfa")],
  [required("gold"), both, 3, refuse],
  [required("gold", "mfa"), app, 2, accept("mfa")],
  // What a client always requires cannot be lowered by a request.
  [always("mfa"), nothing, 1, setUp(2)],
  [{ ...always("phr"), ...required("mfa") }, both, 2, askPasskey],
  [{ ...always("phr"), ...required("mfa") }, app, 2, setUp(3)],
  [{ ...always("phr"), ...required("mfa") }, both, 3, accept("mfa")],
  [{ ...always("mfa"), ...required("gold") }, both, 3, refuse],
  [always("gold"), both, 3, refuse],
  [always(), nothing, 1, accept()],
  // The policy for the account, whatever the client and the request.
  [policy(2), nothing, 1, setUp(2)],
  [policy(2), app, 1, askApp],
  [policy(2), passkey, 1, askPasskey],
  [policy(2), both, 2, accept("mfa")],
  [policy(2), passkey, 3, accept("phr")],
  [policy(3), nothing, 1, setUp(3)],
  [policy(3), both, 1, askPasskey],
  [policy(3), both, 2, askPasskey],
  [policy(3), passkey, 3, accept("phr")],
  [{ ...policy(3), ...required("mfa"), ...always("mfa") }, both, 2, askPasskey],
  [{ ...policy(2), ...always("phr") }, both, 2, askPasskey],
  [{ ...policy(3), ...required("gold") }, both, 3, refuse],
  // A password sets up the first factor alone: who has one confirms with it before.
  [policy(3), app, 1, askApp],
  [policy(3), app, 2, setUp(3)],
  [required("phr"), app, 1, askApp],
  [policy(2), unusable, 1, blocked],
  [policy(3), unusable, 1, blocked],
  [policy(3), unusableAndApp, 1, askApp],
  [policy(3), unusableAndApp, 2, setUp(3)],
  [policy(1), unusable, 1, accept()],
];

const nothingAsked: AskedLevels = {
  preferred: [],
  required: undefined,
  always: undefined,
  account: 1,
};

for (const [asked, has, used, expected] of rows) {
  const title = JSON.stringify({ ...asked, has, used });
  test(`${title} → ${JSON.stringify(expected)}`, () => {
    const levels = { ...nothingAsked, ...asked };
    assert.deepEqual(nextStep(levels, has, used, names), expected);
  });
}

test("an empty name is no level", () => {
  const asked = { ...nothingAsked, preferred: [""] };
  const unnamed = { second_factor: "", passkey: "" };
  assert.deepEqual(nextStep(asked, passkey, 1, unnamed), accept());
});

test("methods of RFC 8176 have a strength", () => {
  assert.equal(strengthOfMethods(["pwd"]), 1);
  assert.equal(strengthOfMethods(["pwd", "otp"]), 2);
  assert.equal(strengthOfMethods(["otp"]), 1, "a code by mail");
  assert.equal(strengthOfMethods(["otp", "mfa"]), 2);
  assert.equal(strengthOfMethods(["hwk", "user"]), 3);
  assert.equal(strengthOfMethods(["pwd", "swk", "user"]), 3);
  assert.equal(strengthOfMethods([]), 1);
});

test("a code of the authenticator app counts, whatever came before it", () => {
  assert.deepEqual(withCode(["pwd"]), ["pwd", "otp"]);
  assert.deepEqual(withCode(["otp"]), ["otp", "mfa"], "after a code by mail");
  assert.deepEqual(withCode([]), ["otp", "mfa"], "after a sign-in at another server");
  for (const before of [["pwd"], ["otp"], []]) assert.equal(strengthOfMethods(withCode(before)), 2);
});

const sessions: [string[] | undefined, Strength, Strength, boolean][] = [
  [undefined, 1, 1, true],
  [["mfa"], 1, 1, false],
  [["phr", "mfa"], 1, 2, true],
  [["gold"], 1, 3, false],
  // A policy that was made stricter since.
  [undefined, 2, 1, false],
  [undefined, 2, 2, true],
  [undefined, 3, 2, false],
  [["mfa"], 3, 2, false],
  [["mfa"], 3, 3, true],
  [["phr"], 2, 2, false],
];

for (const [levels, account, used, expected] of sessions) {
  const title = `the client requires ${levels?.join(", ")}, the policy ${account}: a session of ${used}`;
  test(`${title} is ${expected ? "" : "not "}enough`, () => {
    assert.equal(meetsAlways({ always: levels, account }, used, names), expected);
  });
}

const changes: [title: string, created_at: number[], used: Strength, boolean][] = [
  ["an account without factors, after its password", [], 1, true],
  ["one with a factor, after its password", [50], 1, false],
  ["one that got its factor since", [100, 150], 1, true],
  ["one that had another before", [50, 150], 1, false],
  ["one with a factor, after that", [50], 2, true],
  ["one with a factor, after a passkey", [50, 60], 3, true],
];

for (const [title, created_at, used, expected] of changes) {
  test(`factors ${expected ? "can" : "cannot"} be changed: ${title}`, () => {
    const factors = created_at.map((time) => ({ created_at: time }));
    assert.equal(mayChangeFactors(factors, used, 100), expected);
  });
}
