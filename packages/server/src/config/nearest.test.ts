import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { nearest } from "./nearest.ts";

describe("the nearest word", () => {
  const words = ["serve", "migrate sql", "config", "version"];
  const table: readonly [typed: string, meant: string | undefined][] = [
    ["serv", "serve"],
    ["sevre", "serve"],
    ["migrate sq", "migrate sql"],
    ["confg", "config"],
    ["photos", undefined],
    ["", undefined],
  ];
  for (const [typed, meant] of table) {
    it(`${typed} → ${meant ?? "nothing is near"}`, () => {
      assert.equal(nearest(typed, words), meant);
    });
  }
});
