import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { JsonObject } from "@latchkey/api";
import { MAX_ACTORS, readAct } from "./act-claim.ts";

function chain(length: number): JsonObject {
  return length === 1 ? { sub: "a1" } : { sub: `a${length}`, act: chain(length - 1) };
}

describe("RFC 8693 §4.1: an act claim", () => {
  const read: readonly (readonly [string, unknown, JsonObject | string])[] = [
    ["with a subject", { sub: "a" }, { sub: "a" }],
    [
      "with an issuer and a client",
      { sub: "a", iss: "b", client_id: "c" },
      { iss: "b", sub: "a", client_id: "c" },
    ],
    ["with claims of no use", { sub: "a", exp: 1, scope: "admin" }, { sub: "a" }],
    ["of the longest chain", chain(MAX_ACTORS), chain(MAX_ACTORS)],
    ["of a longer one", chain(MAX_ACTORS + 1), "act_too_deep"],
    ["that is a text", "a", "act_malformed"],
    ["without a subject", { iss: "b" }, "act_malformed"],
    ["with a subject that is a number", { sub: 1 }, "act_malformed"],
    ["with a malformed actor before it", { sub: "a", act: [] }, "act_malformed"],
  ];
  for (const [title, value, expected] of read) {
    it(title, () => {
      const result = readAct(value);
      assert.deepEqual(result.ok ? result.value : result.error.reason, expected);
    });
  }
});
