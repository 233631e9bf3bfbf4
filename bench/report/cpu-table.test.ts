import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SubjectName } from "../subjects/subject.ts";
import type { CpuBreakdown } from "../cpu/measure.ts";
import { renderCpuTable, type CpuResult } from "./cpu-table.ts";

function breakdown(name: SubjectName, kinds: CpuBreakdown["kinds"], load_us = 20.04): CpuBreakdown {
  const processor_us = Object.values(kinds).reduce((sum, value) => sum + value, 0);
  return { name, count: 1_000, samples: 4_000, processor_us, load_us, kinds };
}

function resultOf(...breakdowns: readonly CpuBreakdown[]): CpuResult {
  const title = "refresh token rotation";
  return { name: "refresh", title, unit: "requests", warm_up_s: 10, breakdowns };
}

describe("the processor time table", () => {
  it("has a row per kind in their order and a column per subject", () => {
    const lowerBound = breakdown("lower-bound", { SQLite: 12.34, signatures: 90 });
    const latchkey = breakdown("latchkey", {
      "application code": 30.15,
      SQLite: 15.6,
      signatures: 91,
    });
    assert.equal(
      renderCpuTable(resultOf(lowerBound, latchkey)),
      `refresh token rotation (µs of one request)  lower-bound  latchkey
  signatures                                       90.0      91.0
  SQLite                                           12.3      15.6
  application code                                           30.2
total                                               102       137
load generator                                     20.0      20.0
`,
    );
  });

  it("omits a kind that rounds to zero for every subject", () => {
    const page = renderCpuTable(
      resultOf(
        breakdown("lower-bound", { JSON: 0.004, HTTP: 0.004 }),
        breakdown("latchkey", { JSON: 0.001, HTTP: 0.006 }),
      ),
    );
    assert.doesNotMatch(page, /JSON/);
    assert.match(page, /^ {2}HTTP +0\.01$/m);
  });

  it("leaves an unknown value empty", () => {
    const page = renderCpuTable(resultOf(breakdown("baseline", { HTTP: 1 }, Number.NaN)));
    assert.match(page, /^load generator$/m);
  });

  for (const [unit, words] of [
    ["requests", "µs of one request)"],
    ["flows", "µs of one flow)"],
  ] as const) {
    it(`has for ${unit}: ${words}`, () => {
      assert.ok(renderCpuTable({ ...resultOf(), unit }).includes(words));
    });
  }
});
