import assert from "node:assert/strict";
import { test } from "node:test";
import { decisions } from "./decisions.ts";
import { explainStep, fixFor } from "./explain.ts";
import { objections } from "./objections.ts";
import type { StepFacts } from "./observation.ts";
import { effectOf } from "./outcome.ts";

function explain(facts: Partial<StepFacts>) {
  return explainStep({ flow_id: "f", at_ms: 0, request_id: "r", facts: aStep(facts) });
}

function aStep(facts: Partial<StepFacts>): StepFacts {
  return {
    name: "authorize",
    method: "GET",
    path: "/oauth2/auth",
    parameters: { client_id: "photos", response_type: "code", scope: "openid" },
    rule: "login_needed",
    status: 302,
    ...facts,
  };
}

test("a step is one line: what came in, and what was decided", () => {
  const { line, at, decided } = explain({});
  assert.equal(at, "1970-01-01T00:00:00.000Z");
  assert.equal(
    line,
    "photos asks for code, scope openid → Nobody is remembered in this browser, so the person must log in.",
  );
  assert.equal(decided.reference, "OpenID Connect Core §3.1.2.3");
});

test("a login that the client wants fresh is told as such", () => {
  for (const parameters of [{ prompt: "login" }, { max_age: "0" }])
    assert.equal(explain({ parameters }).decided.rule, "fresh_login_asked");
});

test("the operator learns what the client is not told", () => {
  const facts = aStep({
    name: "code_refused",
    rule: "issued_to_another_client",
    status: 400,
    error: "invalid_grant",
    error_description: "The code is invalid, or was issued to another client.",
  });
  const { decided, told } = explain(facts);
  assert.match(decided.because, /given to another client/);
  assert.equal(told.error_description, "The code is invalid, or was issued to another client.");
  assert.equal(told.summary, "400 invalid_grant");
  assert.match(fixFor(facts) ?? "", /find out how it got there/);
});

test("a refusal nobody wrote about is still told in its own words", () => {
  const facts = { rule: "brand_new", status: 400, error: "brand_new", error_description: "No." };
  assert.deepEqual(explain(facts).decided, { rule: "brand_new", because: "No." });
  assert.equal(fixFor(aStep(facts)), undefined);
});

const effects: [string, Partial<StepFacts>, string, boolean][] = [
  ["asking", {}, "under_way", false],
  ["a code", { name: "after_consent", rule: "granted" }, "granted", true],
  ["tokens", { name: "code_redeemed", status: 200 }, "granted", true],
  [
    "a no",
    { name: "after_consent", rule: "consent_provider_refused", error: "x" },
    "refused",
    true,
  ],
  ["prompt=none", { rule: "login_required", error: "login_required" }, "refused", true],
  ["a mistake", { rule: "scope_not_allowed", error: "invalid_scope" }, "failed", true],
  [
    "a reload",
    { name: "after_login", rule: "already_used", error: "invalid_request" },
    "failed",
    false,
  ],
  [
    "a lost race",
    { name: "code_refused", rule: "race_lost", error: "invalid_grant" },
    "failed",
    false,
  ],
  ["a provider's slip", { name: "login_answer_not_taken", status: 400 }, "failed", false],
  [
    "going back",
    { name: "login_not_shown", rule: "already_used", status: 409 },
    "under_way",
    false,
  ],
  ["staying", { name: "logout_rejected", status: 204 }, "refused", true],
];

for (const [title, facts, outcome, settled] of effects) {
  test(`${title}: ${outcome}${settled ? ", and that is that" : ""}`, () => {
    assert.deepEqual(effectOf(aStep(facts)), { outcome, settled });
  });
}

test("every explanation is a sentence, and says where it is written", () => {
  const texts = [...Object.values(decisions), ...Object.values(objections)];
  assert.ok(texts.length > 60);
  for (const text of texts) {
    for (const sentence of Object.entries(text).filter(([name]) => name !== "reference"))
      assert.match(sentence[1], /^[A-Z].*\.$/);
    if (text.reference !== undefined) assert.match(text.reference, /§\d/);
  }
});
