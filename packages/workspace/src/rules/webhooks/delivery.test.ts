import assert from "node:assert/strict";
import { it } from "node:test";
import { describeDelivery } from "./delivery.ts";

const CREATED = 1_000_000;

it("a webhook as the wire sees it has times and no body", () => {
  const shown = describeDelivery({
    type: "installation.created",
    attempts: 1,
    created_at: CREATED,
    delivery_id: "an-id",
    integration_id: "photos",
    body: "{}",
    status: "pending",
    last_attempt_at: undefined,
    outcome: undefined,
    due_at: CREATED,
    expires_at: CREATED + 86_400,
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
