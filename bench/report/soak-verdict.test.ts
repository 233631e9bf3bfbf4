import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { judgeHeap, judgeResident, renderSoak, type Sample } from "./soak-verdict.ts";

/** Thirty samples, a thousand requests apart. */
function samples(bytesAfter: (requests: number) => number): Sample[] {
  return Array.from({ length: 30 }, (_, index) => {
    const requests = (index + 1) * 1_000;
    return { requests, bytes: bytesAfter(requests) };
  });
}

describe("the memory of a server under load for long", () => {
  it("is steady when it saws around the same height", () => {
    const { steady, growth } = judgeResident(
      samples((requests) => 100e6 + (requests % 4_000) * 2_000),
    );
    assert.ok(steady && Math.abs(growth) < 0.02);
  });

  it("is steady when all that grows is what the next collection takes away", () => {
    const heights = [40, 70, 100, 55, 90, 42, 80, 110];
    const sawing = samples((requests) => (heights[(requests / 1_000) % 8] ?? 0) * 1e6);
    const late = sawing.map((sample, index) =>
      index === 29 ? { ...sample, bytes: 200e6 } : sample,
    );
    assert.ok(judgeResident(late).steady);
  });

  it("is steady when it grows only while the server warms up", () => {
    const warming = samples((requests) => 100e6 + Math.min(requests, 9_000) * 10_000);
    assert.ok(judgeResident(warming).steady);
  });

  it("leaks when every request leaves something behind", () => {
    const { steady, bytes_per_request, growth } = judgeResident(
      samples((requests) => 100e6 + requests * 500),
    );
    assert.equal(steady, false);
    assert.equal(Math.round(bytes_per_request), 500);
    assert.ok(growth > 0.09 && growth < 0.1);
  });

  it("is not judged by two samples", () => {
    assert.throws(() => judgeResident(samples(() => 1).slice(0, 2)), /Too few/);
  });

  it("leaks when a collected heap is larger in the end", () => {
    const early = { requests: 1_000, bytes: 20e6 };
    assert.ok(judgeHeap([early, { requests: 11_000, bytes: 20.9e6 }]).steady);
    const { steady, bytes_per_request } = judgeHeap([early, { requests: 11_000, bytes: 22e6 }]);
    assert.deepEqual([steady, bytes_per_request], [false, 200]);
  });

  it("is told in a table that ends with the verdicts", () => {
    const heap = [
      { requests: 5_000, bytes: 20e6 },
      { requests: 30_000, bytes: 20e6 },
    ] as const;
    const page = renderSoak({ resident: samples(() => 100e6), heap });
    assert.match(page, /^ *requests +resident, MB\n/);
    assert.match(page, /30,000 +100\n✓ resident memory: 100 MB, grown by 0\.0 %/);
    assert.match(page, /\n✓ live heap: 20\.0 MB, grown by 0\.0 % after 5,000 requests/);
  });
});
