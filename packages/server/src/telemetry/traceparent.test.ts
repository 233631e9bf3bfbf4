import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isSampled, parseTraceparent } from "./traceparent.ts";

const trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
const span_id = "00f067aa0ba902b7";

describe("W3C Trace Context §3.2: traceparent", () => {
  const table: [world: string, header: string | undefined, sampled: boolean | undefined][] = [
    ["somebody records the trace", `00-${trace_id}-${span_id}-01`, true],
    ["somebody does not", `00-${trace_id}-${span_id}-00`, false],
    ["flags we do not know leave the one we do", `00-${trace_id}-${span_id}-03`, true],
    ["a later version says more", `01-${trace_id}-${span_id}-01-more`, true],
    ["spaces around it", ` 00-${trace_id}-${span_id}-01 `, true],
    ["no header", undefined, undefined],
    ["an empty header", "", undefined],
    ["version 00 with more to say", `00-${trace_id}-${span_id}-01-more`, undefined],
    ["the version that is none", `ff-${trace_id}-${span_id}-01`, undefined],
    ["a trace without a name", `00-${"0".repeat(32)}-${span_id}-01`, undefined],
    ["a parent without a name", `00-${trace_id}-${"0".repeat(16)}-01`, undefined],
    ["upper case", `00-${trace_id.toUpperCase()}-${span_id}-01`, undefined],
    ["a digit too few", `00-${trace_id.slice(1)}-${span_id}-01`, undefined],
    [
      "two headers, joined",
      `00-${trace_id}-${span_id}-01, 00-${trace_id}-${span_id}-01`,
      undefined,
    ],
  ];
  for (const [world, header, sampled] of table) {
    it(`${world} → ${sampled === undefined ? "a trace of our own" : `sampled: ${sampled}`}`, () => {
      const expected = sampled === undefined ? undefined : { trace_id, span_id, sampled };
      assert.deepEqual(parseTraceparent(header), expected);
    });
  }
});

describe("the share of traces that is recorded", () => {
  const ids = Array.from({ length: 1_000 }, (_, index) =>
    Math.floor((index / 1_000) * 2 ** 52)
      .toString(16)
      .padStart(32, "0"),
  );
  for (const ratio of [0, 0.1, 0.5, 1]) {
    it(`${ratio} of them`, () => {
      const share = ids.filter((id) => isSampled(id, ratio)).length / ids.length;
      assert.ok(Math.abs(share - ratio) <= 0.002, `${share} were sampled`);
    });
  }
  it("whoever is among one in ten is among one in two", () => {
    for (const id of ids) assert.ok(!isSampled(id, 0.1) || isSampled(id, 0.5));
  });
});
