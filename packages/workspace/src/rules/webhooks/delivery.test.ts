import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AttemptOutcome, describeDelivery, judgeAttempt } from "./delivery.ts";

const CREATED = 1_000_000;
const DAY = 86_400;
const delivery = { type: "installation.created", attempts: 1, created_at: CREATED };
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
    ["a test", failed, { type: "webhook.test" }, { kind: "given_up" }],
    ["a day later", failed, { attempts: 30, created_at: CREATED - DAY }, { kind: "given_up" }],
  ];
  for (const [what, outcome, changes, verdict] of table) {
    it(what, () =>
      assert.deepEqual(judgeAttempt(outcome, { ...delivery, ...changes }, CREATED), verdict),
    );
  }
});

it("a webhook as the wire sees it has times and no body", () => {
  const shown = describeDelivery({
    ...delivery,
    delivery_id: "an-id",
    integration_id: "photos",
    body: "{}",
    status: "pending",
    last_attempt_at: undefined,
    outcome: undefined,
    due_at: CREATED,
    expires_at: CREATED + DAY,
  });
  assert.deepEqual(shown, {
    id: "an-id",
    type: "installation.created",
    status: "pending",
    attempts: 1,
    outcome: null,
    created_at: "1970-01-12T13:46:40Z",
    last_attempt_at: null,
    next_attempt_at: "1970-01-12T13:46:40Z",
  });
});
