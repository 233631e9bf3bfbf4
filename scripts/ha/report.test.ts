import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { allEvents } from "./events.ts";
import { countSpentCodes, isWithinTargets, type Measured } from "./measure.ts";
import { type Report, writeReport } from "./report.ts";

const FOLDER = join(import.meta.dirname, "../../deploy/ha");
const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
const report: Report = JSON.parse(read("report.json"));

it("deploy/ha/report.md has the figures of report.json, of every event", () => {
  assert.equal(read("report.md"), writeReport(report));
  assert.deepEqual(
    report.events.map(({ event }) => event),
    allEvents.map(({ name }) => name),
  );
});

it("nothing was lost in the committed run, and the database failed over in less than ten seconds", () => {
  assert.deepEqual(report.in_the_end.lost, []);
  for (const { event, lost, may_fail_for, seconds_of_errors } of report.events) {
    assert.deepEqual(lost, [], event);
    if (may_fail_for > 0) assert.ok(seconds_of_errors < 10, event);
  }
});

it("the page names every event that was not within its limits", () => {
  const [, verdict = ""] =
    /^(Not within these limits: .*|Every event was within .*)$/m.exec(read("report.md")) ?? [];
  for (const event of report.events) {
    assert.equal(verdict.includes(event.event), !isWithinTargets(event), event.event);
  }
});

it("one error is too many where none is allowed, but for a code that a killed server redeemed", () => {
  const event: Measured = {
    event: "a server killed",
    may_fail_for: 0,
    duration: 1,
    requests: 10,
    repeated: 0,
    errors: 1,
    seconds_of_errors: 0.1,
    longest_wait: 1,
    kinds: { "503 /oauth2/token": 1 },
    acknowledged: 5,
    lost: [],
  };
  const spent = { "refused: invalid_grant: The code was already used.": 1 };
  assert.equal(isWithinTargets(event), false);
  assert.equal(isWithinTargets({ ...event, kinds: spent }), true);
  assert.equal(countSpentCodes({ kinds: spent }), 1);
  assert.equal(isWithinTargets({ ...event, may_fail_for: 10 }), true);
  assert.equal(isWithinTargets({ ...event, may_fail_for: 10, seconds_of_errors: 10 }), false);
  assert.equal(isWithinTargets({ ...event, may_fail_for: 10, lost: ["a token"] }), false);
});
