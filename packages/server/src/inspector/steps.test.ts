import assert from "node:assert/strict";
import { test } from "node:test";
import { served } from "@latchkey/api";
import { registerGrantTypes } from "../grants/grant-types.ts";
import { findStep, nameStep } from "./name-step.ts";
import { type ObservedGrant, unknownGrant } from "./observed-request.ts";
import { stepsByName } from "./steps.ts";

const grants: readonly ObservedGrant[] = Array.from(
  registerGrantTypes().values(),
  ({ inspector }) => inspector,
);
const inspected = Object.entries(served).flatMap(([id, { inspect }]) =>
  inspect === null ? [] : [{ id, inspect }],
);

test("steps of the same name are described alike", () => {
  const names = new Map<string, string>();
  const check = (name: string, ...described: (string | null)[]): void => {
    const words = JSON.stringify(described);
    assert.equal(names.get(name) ?? words, words, name);
    names.set(name, words);
  };
  const ofOperations = inspected.flatMap(({ inspect }) => [
    ...(inspect.step === "of_grant_type" ? [] : [inspect.step]),
    ...inspect.other_steps.map(({ step }) => step),
  ]);
  for (const step of [...ofOperations, ...grants.map((grant) => grant.step)]) {
    check(step.name, step.sentence, step.contents, step.outcome, step.headline);
    if (step.refused !== null) check(step.refused, step.refused_sentence ?? step.sentence);
  }
  assert.deepEqual([...stepsByName(grants).keys()].toSorted(), [...names.keys()].toSorted());
});

const named: [string, string, Record<string, string>, boolean, string][] = [
  ["a new authorization", "oauthAuth", { client_id: "photos" }, false, "authorize"],
  ["one that is rejected", "oauthAuth", { client_id: "photos" }, true, "authorize"],
  ["the return from login", "oauthAuth", { login_verifier: "v" }, false, "after_login"],
  ["the return from consent", "oauthAuth", { consent_verifier: "v" }, true, "after_consent"],
  ["a code of an integration", "exchangeToken", { grant_type: "x" }, false, "code_redeemed"],
  ["its refresh", "exchangeToken", { grant_type: "refresh_token" }, true, "refresh_refused"],
  ["an unknown grant type", "oauth2Token", { grant_type: "x" }, true, "token_refused"],
  ["a logout", "disconnectUser", {}, false, "logout"],
  ["the return from logout", "disconnectUser", { logout_verifier: "v" }, false, "after_logout"],
];

for (const [title, id, parameters, refused, name] of named) {
  test(`${title} is the step ${name}`, () => {
    const inspect = served[id]?.inspect;
    assert.ok(inspect);
    const step = findStep(inspect, new Map(Object.entries(parameters)));
    assert.equal(nameStep(step, refused), name);
  });
}

test("a grant type has the step of the token endpoint", () => {
  const inspect = served["oauth2Token"]?.inspect;
  assert.ok(inspect);
  for (const grant of [...grants, unknownGrant]) {
    assert.equal(findStep(inspect, new Map(), grant), grant.step);
  }
});
