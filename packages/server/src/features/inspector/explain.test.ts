import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { InspectedStep } from "@latchkey/api";
import { explanationsOf } from "../../api/explanations.ts";
import { loadFeatures } from "../../feature/load-features.ts";
import { features as composed } from "../../../../cli/src/features.ts";
import { explainStep, fixFor } from "./explain.ts";
import type { Explanation, Rejection } from "../../oauth/rejection.ts";
import type { StepFacts } from "./rules/observation.ts";
import { effectOf } from "./outcome.ts";

const explanations = explanationsOf(await loadFeatures(composed), []);

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

type Success = InspectedStep["outcome"];
const effects: [string, Partial<StepFacts>, string, boolean, Success?][] = [
  ["an authorization request", {}, "under_way", false],
  ["a code", { name: "after_consent", rule: "granted" }, "granted", true, "granted"],
  ["tokens", { name: "code_redeemed", status: 200 }, "granted", true, "granted"],
  ["a sign-in to a page", { name: "after_login", rule: "signed_in" }, "granted", true],
  [
    "a refusal by the consent provider",
    { name: "after_consent", rule: "consent_provider_refused", error: "x" },
    "refused",
    true,
    "granted",
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
  ["a declined logout", { name: "logout_rejected", status: 204 }, "refused", true, "refused"],
];

for (const [title, facts, outcome, settled, success = "under_way"] of effects) {
  test(`${title}: ${outcome}${settled ? ", settled" : ""}`, () => {
    assert.deepEqual(effectOf(aStep(facts), success), { outcome, settled });
  });
}

test("every row of a rule is explained as it says, and every acceptance is in one table", async () => {
  const { acceptances, rejections } = explanations;
  const src = join(import.meta.dirname, "../..");
  const accepted: string[] = [];
  let explained = 0;
  for (const file of globSync("**/*.ts", { cwd: src, exclude: ["**/*.test.ts"] })) {
    if (!/rejection\.ts"|explanations\.ts"/.test(readFileSync(join(src, file), "utf8"))) continue;
    const tables: object = await import(pathToFileURL(join(src, file)).href);
    for (const [table, rows] of Object.entries(tables)) {
      if (table.endsWith("Acceptances")) accepted.push(...Object.keys(rows));
      if (!/(?:Rejections|Requirements|Explanations|NotAllowed)$/.test(table)) continue;
      for (const [reason, row] of Object.entries<Partial<Rejection>>(Object(rows))) {
        const { because, reference, fix, name = reason } = row;
        if (name === null || (because ?? reference ?? fix) === undefined) continue;
        const found = rejections[name] ?? {};
        const shown = { because: found.because, reference: found.reference, fix: found.fix };
        assert.deepEqual(shown, { because, reference, fix }, `${table}: ${name}`);
        explained += 1;
      }
    }
  }
  assert.ok(explained > 300);
  assert.deepEqual(accepted.toSorted(), Object.keys(acceptances).toSorted());
});

test("every explanation is a sentence, and every reference names a section", () => {
  const { acceptances, rejections } = explanations;
  const texts: Explanation[] = [...Object.values(acceptances), ...Object.values(rejections)];
  assert.ok(texts.length > 250);
  for (const { because = "A sentence.", reference = "§1", fix = "A sentence." } of texts) {
    assert.match(because, /^[A-Z].*\.$/);
    assert.match(fix, /^[A-Z].*\.$/);
    assert.match(reference, /§\d/);
  }
});
