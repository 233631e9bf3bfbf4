import assert from "node:assert/strict";
import { it } from "node:test";
import { createRecorder } from "./figures.ts";

it("figures count errors from the first to the last, and begin anew once taken", () => {
  let now = 0;
  const recorder = createRecorder(() => now);
  recorder.answered(0);
  now = 3_000;
  recorder.answered(1_000);
  recorder.failed("503");
  recorder.repeated();
  now = 5_400;
  recorder.failed("503");
  assert.deepEqual(recorder.take(), {
    requests: 4,
    repeated: 1,
    errors: 2,
    seconds_of_errors: 2.5,
    longest_wait: 2,
    kinds: { 503: 2 },
  });
  assert.deepEqual(recorder.take().kinds, {});
});
