/** Runs the tests: `node scripts/test/run.ts quick` or `all`. Ends with status 1 when one of them fails. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { globalSetup, globalTeardown } from "../../packages/server/test/support/setup.ts";
import { shareTarballs } from "../guides/support/tarballs.ts";
import { groupTests } from "./groups.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** For a test that waits for something that never comes; others take far less, also on a busy machine. */
const TEST_TIMEOUT_MS = 10 * 60_000;

const { quick, in_process, isolated } = groupTests(repository);

process.exitCode = (await (process.argv[2] === "quick" ? runQuick() : runAll())) ? 0 : 1;

function runQuick(): Promise<boolean> {
  return runTests(["--test-isolation=none", ...quick], { print: "at_once" });
}

async function runAll(): Promise<boolean> {
  // Hundreds of processes load the same modules: they find them compiled.
  const cache = mkdtempSync(join(tmpdir(), "latchkey-compiled-"));
  process.env["NODE_COMPILE_CACHE"] ??= cache;
  try {
    await globalSetup();
    const shared = [quick, in_process].map((files) =>
      runTests(["--test-isolation=none", ...files], { print: "at_end" }),
    );
    const removeTarballs = await shareTarballs(); // While those tests run.
    process.once("exit", removeTarballs);
    const outcomes = await Promise.all(shared);
    outcomes.push(await runTests(["--test-concurrency=2", ...isolated], { print: "at_once" }));
    return outcomes.every(Boolean);
  } finally {
    await globalTeardown();
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
