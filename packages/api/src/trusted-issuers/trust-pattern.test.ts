import assert from "node:assert/strict";
import { it } from "node:test";
import { isTrustPattern, matchesTrustPattern } from "./trust-pattern.ts";

const matches: readonly (readonly [pattern: string, subject: string, matches: boolean])[] = [
  ["repo:octo/app:*", "repo:octo/app:ref:refs/heads/main", true],
  ["repo:octo/app:*", "repo:octo/app:", false],
  ["repo:octo/app:*", "repo:octo/application:ref:refs/heads/main", false],
  ["repo:octo/*:ref:refs/heads/main", "repo:octo/app:ref:refs/heads/main", true],
  ["repo:octo/*:ref:refs/heads/main", "repo:octo/app:ref:refs/heads/main2", false],
  ["repo:octo/*:ref:refs/heads/main", "repo:octo/app:environment:x:ref:refs/heads/main", false],
  ["repo:octo/*:ref:refs/heads/main", "repo:octo/:ref:refs/heads/main", false],
  ["repo:*/app:ref:refs/heads/main", "repo:octo/evil/app:ref:refs/heads/main", false],
  ["repo:octo/app:ref:refs/heads/release-*", "repo:octo/app:ref:refs/heads/release-1/2", true],
  ["repo:octo/app:ref:refs/heads/release-*", "repo:octo/app:ref:refs/heads/release-", false],
  ["system:serviceaccount:*:web", "system:serviceaccount:prod:web", true],
  ["system:serviceaccount:*:web", "system:serviceaccount:prod:x:web", false],
  ["*", "anything:at/all", true],
  ["*", "", false],
  ["a*c/x", "abc/x", true],
  ["a*c/x", "ac/x", false],
  ["a*a/x", "a/x", false],
];

for (const [pattern, subject, expected] of matches) {
  it(`${pattern} ${expected ? "matches" : "does not match"} ${subject}`, () => {
    assert.equal(matchesTrustPattern(pattern, subject), expected);
  });
}

for (const [text, expected] of [
  ["repo:octo/*:ref:*", true],
  ["repo:octo/app", false],
  ["a**", false],
  ["a*b*c", false],
  ["a*/b*", true],
] as const) {
  it(`${text} is ${expected ? "a" : "no"} pattern`, () => {
    assert.equal(isTrustPattern(text), expected);
  });
}

it("matches long subjects in linear time", () => {
  const subject = "a:".repeat(4_000);
  assert.equal(matchesTrustPattern("*:a/*", subject), false);
});
