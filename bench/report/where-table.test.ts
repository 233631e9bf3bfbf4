import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ContenderName } from "../contenders/contender.ts";
import type { Spending } from "../where/measure.ts";
import { renderWhere, type WhereResult } from "./where-table.ts";

function spending(name: ContenderName, kinds: Spending["kinds"], load_us = 20.04): Spending {
  const processor_us = Object.values(kinds).reduce((sum, figure) => sum + figure, 0);
  return { name, count: 1_000, samples: 4_000, processor_us, load_us, kinds };
}

function resultOf(...spendings: readonly Spending[]): WhereResult {
  const title = "refresh token rotation";
  return { name: "refresh", title, unit: "requests", warm_up_s: 10, spendings };
}

describe("where the time goes", () => {
  it("is told by kind, in the order of the kinds, contenders side by side", () => {
    const parts = spending("parts", { SQLite: 12.34, signatures: 90 });
    const latchkey = spending("latchkey", { deciding: 30.15, SQLite: 15.6, signatures: 91 });
    assert.equal(
      renderWhere(resultOf(parts, latchkey)),
      `refresh token rotation (µs of one request)  parts  latchkey
  signatures                                 90.0      91.0
  SQLite                                     12.3      15.6
  deciding                                             30.2
together                                      102       137
the load itself, beside it                   20.0      20.0
`,
    );
  });

  it("leaves out a kind of which everybody has too little to read", () => {
    const page = renderWhere(
      resultOf(
        spending("parts", { JSON: 0.004, HTTP: 0.004 }),
        spending("latchkey", { JSON: 0.001, HTTP: 0.006 }),
      ),
    );
    assert.doesNotMatch(page, /JSON/);
    assert.match(page, /^ {2}HTTP +0\.01$/m);
  });

  it("leaves a figure empty that is not known", () => {
    const page = renderWhere(resultOf(spending("floor", { HTTP: 1 }, Number.NaN)));
    assert.match(page, /^the load itself, beside it$/m);
  });

  for (const [unit, words] of [
    ["requests", "µs of one request)"],
    ["flows", "µs of one flow)"],
  ] as const) {
    it(`says for a work of ${unit}: ${words}`, () => {
      assert.ok(renderWhere({ ...resultOf(), unit }).includes(words));
    });
  }
});
