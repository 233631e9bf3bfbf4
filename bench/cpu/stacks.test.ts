import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readMap } from "./maps.ts";
import { readStacks } from "./stacks.ts";

const printed = `node-MainThread 
	ffffffff8139e871 finish_task_switch.isra.0 ([kernel.kallsyms])
	          4bb855 node::(anonymous namespace)::Run<(node::encoding)4> (/usr/bin/node)
	    7f51c4093438 JS:^insert node:internal/priority_queue:22:9 (/tmp/perf-8065.map)

V8 Worker 
	6333332030383539 [unknown] ([unknown])

libuv-worker 

`;

describe("what perf prints", () => {
  it("is read: each thread, and its functions by their whole names", () => {
    assert.deepEqual(
      readStacks(printed, () => undefined),
      [
        {
          thread: "node-MainThread",
          stack: [
            "finish_task_switch.isra.0",
            "node::(anonymous namespace)::Run<(node::encoding)4>",
            "JS:^insert node:internal/priority_queue:22:9",
          ],
        },
        { thread: "V8 Worker", stack: ["[unknown]"] },
      ],
    );
  });

  it("gives way to a map that knows better", () => {
    const [sample] = readStacks(printed, (file, address) =>
      file === "/tmp/perf-8065.map" && address === 0x7f51c4093438 ? "JS:*receive" : undefined,
    );
    assert.equal(sample?.stack.at(-1), "JS:*receive");
    assert.equal(sample?.stack[0], "finish_task_switch.isra.0");
  });

  it("may be nothing", () => {
    assert.deepEqual(
      readStacks("", () => undefined),
      [],
    );
  });
});

describe("a map", () => {
  const nameAt = readMap(`7f0000001000 20 JS:~old file:///a.ts:1:1
7f0000001010 8 JS:*new file:///b.ts:1:1
7f0000001ff0 2020 JS:*long
`);

  for (const [address, name, why] of [
    [0x7f0000001000, "JS:~old file:///a.ts:1:1", "the beginning of a function is its own"],
    [0x7f0000001010, "JS:*new file:///b.ts:1:1", "the later function has taken the place"],
    [0x7f0000001018, "JS:~old file:///a.ts:1:1", "the end of a function is not its own any more"],
    [0x7f0000001020, undefined, "no function at this address"],
    [0x7f0000004000, "JS:*long", "a function may be long"],
  ] as const) {
    it(`says: ${why}`, () => assert.equal(nameAt(address), name));
  }
});
