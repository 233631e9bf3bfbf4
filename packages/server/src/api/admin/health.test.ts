import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_PING_AGE_MS } from "../../store/port/store.ts";
import { CACHED_FOR_MS, DEADLINE_MS } from "./health.ts";

test("what is cached and the deadline of /health/ready add up to less than two seconds", () => {
  assert.ok(MAX_PING_AGE_MS + CACHED_FOR_MS + DEADLINE_MS < 2_000);
  assert.ok(DEADLINE_MS >= 1_000, "a slow disk is not an outage");
});
