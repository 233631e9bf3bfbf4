import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { judgeHeap, judgeNonHeap, renderSoak, type Resident } from "./soak-verdict.ts";

/** Thirty samples, a thousand requests apart. */
function samples(
  bytesAfter: (requests: number) => number,
  heapAfter = (_requests: number): number => 0,
): Resident[] {
  return Array.from({ length: 30 }, (_, index) => {
    const requests = (index + 1) * 1_000;
    const heap_bytes = heapAfter(requests);
    return { requests, bytes: bytesAfter(requests) + heap_bytes, heap_bytes };
  });
}

describe("the memory of a server under load for long", () => {
  it("is steady when it saws around the same height", () => {
    const { steady, growth } = judgeNonHeap(
      samples((requests) => 100e6 + (requests % 4_000) * 2_000),
    );
    assert.ok(steady && Math.abs(growth) < 0.02);
  });

  it("is steady when all that grows is a heap that was not collected yet", () => {
    const collecting = samples(
      () => 100e6,
      (requests) => requests * 2_000,
    );
    assert.equal(judgeNonHeap(collecting).growth, 0);
  });

  it("is steady when what a heap gave back is taken back later", () => {
    const heights = [40, 70, 100, 55, 90, 42, 80, 110];
    const sawing = samples((requests) => (heights[(requests / 1_000) % 8] ?? 0) * 1e6);
    const late = sawing.map((sample, index) =>
      index === 29 ? { ...sample, bytes: 200e6 } : sample,
    );
    assert.ok(judgeNonHeap(late).steady);
  });

  it("is steady when it grows only while the server warms up", () => {
    const warming = samples((requests) => 100e6 + Math.min(requests, 9_000) * 10_000);
    assert.ok(judgeNonHeap(warming).steady);
  });

  it("leaks when every request leaves something behind", () => {
    const { steady, bytes_per_request, growth } = judgeNonHeap(
      samples((requests) => 100e6 + requests * 500),
    );
    assert.equal(steady, false);
    assert.equal(Math.round(bytes_per_request), 500);
    assert.ok(growth > 0.09 && growth < 0.1);
  });

  it("is not judged by two samples", () => {
    assert.throws(() => judgeNonHeap(samples(() => 1).slice(0, 2)), /Too few/);
  });

  it("leaks when a collected heap is larger in the end", () => {
    const early = { requests: 1_000, bytes: 20e6 };
    assert.ok(judgeHeap([early, { requests: 11_000, bytes: 20.9e6 }]).steady);
    const { steady, bytes_per_request } = judgeHeap([early, { requests: 11_000, bytes: 22e6 }]);
    assert.deepEqual([steady, bytes_per_request], [false, 200]);
  });

  it("is rendered as a table that ends with the verdicts", () => {
    const heap = [
      { requests: 5_000, bytes: 20e6 },
      { requests: 30_000, bytes: 20e6 },
    ] as const;
    const page = renderSoak({
      resident: samples(
        () => 100e6,
        () => 40e6,
      ),
      heap,
    });
    assert.match(page, /^ *requests +resident, MB +of which V8's heap\n/);
    assert.match(page, /30,000 +140 +40\.0\n✓ outside the heap: 100 MB, grown by 0\.0 %/);
    assert.match(page, /\n✓ live heap: 20\.0 MB, grown by 0\.0 % after 5,000 requests/);
  });
});
