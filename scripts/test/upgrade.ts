/**
 * `npm run test:upgrade`: servers of the release before and of this version on one database, PostgreSQL and SQLite, with traffic in
 * both directions. The history has to have the release; with `--where-possible`, its absence is said and is no failure.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  hasPreviousRelease,
  previousRelease,
} from "../../packages/server/test/upgrade/rolling/previous-release.ts";

const file = "packages/server/test/upgrade/rolling/rolling-upgrade.ts";
/** For a server that hangs; the tests take two minutes. */
const TIMEOUT_MS = 20 * 60_000;
const repository = fileURLToPath(new URL("../..", import.meta.url));

if (hasPreviousRelease()) {
  const options = ["--test", `--test-timeout=${TIMEOUT_MS}`, "--test-reporter=spec", file];
  const { status } = spawnSync(process.execPath, options, { cwd: repository, stdio: "inherit" });
  process.exitCode = status ?? 1;
} else {
  const { version, commit } = previousRelease;
  console.error(
    `The history of this clone has no ${version} (${commit}), so the upgrade from it was NOT tested: git fetch --unshallow brings it.`,
  );
  process.exitCode = process.argv.includes("--where-possible") ? 0 : 1;
}
