import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { groupTests, laneNames, placeOf, places } from "./lanes.ts";

const groups = groupTests(fileURLToPath(new URL("../..", import.meta.url)));
const files = laneNames.flatMap((lane) => groups[lane]);

/** More is a decision: each of them loads what it tests anew. */
const MAX_PROCESSES_OF_NPM_TEST = 63;

test("every place of the lanes has files, and every test file is in one lane", () => {
  for (const place of places) {
    assert.ok(
      files.some((file) => placeOf(file) === place),
      place.files.join(", "),
    );
  }
  assert.equal(new Set(files).size, files.length);
  assert.ok(files.length > 800);
});

test("few files of npm test have a process of their own, each place of them with a reason", () => {
  const own = [...groups.processes, ...groups.browser];
  assert.ok(own.length <= MAX_PROCESSES_OF_NPM_TEST, `${own.length}`);
  for (const file of own) assert.ok((placeOf(file).own_process ?? "").length > 10, file);
  for (const file of [...groups.rules, ...groups.servers]) {
    assert.equal(placeOf(file).own_process, undefined, file);
  }
});

test("a file without a place of its own shares a process", () => {
  const place = placeOf("packages/server/test/new-subject/new.test.ts");
  assert.deepEqual([place.lane, place.own_process], ["servers", undefined]);
  assert.throws(() => placeOf("packages/server/test/support/server.ts"));
});

test("what waits in earnest is in no lane of npm test", () => {
  const lane = placeOf("packages/server/src/http/listener/listen-close.real-time.test.ts").lane;
  assert.equal(lane, "programs");
});
