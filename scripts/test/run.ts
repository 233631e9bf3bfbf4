/**
 * Runs the tests: `node scripts/test/run.ts quick`, `portable` (with the checks of the sources; what needs Node and npm alone, and
 * a browser where there is one), `programs` (what needs programs of the machine, or minutes), `all` (both), or what is named: lanes,
 * files, folders. With `--times 10` it repeats that until something fails. Prints a line for each lane, and ends with status 1 when
 * a test failed. None is run a second time.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { shareChromium } from "../../packages/server/test/support/chromium.ts";
import { lacks, NO_BROWSER } from "../../packages/server/test/support/machine.ts";
import { sharePostgres } from "../../packages/server/test/support/share-postgres.ts";
import { shareTarballs } from "../guides/support/tarballs.ts";
import { readClients, readSpecifications } from "../standards/specification.ts";
import { findUnshown, type PassedTests } from "../standards/test-titles.ts";
import { type Job, type JobOutcome, runJobs } from "./jobs.ts";
import { groupTests, isLane, type LaneName, laneNames } from "./lanes.ts";
import { planChecks, planLane } from "./plan.ts";
import {
  describeFailures,
  describeLane,
  describeSkipped,
  describeSlowest,
  processorSeconds,
} from "./summary.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
/** The processor seconds of each lane in an earlier run: what a new test adds to. */
const BUDGET = join(import.meta.dirname, "budget.json");
/** How many times as many random cases there are where minutes do not matter. */
const MORE_CASES = "5";

const slots = Math.max(2, availableParallelism());
const hasBrowser = lacks("browser") === false;
const groups = groupTests(repository);
const plan = (lane: LaneName): readonly Job[] => planLane(lane, groups[lane], slots);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "string", default: "1" }, record: { type: "boolean", default: false } },
});
const jobs = positionals.flatMap(planNamed);
if (jobs.length === 0)
  throw new Error("Name what to run: quick, portable, programs, all, a lane, files.");

const unwritable = lacks("folder_for_temporary_files");
if (unwritable !== false) throw new Error(unwritable);

const times = Number(values.times);
const started = Date.now();
let passed = true;
for (let time = 1; passed && time <= times; time += 1) {
  if (times > 1) console.log(`\nRun ${time} of ${times}`);
  passed = await runShared();
}
if (!hasBrowser && positionals.includes("portable")) {
  console.log(
    `NOT RUN: ${groups.browser.length} files of tests of pages: ${NO_BROWSER} npm run test:programs needs it, too.`,
  );
}
console.log(
  `${passed ? "✔ passed" : "✖ FAILED"} after ${Math.round((Date.now() - started) / 1000)} s`,
);
process.exitCode = passed ? 0 : 1;

/** The jobs that take longest come first, so that all processors have work until the end. */
function planNamed(name: string): readonly Job[] {
  if (isLane(name)) return plan(name);
  switch (name) {
    case "quick":
      return plan("rules");
    case "portable":
      return [
        ...(hasBrowser ? plan("browser") : []),
        ...plan("servers"),
        ...planChecks(repository),
        ...plan("rules"),
        ...plan("processes"),
      ];
    case "programs":
      return [
        ...(hasBrowser ? [] : plan("browser")), // They install one, or fail with a message.
        ...plan("programs"),
        {
          lane: "postgres",
          files: groups.on_postgres,
          env: { LATCHKEY_TEST_DATABASE: "postgres" },
        },
        { lane: "properties", files: groups.properties, env: { LATCHKEY_TEST_RUNS: MORE_CASES } },
        ...plan("repository"),
      ];
    case "all":
      return [...planNamed("portable"), ...planNamed("programs")];
    default:
      return planFiles(name);
  }
}

/** The test files of a folder, or the one of this name. */
function planFiles(path: string): readonly Job[] {
  const folder = `${path.replace(/\/$/, "")}/`;
  const planned = laneNames.flatMap((lane) => {
    const files = groups[lane].filter((file) => file === path || file.startsWith(folder));
    return planLane(lane, files, slots);
  });
  if (planned.length === 0) throw new Error(`${path} is no lane, and has no test files.`);
  return planned;
}

/** One PostgreSQL and one browser for all jobs. Many processes load the same modules: they find them compiled. */
async function runShared(): Promise<boolean> {
  const cache = mkdtempSync(join(tmpdir(), "latchkey-compiled-"));
  const reports = mkdtempSync(join(tmpdir(), "latchkey-reports-"));
  process.env["NODE_COMPILE_CACHE"] ??= cache;
  const stopPostgres = await sharePostgres();
  const needsBrowser = jobs.some(({ lane }) => lane === "browser" || lane === "programs");
  const stopChromium = needsBrowser ? await shareChromium() : undefined;
  const removeTarballs = jobs.some(({ lane }) => lane === "programs")
    ? await shareTarballs()
    : undefined;
  try {
    const outcomes: JobOutcome[] = [];
    await runJobs(jobs, slots, { repository, reports }, (outcome) => {
      outcomes.push(outcome);
      const { lane } = outcome.job;
      const ended = outcomes.filter(({ job }) => job.lane === lane);
      if (ended.length === jobs.filter((job) => job.lane === lane).length) {
        console.log(describeLane(lane, ended));
      }
    });
    return report(outcomes);
  } finally {
    removeTarballs?.();
    await stopChromium?.();
    await stopPostgres();
    for (const folder of [cache, reports]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints what is to be known of a run. Whether it passed. */
function report(outcomes: readonly JobOutcome[]): boolean {
  const unshown = findUnshownRequirements(outcomes);
  const blocks = [
    ["The slowest files:", ...describeSlowest(outcomes)],
    describeSkipped(outcomes),
    describeFailures(outcomes, repository),
    unshown,
  ];
  for (const lines of blocks) if (lines.length > 0) console.log(`\n${lines.join("\n")}`);
  if (values.record) recordBudget(outcomes);
  return unshown.length === 0 && outcomes.every((outcome) => outcome.passed);
}

/** Every test of these files that docs/standards.md names and that was not run, or did not pass: a sentence for each. */
function findUnshownRequirements(outcomes: readonly JobOutcome[]): readonly string[] {
  const tests = outcomes.flatMap((outcome) => outcome.tests);
  const shown: PassedTests = tests.flatMap(({ outcome, file, titles }) =>
    outcome === "passed" ? [[file, titles.at(-1) ?? ""]] : [],
  );
  const files = new Set(jobs.flatMap((job) => job.files));
  return findUnshown([...readSpecifications(), readClients()], shown, files);
}

/** Writes what the lanes of this run cost into the budget. */
function recordBudget(outcomes: readonly JobOutcome[]): void {
  const budget: Record<string, number> = JSON.parse(readFileSync(BUDGET, "utf8"));
  for (const [lane, some = []] of Object.entries(Object.groupBy(outcomes, ({ job }) => job.lane))) {
    budget[lane] = Math.round(processorSeconds(some));
  }
  writeFileSync(BUDGET, `${JSON.stringify(budget, undefined, 2)}\n`);
}
