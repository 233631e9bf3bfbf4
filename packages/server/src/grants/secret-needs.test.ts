import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { END_OF_TIME } from "../crypto/grant-token.ts";
import { isNewestOfAll, neededUntil } from "./secret-needs.ts";

describe("an old secret", () => {
  const cases = [
    ["the longest lifespan", { signed_at: 100, tokens_end_at: undefined }, 50, 150],
    ["the last token of its rows", { signed_at: 100, tokens_end_at: 180 }, 50, 180],
    ["the later of both", { signed_at: 100, tokens_end_at: 120 }, 50, 150],
    ["ever, by the settings", { signed_at: 100, tokens_end_at: 180 }, "never", "never"],
    ["ever, by its rows", { signed_at: 100, tokens_end_at: END_OF_TIME }, 50, "never"],
  ] as const;
  for (const [until, secret, lifespan, expected] of cases) {
    it(`is needed until ${until}`, () => {
      assert.equal(neededUntil(secret, lifespan), expected);
    });
  }

  it("seals nothing more when all running servers have another one first", () => {
    const of = (...servers: string[][]) => ({ servers, signed_at: new Map<string, number>() });
    assert.equal(isNewestOfAll("new", of(["new", "old"], ["new"])), true);
    assert.equal(isNewestOfAll("new", of(["new", "old"], ["old", "new"])), false);
    assert.equal(isNewestOfAll("new", of()), false, "none has reported yet");
  });
});
