import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { loadFeatures } from "../feature/load-features.ts";
import { standardFeatures } from "../features/standard.ts";
import { explanationsOf } from "./explanations.ts";
import { explainStep, fixFor } from "./explain.ts";
import type { StepFacts } from "./observation.ts";
import { effectOf } from "./outcome.ts";

const explanations = explanationsOf(await loadFeatures(standardFeatures), []);
const { acceptances, rejections } = explanationsOf([], []);

function explain(facts: Partial<StepFacts>) {
  return explainStep(
    { flow_id: "f", at_ms: 0, request_id: "r", facts: aStep(facts) },
    explanations,
  );
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

test("a step has one line: the request, and the decision", () => {
  const { line, at, decided } = explain({});
  assert.equal(at, "1970-01-01T00:00:00.000Z");
  assert.equal(
    line,
    "photos requests code, scope openid → The browser has no session, so the user must sign in.",
  );
  assert.equal(decided.reference, "OpenID Connect Core §3.1.2.3");
});

test("a sign-in that the client requested is explained as such", () => {
  for (const parameters of [{ prompt: "login" }, { max_age: "0" }])
    assert.equal(explain({ parameters }).decided.rule, "fresh_login_asked");
});

test("the explanation has the reason that the client does not get", () => {
  const facts = aStep({
    name: "code_refused",
    rule: "issued_to_another_client",
    status: 400,
    error: "invalid_grant",
    error_description: "The code is invalid, or was issued to another client.",
  });
  const { decided, response } = explain(facts);
  assert.match(decided.because, /than the one that presented it/);
  assert.equal(response.error_description, "The code is invalid, or was issued to another client.");
  assert.equal(response.summary, "400 invalid_grant");
  assert.match(fixFor(facts, explanations) ?? "", /find out how it got there/);
});

test("an error without an explanation is explained by its description", () => {
  const facts = { rule: "brand_new", status: 400, error: "brand_new", error_description: "No." };
  assert.deepEqual(explain(facts).decided, { rule: "brand_new", because: "No." });
  assert.equal(fixFor(aStep(facts), explanations), undefined);
});

const effects: [string, Partial<StepFacts>, string, boolean][] = [
  ["an authorization request", {}, "under_way", false],
  ["a code", { name: "after_consent", rule: "granted" }, "granted", true],
  ["tokens", { name: "code_redeemed", status: 200 }, "granted", true],
  [
    "a refusal by the consent provider",
    { name: "after_consent", rule: "consent_provider_refused", error: "x" },
    "refused",
    true,
  ],
  ["prompt=none", { rule: "login_required", error: "login_required" }, "refused", true],
  ["an invalid request", { rule: "scope_not_allowed", error: "invalid_scope" }, "failed", true],
  [
    "a reload",
    { name: "after_login", rule: "already_used", error: "invalid_request" },
    "failed",
    false,
  ],
  [
    "a duplicate request",
    { name: "code_refused", rule: "race_lost", error: "invalid_grant" },
    "failed",
    false,
  ],
  [
    "an invalid call by a provider",
    { name: "login_answer_not_taken", status: 400 },
    "failed",
    false,
  ],
  [
    "the back button",
    { name: "login_not_shown", rule: "already_used", status: 409 },
    "under_way",
    false,
  ],
  ["a declined logout", { name: "logout_rejected", status: 204 }, "refused", true],
];

for (const [title, facts, outcome, settled] of effects) {
  test(`${title}: ${outcome}${settled ? ", settled" : ""}`, () => {
    assert.deepEqual(effectOf(aStep(facts)), { outcome, settled });
  });
}

test("every row of explanations/ is in its table, and none is in two files", async () => {
  const folder = join(import.meta.dirname, "explanations");
  const rows: Record<"Acceptances" | "Rejections", string[]> = { Acceptances: [], Rejections: [] };
  for (const file of readdirSync(folder)) {
    const tables: object = await import(pathToFileURL(join(folder, file)).href);
    for (const [name, table] of Object.entries(tables))
      for (const kind of ["Acceptances", "Rejections"] as const)
        if (name.endsWith(kind)) rows[kind].push(...Object.keys(Object(table)));
  }
  assert.deepEqual(rows.Acceptances.toSorted(), Object.keys(acceptances).toSorted());
  assert.deepEqual(rows.Rejections.toSorted(), Object.keys(rejections).toSorted());
});

test("every explanation is a sentence, and every reference names a section", () => {
  const texts = [
    ...Object.values(explanations.acceptances),
    ...Object.values(explanations.rejections),
  ];
  assert.ok(texts.length > 60);
  for (const text of texts) {
    for (const sentence of Object.entries(text).filter(([name]) => name !== "reference"))
      assert.match(sentence[1], /^[A-Z].*\.$/);
    if (text.reference !== undefined) assert.match(text.reference, /§\d/);
  }
});
