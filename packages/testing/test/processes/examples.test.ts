import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { promisify } from "node:util";
import { temporaryDirectory } from "../../../server/test/processes/databases.ts";
import { lacks } from "../../../server/test/support/machine.ts";
import { findChromium } from "../../../server/test/support/programs.ts";

const run = promisify(execFile);
const testing = join(import.meta.dirname, "../..");

/** A test runner, how its example is run, and what it prints when all tests passed. */
interface Runner {
  readonly name: string;
  readonly packages: readonly string[];
  readonly command: readonly string[];
  readonly says: RegExp;
  readonly needsBrowser?: boolean;
}

const runners: readonly Runner[] = [
  {
    name: "node --test",
    packages: [],
    command: ["--test", "node-test/app.test.js"],
    says: /pass 2\b/,
  },
  {
    name: "Vitest",
    packages: ["vitest@3.2.7", "vite@7.3.8"],
    command: ["node_modules/vitest/vitest.mjs", "run", "vitest"],
    says: /2 passed/,
  },
  {
    name: "Jest",
    packages: ["jest@30.5.2"],
    command: ["node_modules/jest/bin/jest.js", "-c", "jest/jest.config.mjs"],
    says: /2 passed/,
  },
  {
    name: "Playwright",
    packages: ["@playwright/test@1.65.0"],
    command: ["node_modules/@playwright/test/cli.js", "test", "-c", "playwright"],
    says: /1 passed/,
    needsBrowser: true,
  },
];

for (const { name, packages, command, says, needsBrowser } of runners) {
  const skip = needsBrowser === true && lacks("browser");
  it(`the example for ${name} passes`, { skip }, async () => {
    const project = await createProject(packages);
    const { stdout, stderr } = await runIn(project, process.execPath, command);
    assert.match(stdout + stderr, says);
  });
}

/** The examples in a folder of their own, with a runner and this package installed. */
async function createProject(packages: readonly string[]): Promise<string> {
  const project = temporaryDirectory();
  cpSync(join(testing, "examples"), project, { recursive: true });
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
  if (packages.length > 0) {
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
    await runIn(project, "npm", ["install", ...flags, ...packages]);
  }
  mkdirSync(join(project, "node_modules/@latchkey"), { recursive: true });
  symlinkSync(testing, join(project, "node_modules/@latchkey/testing"));
  // An installed package is loaded by Node itself; a link to its sources is not, unless a setting of Vitest says so.
  const config = "export default { test: { server: { deps: { external: [/packages/] } } } };";
  writeFileSync(join(project, "vitest.config.js"), config);
  return project;
}

async function runIn(cwd: string, program: string, words: readonly string[]) {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  const CHROME_PATH = findChromium() ?? "";
  return run(program, words, { cwd, env: { ...env, CI: "true", CHROME_PATH }, timeout: 300_000 });
}
