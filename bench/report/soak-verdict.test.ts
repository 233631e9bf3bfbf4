import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { judgeSoak, renderSoak, type SoakSample } from "./soak-verdict.ts";

/** Thirty samples, a thousand requests apart. */
function samples(bytesAfter: (requests: number) => number): SoakSample[] {
  return Array.from({ length: 30 }, (_, index) => {
    const requests = (index + 1) * 1_000;
    return { requests, resident_bytes: bytesAfter(requests), heap_bytes: 20e6 };
  });
}

describe("the memory of a server under load for long", () => {
  it("is steady when it saws around the same height", () => {
    const { steady, growth } = judgeSoak(
      samples((requests) => 100e6 + (requests % 4_000) * 2_000),
      "resident_bytes",
    );
    assert.ok(steady && Math.abs(growth) < 0.02);
  });

  it("is steady when all that grows is what the next collection takes away", () => {
    const heights = [40, 70, 100, 55, 90, 42, 80, 110];
    const sawing = samples((requests) => (heights[(requests / 1_000) % 8] ?? 0) * 1e6);
    const late = sawing.map((sample, index) =>
      index === 29 ? { ...sample, resident_bytes: 200e6 } : sample,
    );
    assert.ok(judgeSoak(late, "resident_bytes").steady);
  });

  it("is steady when it grows only while the server warms up", () => {
    const warming = samples((requests) => 100e6 + Math.min(requests, 9_000) * 10_000);
    assert.ok(judgeSoak(warming, "resident_bytes").steady);
  });

  it("leaks when every request leaves something behind", () => {
    const { steady, bytes_per_request, growth } = judgeSoak(
      samples((requests) => 100e6 + requests * 500),
      "resident_bytes",
    );
    assert.equal(steady, false);
    assert.equal(Math.round(bytes_per_request), 500);
    assert.ok(growth > 0.09 && growth < 0.1);
  });

  it("is not judged by two samples", () => {
    const few = samples(() => 1).slice(0, 2);
    assert.throws(() => judgeSoak(few, "heap_bytes"), /Too few/);
  });

  it("is told in a table that ends with the verdict", () => {
    const page = renderSoak(samples(() => 100e6));
    assert.match(page, /^ *requests +resident, MB +heap, MB\n/);
    assert.match(page, /30,000 +100 +20\.0\n✓ resident memory: 100 MB, grown by 0\.0 %/);
  });
});
