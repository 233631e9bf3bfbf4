import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AttemptOutcome, judgeAttempt } from "./delivery-attempt.ts";

const CREATED = 1_000_000;
const DAY = 86_400;
const attempted = { attempts: 1, created_at: CREATED, is_test: false };
const failed: AttemptOutcome = { status: undefined, reason: "It did not respond." };

describe("after an attempt", () => {
  const table: [what: string, outcome: AttemptOutcome, changes: object, verdict: object][] = [
    ["accepted", { status: 204 }, {}, { kind: "delivered" }],
    ["an error", { status: 500 }, {}, { kind: "retry", due_at: CREATED + 5 }],
    ["no response", failed, {}, { kind: "retry", due_at: CREATED + 5 }],
    ["not yet", { status: 102 }, {}, { kind: "retry", due_at: CREATED + 5 }],
    ["a third failure", failed, { attempts: 3 }, { kind: "retry", due_at: CREATED + 20 }],
    ["a late failure", failed, { attempts: 40 }, { kind: "retry", due_at: CREATED + 3_600 }],
    ["gone", { status: 410 }, {}, { kind: "given_up" }],
    ["a test", failed, { is_test: true }, { kind: "given_up" }],
    ["a day later", failed, { attempts: 30, created_at: CREATED - DAY }, { kind: "given_up" }],
  ];
  for (const [what, outcome, changes, verdict] of table) {
    it(what, () =>
      assert.deepEqual(judgeAttempt(outcome, { ...attempted, ...changes }, CREATED), verdict),
    );
  }
});
