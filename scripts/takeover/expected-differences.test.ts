import assert from "node:assert/strict";
import { test } from "node:test";
import { findRule } from "./expected-differences.ts";

type Case = readonly [path: string, expected: unknown, got: unknown];

/** Beside each difference that a rule expects, one in the same answer that no rule may hide. */
const planted: readonly {
  readonly of: string;
  readonly entry: string;
  readonly expected: Case;
  readonly hidden: Case;
}[] = [
  {
    of: "v1.9.2",
    entry: "jwks",
    expected: ["public:a", undefined, { kty: "RSA", use: "sig", alg: "RS256", n: "1", e: "AQAB" }],
    hidden: ["public:a", { kty: "RSA" }, undefined],
  },
  {
    of: "v1.9.2",
    entry: "key_sets/hydra.https-tls",
    expected: ["public:a", { use: "sig", kty: "RSA", alg: "RS256", n: "1" }, undefined],
    hidden: ["public:a.n", "1", "2"],
  },
  {
    of: "v26.2.0-grace",
    entry: "tokens/bea-1.refresh introspect",
    expected: ["body.active", true, false],
    hidden: ["body.sub", "bea", "mallory"],
  },
  {
    of: "v26.2.0-grace",
    entry: "tokens/bea-1.refresh reuse",
    expected: ["status", 200, 400],
    hidden: ["status", 200, 500],
  },
  {
    of: "v26.2.0-grace",
    entry: "tokens/bea-1.refresh chain_after_reuse",
    expected: ["bea-3.access", true, false],
    hidden: ["bea-3.access", false, true],
  },
  {
    of: "v26.2.0-upgraded-postgres",
    entry: "sessions/alice authorize",
    expected: ["login_skip", false, true],
    hidden: ["login_skip", true, false],
  },
  {
    of: "v26.2.0-upgraded-postgres",
    entry: "consent_sessions/alice others",
    expected: ["", [], ["fx-basic"]],
    hidden: ["", ["fx-basic"], []],
  },
  {
    of: "v26.2.0-upgraded-postgres",
    entry: "logouts/a follow",
    expected: ["status", 302, 200],
    hidden: ["status", 302, 400],
  },
  {
    of: "v26.2.0-upgraded-postgres",
    entry: "tokens/oscar.refresh refresh",
    expected: ["status", 500, 200],
    hidden: ["scope", "openid", "openid offline"],
  },
  {
    of: "v26.2.0-upgraded-postgres",
    entry: "flows/a ends_at",
    expected: ["url", undefined, "https://app.example.com/cb"],
    hidden: ["url", "https://app.example.com/cb", "https://mallory.example/cb"],
  },
  {
    of: "v26.2.0",
    entry: "devices/a poll",
    expected: ["error", "authorization_pending", "invalid_grant"],
    hidden: ["status", 400, 500],
  },
];

for (const { of, entry, expected, hidden } of planted)
  test(`${entry} of ${of} differs as expected, and no other difference hides behind that`, () => {
    const ruleFor = ([path, was, is]: Case) =>
      findRule({ name: of }, entry, { path, expected: was, got: is })?.rule;
    assert.notEqual(ruleFor(expected), undefined);
    assert.equal(ruleFor(hidden), undefined);
    assert.equal(ruleFor([`${expected[0]}.planted`, 1, 2]), undefined);
  });
