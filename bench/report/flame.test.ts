import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type CpuProfile, drawFlames, layOutFlames } from "./flame.ts";

/** main calls sign for 30 µs and store for 10 µs, and waits for 60. */
const profile: CpuProfile = {
  nodes: [
    node(1, "(root)", "", [2, 5]),
    node(2, "main", "file:///home/alice/latchkey/packages/server/src/main.ts", [3, 4]),
    node(3, "sign", "node:crypto"),
    node(4, "", "file:///home/alice/latchkey/packages/server/src/store/store.ts"),
    node(5, "(idle)", ""),
  ],
  samples: [3, 4, 5, 3],
  timeDeltas: [20, 10, 60, 10],
};

function node(id: number, functionName: string, url: string, children: number[] = []) {
  return { id, callFrame: { functionName, url, lineNumber: 6 }, children };
}

describe("a flame graph", () => {
  const flames = layOutFlames(profile);
  const flameOf = (title: string) => flames.find((flame) => flame.title === title);

  it("gives each function the share of the time it and what it calls took", () => {
    assert.equal(flameOf("main")?.share, 1);
    assert.equal(flameOf("sign")?.share, 0.75);
    assert.equal(flameOf("(anonymous)")?.share, 0.25);
  });
  it("puts what is called below its caller, side by side", () => {
    assert.deepEqual([flameOf("sign")?.depth, flameOf("sign")?.from], [2, 0]);
    assert.deepEqual([flameOf("(anonymous)")?.depth, flameOf("(anonymous)")?.from], [2, 0.75]);
  });
  it("does not count waiting", () => assert.equal(flameOf("(idle)"), undefined));
  it("shows paths relative to the repository only", () => {
    assert.equal(flameOf("main")?.origin, "packages/server/src/main.ts:7");
    assert.ok(!drawFlames(flames, "a workload").includes("alice"));
  });
  it("can be of the last moments alone, when the start is over", () => {
    const late = layOutFlames(profile, { last_s: 70e-6 });
    assert.deepEqual(
      late.map(({ title, share }) => [title, share]),
      [
        ["(root)", 1],
        ["main", 1],
        ["sign", 1],
      ],
    );
  });
  it("leaves out what is too thin to see", () => {
    assert.equal(layOutFlames(profile, { smallest: 0.5 }).length, 3);
  });
});
