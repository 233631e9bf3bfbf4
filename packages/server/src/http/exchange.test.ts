import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { splitTarget } from "./exchange.ts";

describe("RFC 9112 §3.2: a request target", () => {
  const table: [string, string, string][] = [
    ["/clients", "/clients", ""],
    ["/clients?", "/clients", "?"],
    ["/clients?limit=2&q=a?b", "/clients", "?limit=2&q=a?b"],
    ["//mallory.example/clients", "//mallory.example/clients", ""],
    ["http://op.example/clients?limit=2", "/clients", "?limit=2"],
    ["*", "*", ""],
    ["", "", ""],
  ];
  for (const [target, path, search] of table) {
    it(`${target || "that is empty"} → path ${path}, search ${search}`, () => {
      assert.deepEqual(splitTarget(target), { path, search });
    });
  }
});
