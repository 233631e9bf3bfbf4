/**
 * Runs the tests: `node scripts/test/run.ts quick`, `portable` (what needs Node and npm alone, and a browser where there is one),
 * `programs` (what needs programs of the machine, or minutes) or `all` (both). Ends with status 1 when one of them fails.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { findChromium, shareChromium } from "../../packages/server/test/support/chromium.ts";
import { sharePostgres } from "../../packages/server/test/support/share-postgres.ts";
import { shareTarballs } from "../guides/support/tarballs.ts";
import { readClients, readSpecifications } from "../standards/specification.ts";
import { findUnshown, type PassedTests } from "../standards/test-titles.ts";
import { groupTests } from "./groups.ts";
import type { RecordedResult } from "./record-results.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** For a test that waits for something that never comes; others take far less, also on a busy machine. */
const TEST_TIMEOUT_MS = 10 * 60_000;

const groups = groupTests(repository);
const { quick, in_process, isolated, on_postgres, in_browser, with_programs } = groups;
const hasBrowser = findChromium() !== undefined;

const RERUNS = (process.env["LATCHKEY_TEST_RERUN"] ?? "") !== "";
/** More failures than those of a busy moment are failures of the code. */
const MOST_RERUN_FILES = 5;

/** Each run writes the results of its tests into a file of its own. */
const reports = mkdtempSync(join(tmpdir(), "latchkey-reports-"));
process.once("exit", () => rmSync(reports, { recursive: true, force: true }));

const portable = [...quick, ...in_process, ...isolated, ...(hasBrowser ? in_browser : [])];
/** Where there is no browser, these install one, or fail with a message. */
const programs = [...(hasBrowser ? [] : in_browser), ...with_programs];
const runs: Readonly<Record<string, () => Promise<boolean>>> = {
  quick: runQuick,
  portable: () => withSharedParts(runPortable, portable),
  programs: () => withSharedParts(runWithPrograms, programs),
  all: () => withSharedParts(runEverything, [...portable, ...programs]),
};

const run = runs[process.argv[2] ?? ""];
if (run === undefined) throw new Error(`Name what to run: ${Object.keys(runs).join(", ")}.`);
process.exitCode = (await run()) ? 0 : 1;

function runQuick(): Promise<boolean> {
  return runTests(["--test-isolation=none", ...quick], { print: "at_once" });
}

async function runPortable(): Promise<boolean> {
  const inOneProcess = (files: readonly string[]) =>
    runTests(["--test-isolation=none", ...files], { print: "at_end" });
  // Two processes at a time, which end at about the same time.
  const beside = in_process.filter((_, index) => index % 3 === 0);
  const alone = in_process.filter((_, index) => index % 3 !== 0);
  const lanes = [
    inOneProcess(alone),
    inOneProcess(quick).then(async (passed) => all([passed, await inOneProcess(beside)])),
  ];
  const outcomes = await Promise.all(lanes);
  // In one run, since tests of pages mostly wait.
  const stopChromium = hasBrowser ? await shareChromium() : undefined;
  const files = [...(hasBrowser ? in_browser : []), ...isolated];
  try {
    outcomes.push(await runTests(["--test-concurrency=2", ...files], { print: "at_once" }));
  } finally {
    await stopChromium?.();
  }
  if (!hasBrowser) console.error(NO_BROWSER);
  return all(outcomes);
}

const NO_BROWSER = `
################################################################################
NO BROWSER WAS FOUND: ${in_browser.length} files of tests that need one were NOT run.
Install Chromium, or name one in CHROME_PATH. npm run test:programs needs it, too.
################################################################################
`;

async function runWithPrograms(): Promise<boolean> {
  const stopChromium = await shareChromium();
  const removeTarballs = await shareTarballs();
  try {
    const env = { LATCHKEY_TEST_DATABASE: "postgres" };
    return all([
      await runTests(["--test-isolation=none", ...on_postgres], { print: "at_once", env }),
      await runTests(["--test-concurrency=2", ...programs], { print: "at_once" }),
    ]);
  } finally {
    removeTarballs();
    await stopChromium();
  }
}

async function runEverything(): Promise<boolean> {
  return all([await runPortable(), await runWithPrograms()]);
}

/** One PostgreSQL for all test files. Hundreds of processes load the same modules: they find them compiled. */
async function withSharedParts(
  work: () => Promise<boolean>,
  files: readonly string[],
): Promise<boolean> {
  const cache = mkdtempSync(join(tmpdir(), "latchkey-compiled-"));
  process.env["NODE_COMPILE_CACHE"] ??= cache;
  const stopPostgres = await sharePostgres();
  try {
    return (await work()) && isEveryRequirementShown(files);
  } finally {
    await stopPostgres();
    rmSync(cache, { recursive: true, force: true });
  }
}

function reporters(results: string): readonly string[] {
  return [
    ["spec", "stdout"],
    ["./scripts/test/record-results.ts", results],
  ].flatMap(([reporter, destination]) => [
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${destination}`,
  ]);
}

/** Whether every test of these files that docs/standards.md names was run, and passed. */
function isEveryRequirementShown(files: readonly string[]): boolean {
  const passed: PassedTests = readdirSync(reports)
    .flatMap((name) => readResults(join(reports, name)))
    .flatMap(([outcome, file, title]) => (outcome === "passed" ? [[file, title]] : []));
  const unshown = findUnshown([...readSpecifications(), readClients()], passed, new Set(files));
  for (const sentence of unshown) console.error(sentence);
  return unshown.length === 0;
}

interface TestRun {
  readonly print: "at_once" | "at_end";
  /** More environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

function readResults(path: string): readonly RecordedResult[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/**
 * Whether all tests passed. Runs that share the terminal print at their end, so that their lines do not mix. With
 * LATCHKEY_TEST_RERUN, as in CI, a few files with failures are run once more, each alone: what passes then is named, and does not
 * fail the run.
 */
async function runTests(args: readonly string[], how: TestRun): Promise<boolean> {
  const first = await runOnce(args, how);
  if (first.passed) return true;
  const { failed_files } = first;
  if (!RERUNS || failed_files.length === 0 || failed_files.length > MOST_RERUN_FILES) return false;
  const files = args.filter((each) => each.endsWith(".test.ts"));
  const again = [...new Set(failed_files.flatMap((file) => runFilesOf(file, files)))];
  if (again.length === 0) return false;
  const { passed } = await runOnce(["--test-concurrency=1", ...again], how);
  if (passed) console.error(`\nFAILED ONCE, PASSED WHEN RUN AGAIN:\n${failed_files.join("\n")}\n`);
  return passed;
}

/** The file itself where it was run; where others import its tests, all that were run of the nearest folder. */
function runFilesOf(file: string, files: readonly string[]): readonly string[] {
  if (files.includes(file)) return [file];
  const folder = dirname(file);
  if (folder === ".") return [];
  const beside = files.filter((each) => dirname(each) === folder);
  return beside.length > 0 ? beside : runFilesOf(folder, files);
}

interface Outcome {
  readonly passed: boolean;
  /** From the root of the repository. */
  readonly failed_files: readonly string[];
}

async function runOnce(args: readonly string[], { print, env = {} }: TestRun): Promise<Outcome> {
  const results = join(reports, `${randomUUID()}.jsonl`);
  const options = ["--test", `--test-timeout=${TEST_TIMEOUT_MS}`, ...reporters(results), ...args];
  const child = spawn(process.execPath, options, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ["ignore", print === "at_once" ? "inherit" : "pipe", "inherit"],
  });
  const closed = once(child, "close");
  if (child.stdout !== null) process.stdout.write(await text(child.stdout));
  const [status] = await closed;
  const failed = readResults(results).filter(([outcome]) => outcome === "failed");
  return { passed: status === 0, failed_files: [...new Set(failed.map(([, file]) => file))] };
}

function all(outcomes: readonly boolean[]): boolean {
  return outcomes.every(Boolean);
}
