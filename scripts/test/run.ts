/**
 * Runs the tests: `node scripts/test/run.ts quick`, `portable` (what needs Node and npm alone), `programs` (what needs programs of
 * the machine) or `all` (both). Ends with status 1 when one of them fails.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { shareChromium } from "../../packages/server/test/support/chromium.ts";
import { sharePostgres } from "../../packages/server/test/support/share-postgres.ts";
import { shareTarballs } from "../guides/support/tarballs.ts";
import { groupTests } from "./groups.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** For a test that waits for something that never comes; others take far less, also on a busy machine. */
const TEST_TIMEOUT_MS = 10 * 60_000;

const { quick, in_process, isolated, with_programs } = groupTests(repository);

const runs: Readonly<Record<string, () => Promise<boolean>>> = {
  quick: runQuick,
  portable: () => withSharedParts(runPortable),
  programs: () => withSharedParts(runWithPrograms),
  all: () => withSharedParts(async () => all([await runPortable(), await runWithPrograms()])),
};

const run = runs[process.argv[2] ?? ""];
if (run === undefined) throw new Error(`Name what to run: ${Object.keys(runs).join(", ")}.`);
process.exitCode = (await run()) ? 0 : 1;

function runQuick(): Promise<boolean> {
  return runTests(["--test-isolation=none", ...quick], { print: "at_once" });
}

async function runPortable(): Promise<boolean> {
  const shared = [quick, in_process].map((files) =>
    runTests(["--test-isolation=none", ...files], { print: "at_end" }),
  );
  const outcomes = await Promise.all(shared);
  outcomes.push(await runTests(["--test-concurrency=2", ...isolated], { print: "at_once" }));
  return all(outcomes);
}

async function runWithPrograms(): Promise<boolean> {
  const stopChromium = await shareChromium();
  const removeTarballs = await shareTarballs();
  try {
    return await runTests(["--test-concurrency=2", ...with_programs], { print: "at_once" });
  } finally {
    removeTarballs();
    await stopChromium();
  }
}

/** One PostgreSQL for all test files. Hundreds of processes load the same modules: they find them compiled. */
async function withSharedParts(work: () => Promise<boolean>): Promise<boolean> {
  const cache = mkdtempSync(join(tmpdir(), "latchkey-compiled-"));
  process.env["NODE_COMPILE_CACHE"] ??= cache;
  const stopPostgres = await sharePostgres();
  try {
    return await work();
  } finally {
    await stopPostgres();
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Whether all tests passed. Runs that share the terminal print at their end, so that their lines do not mix. */
async function runTests(
  args: readonly string[],
  { print }: { readonly print: "at_once" | "at_end" },
): Promise<boolean> {
  const child = spawn(process.execPath, ["--test", `--test-timeout=${TEST_TIMEOUT_MS}`, ...args], {
    cwd: repository,
    stdio: ["ignore", print === "at_once" ? "inherit" : "pipe", "inherit"],
  });
  const closed = once(child, "close");
  if (child.stdout !== null) process.stdout.write(await text(child.stdout));
  const [status] = await closed;
  return status === 0;
}

function all(outcomes: readonly boolean[]): boolean {
  return outcomes.every(Boolean);
}
