/** What a run of tests prints. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { JobOutcome } from "./jobs.ts";
import type { RecordedTest } from "./record-results.ts";

const SLOWEST = 10;

/** The line of a lane that has ended. */
export function describeLane(lane: string, outcomes: readonly JobOutcome[]): string {
  const tests = outcomes.flatMap((outcome) => outcome.tests.filter(({ is_suite }) => !is_suite));
  const count = (outcome: RecordedTest["outcome"]) =>
    tests.filter((test) => test.outcome === outcome).length;
  const started = Math.min(...outcomes.map((outcome) => outcome.started));
  const ended = Math.max(...outcomes.map((outcome) => outcome.ended));
  const isPassed = outcomes.every(({ passed }) => passed);
  return [
    isPassed ? "✔" : "✖",
    lane.padEnd(12),
    `${tests.length} tests`.padStart(12),
    `${count("failed")} failed`.padStart(10),
    `${count("skipped")} not run`.padStart(11),
    seconds((ended - started) / 1000),
    `(${seconds(processorSeconds(outcomes)).trim()} of processor time)`,
  ].join("  ");
}

export function processorSeconds(outcomes: readonly JobOutcome[]): number {
  return outcomes.reduce((sum, { processor_seconds }) => sum + processor_seconds, 0);
}

function seconds(value: number): string {
  return `${Math.round(value)} s`.padStart(6);
}

/** What failed, each with the command that repeats it. */
export function describeFailures(
  outcomes: readonly JobOutcome[],
  repository: string,
): readonly string[] {
  return outcomes
    .filter(({ passed }) => !passed)
    .flatMap(({ job, tests, printed }) => {
      const failed = tests.filter(({ outcome }) => outcome === "failed");
      if (failed.length > 0) {
        return failed.map((test) => describeFailure(test, job.files, repository));
      }
      const what = job.command?.join(" ") ?? repeatCommand(job.files);
      return [`✖ ${job.lane}: it ended without a failed test.\n${printed}\n  Again: ${what}`];
    });
}

function describeFailure(
  { file, titles, error = "" }: RecordedTest,
  files: readonly string[],
  repository: string,
): string {
  const again = files.includes(file) ? [file] : findImporters(file, files, repository);
  const title = titles.join(" ").replaceAll(/[\\^$.*+?()[\]{}|']/g, escapePattern);
  const pattern = `--test-name-pattern='^${title}$'`;
  return [
    `✖ ${file}`,
    `  ${titles.join(" > ")}`,
    indent(error),
    `  Again: ${repeatCommand(again, pattern)}`,
  ].join("\n");
}

/** Within an expression, within single quotes of the shell. */
function escapePattern(character: string): string {
  return character === "'" ? "\\x27" : `\\${character}`;
}

function repeatCommand(files: readonly string[], ...options: readonly string[]): string {
  return ["npx node --test --test-isolation=none", ...options, ...files].join(" ");
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "    ");
}

/** The test files that import the module whose tests these are, as a conformance suite is imported. */
export function findImporters(
  module: string,
  files: readonly string[],
  repository: string,
): readonly string[] {
  return files.filter((file) => {
    const seen = new Set<string>([file]);
    for (const each of seen) for (const path of importsOf(each, repository)) seen.add(path);
    return seen.has(module);
  });
}

function importsOf(file: string, repository: string): readonly string[] {
  const path = join(repository, file);
  const source = existsSync(path) ? readFileSync(path, "utf8") : ""; // Sources quote imports, too.
  const paths = [...source.matchAll(/\b(?:from|import) "(\.[^"]+\.ts)"/g)];
  return paths.flatMap(([, imported]) =>
    imported === undefined ? [] : [normalize(join(dirname(file), imported))],
  );
}

/** The files whose tests took longest. */
export function describeSlowest(outcomes: readonly JobOutcome[]): readonly string[] {
  const spent = new Map<string, number>();
  for (const { file, titles, ms } of outcomes.flatMap(({ tests }) => tests)) {
    if (titles.length === 1) spent.set(file, (spent.get(file) ?? 0) + ms);
  }
  const slowest = [...spent].toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST);
  return slowest.map(([file, ms]) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
}

/** Why tests were not run, and how many. */
export function describeSkipped(outcomes: readonly JobOutcome[]): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { outcome, is_suite, reason = "no reason is given" } of outcomes.flatMap(
    ({ tests }) => tests,
  )) {
    if (outcome === "skipped" && !is_suite) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return [...reasons].map(([reason, count]) => `NOT RUN: ${count} tests: ${reason}`);
}
