import assert from "node:assert/strict";
import { it } from "node:test";
import { randomId } from "./random.ts";

it("a random id is a UUID of version 4, and no two are the same", () => {
  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  assert.match(randomId(), pattern);
  assert.notEqual(randomId(), randomId());
});
