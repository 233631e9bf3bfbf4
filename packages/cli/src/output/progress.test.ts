import assert from "node:assert/strict";
import { it } from "node:test";

import { startProgress } from "./progress.ts";
import type { ProcessIo } from "../process-io.ts";

function watch(io: Partial<ProcessIo>, total: number | undefined): string {
  let drawn = "";
  const progress = startProgress("Sweeping", total, {
    env: {},
    out: () => assert.fail("progress is nothing that was asked for"),
    err: (text) => (drawn += text),
    secret: () => Promise.resolve(""),
    terminal: true,
    colour: false,
    progress: true,
    open: () => {},
    stopped: () => Promise.resolve(),
    onHangUp: () => {},
    inputClosed: () => Promise.resolve(),
    ...io,
  });
  progress.at(1_200);
  progress.end();
  return drawn;
}

it("a bar grows with the work and leaves no trace", () => {
  const [, begun = "", half = "", gone] = watch({}, 2_400).split("\r\u001b[K");
  assert.equal(begun, `  Sweeping  ${"─".repeat(24)}  0 of 2,400`);
  assert.equal(half, `  Sweeping  ${"━".repeat(12)}${"─".repeat(12)}  1,200 of 2,400`);
  assert.equal(gone, "");
});

it("work without an end is counted", () => {
  assert.match(watch({}, undefined), / {2}Sweeping {2}1,200\r/);
});

it("more than was expected is a full bar, and no work is one too", () => {
  assert.match(watch({}, 1_000), /━{24} {2}1,200 of 1,000/);
  assert.match(watch({}, 0), /━{24} {2}0 of 0/);
});

it("without a terminal there is no output", () => {
  assert.equal(watch({ progress: false }, 10), "");
});
