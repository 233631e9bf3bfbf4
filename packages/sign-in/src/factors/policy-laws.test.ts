import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";

import { assertProperty } from "../../../server/test/support/properties.ts";
import {
  acrOf,
  type AskedLevels,
  meetsAlways,
  nextStep,
  type OwnedFactors,
  type Strength,
  strengthOfMethods,
  withCode,
} from "./policy.ts";

const names = { second_factor: "mfa", passkey: "phr" };
const levelOf: Readonly<Record<string, Strength>> = { mfa: 2, phr: 3 };

const levels = fc.uniqueArray(fc.constantFrom("mfa", "phr", "gold", ""), { maxLength: 4 });
const demanded = fc.option(levels, { nil: undefined });
const strength = fc.constantFrom<Strength>(1, 2, 3);
const asked: fc.Arbitrary<AskedLevels> = fc.record({
  preferred: levels,
  required: demanded,
  always: demanded,
  account: strength,
});
const owned: fc.Arbitrary<OwnedFactors> = fc.record({
  totp: fc.boolean(),
  passkey: fc.boolean(),
  unusable: fc.boolean(),
});
const methods = fc.uniqueArray(
  fc.constantFrom("pwd", "otp", "mfa", "hwk", "swk", "user", "sms", "face"),
);

/** The strength that one of these levels asks for at least; undefined if no sign-in has any of them. */
function demandOf(list: readonly string[] | undefined): number | undefined {
  if (list === undefined || list.length === 0) return 1;
  const known = list.flatMap((level) => levelOf[level] ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
}

test("a sign-in is accepted only if it is as strong as request, client, account and policy ask", () => {
  assertProperty(
    fc.property(asked, owned, strength, (given, has, used) => {
      const step = nextStep(given, has, used, names);
      const demands = [demandOf(given.required), demandOf(given.always)];
      if (demands.includes(undefined)) return assert.equal(step.kind, "refuse");
      assert.notEqual(step.kind, "refuse");
      if (step.kind !== "accept") return;
      const needed = [given.account, has.totp ? 2 : 1, ...demands.map((one) => one ?? Infinity)];
      assert.ok(used >= Math.max(...needed));
    }),
  );
});

test("what is asked for is a factor of the account, and stronger than what was used", () => {
  assertProperty(
    fc.property(asked, owned, strength, (given, has, used) => {
      const step = nextStep(given, has, used, names);
      if (step.kind !== "ask") return;
      assert.ok(has[step.factor]);
      assert.ok(used < (step.factor === "totp" ? 2 : 3));
    }),
  );
});

test("a password alone sets up no factor beside one that the account has", () => {
  assertProperty(
    fc.property(asked, owned, (given, has) => {
      if (nextStep(given, has, 1, names).kind !== "set_up") return;
      assert.deepEqual([has.totp, has.unusable], [false, false]);
      assert.ok(!has.passkey, "a passkey is enough for everything");
    }),
  );
});

test("every sign-in ends after three steps at most, whatever the user is asked for", () => {
  assertProperty(
    fc.property(asked, owned, (given, has) => {
      let used: Strength = 1;
      for (let count = 0; count < 3; count += 1) {
        const step = nextStep(given, has, used, names);
        if (step.kind !== "ask") return;
        used = step.factor === "totp" ? 2 : 3;
      }
      assert.notEqual(nextStep(given, has, used, names).kind, "ask");
    }),
  );
});

test("acr names a level that was reached, and every sign-in with more than a password has one", () => {
  assertProperty(
    fc.property(asked, strength, (given, used) => {
      const acr = acrOf(given, used, names);
      assert.equal(acr === undefined, used === 1);
      if (acr !== undefined) assert.ok((levelOf[acr] ?? Infinity) <= used);
    }),
  );
});

test("a session that is enough for every login is accepted where the account has no more to ask", () => {
  assertProperty(
    fc.property(asked, strength, (given, used) => {
      const always = { ...given, required: undefined, preferred: [] };
      const none = { totp: false, passkey: false, unusable: false };
      const isAccepted = nextStep(always, none, used, names).kind === "accept";
      assert.equal(meetsAlways(always, used, names), isAccepted);
    }),
  );
});

test("a further method never makes a sign-in weaker, and a code makes every one two factors", () => {
  assertProperty(
    fc.property(methods, methods, (before, more) => {
      assert.ok(strengthOfMethods([...before, ...more]) >= strengthOfMethods(before));
      const after = withCode(before);
      assert.ok(strengthOfMethods(after) >= Math.max(2, strengthOfMethods(before)));
      for (const method of before) assert.ok(after.includes(method), "what was used stays in amr");
    }),
  );
});
