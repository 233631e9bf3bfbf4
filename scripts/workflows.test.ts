import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { loadYaml } from "../packages/server/src/config/yaml.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const files = globSync(".github/**/*.yml", { cwd: root });
const workflows = files.filter((file) => file.includes("workflows/"));
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Record<
    string,
    { uses?: string; steps?: { uses?: string; run?: string }[]; "timeout-minutes"?: number }
  >;
}

describe("the files in .github", () => {
  it("are YAML", () => {
    assert.ok(files.length > 5, "no files were found");
    for (const file of files) assert.equal(typeof loadYaml().parse(read(file)), "object", file);
  });

  for (const file of workflows) {
    const { jobs, permissions }: Workflow = loadYaml().parse(read(file));
    const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);

    it(`${file} has read permissions by default and a timeout for every job`, () => {
      assert.deepEqual(permissions, { contents: "read" });
      for (const [name, job] of Object.entries(jobs)) {
        assert.ok(job.uses !== undefined || job["timeout-minutes"] !== undefined, name);
      }
    });

    it(`${file} pins every action by digest, and names its version`, () => {
      const lines = read(file).match(/^.*\buses: (?!\.\/).*$/gm) ?? [];
      assert.equal(lines.length, steps.filter(({ uses }) => uses !== undefined).length);
      for (const line of lines)
        assert.match(line, /uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    });

    it(`${file} runs scripts and names files that exist`, () => {
      const commands = steps.map(({ run = "" }) => run).join("\n");
      for (const [, name = ""] of commands.matchAll(/\bnpm run ([\w:]+)/g)) {
        assert.ok(Object.hasOwn(scripts, name), name);
      }
      const paths = [...commands.matchAll(/(?<![\w/])(?:\.ci|scripts|deploy)\/[\w./-]+/g)];
      for (const [path] of paths) assert.ok(existsSync(join(root, path)), path);
      for (const { uses = "" } of Object.values(jobs)) {
        assert.ok(uses === "" || existsSync(join(root, uses)), uses);
      }
    });
  }
});

it("each night, properties are tested with a seed of that night, and more cases", () => {
  const { properties } = loadYaml().parse(read(".github/workflows/nightly.yml")).jobs;
  const { LATCHKEY_TEST_SEED, LATCHKEY_TEST_RUNS } = properties.env;
  assert.match(LATCHKEY_TEST_SEED, /github\.run_number/);
  assert.ok(LATCHKEY_TEST_RUNS > 1);
});

it("every property takes its cases from that seed: by assertProperty of packages/server/test/support/properties.ts", () => {
  const tests = globSync("packages/**/*.test.ts", { cwd: root, exclude: ["**/node_modules/**"] });
  assert.deepEqual(
    tests.filter((file) => /\bfc\.(assert|check|sample)\(/.test(read(file))),
    [],
  );
});

describe("the versions that CI tests with", () => {
  const { jobs } = loadYaml().parse(read(".github/workflows/ci.yml"));
  const nodes = new Set<string>(jobs.test.strategy.matrix.node);
  const majors: readonly number[] = jobs.store.strategy.matrix.postgres;

  it("include the oldest Node that the packages accept, and the pinned one", () => {
    const { engines } = JSON.parse(read("packages/server/package.json")).publishConfig;
    const [, oldest] = /^>=(\d+\.\d+)$/.exec(engines.node) ?? [];
    assert.ok(nodes.has(`${oldest}.0`), [...nodes].join());
    assert.ok(nodes.has(read(".node-version").trim()), [...nodes].join());
  });

  it("are the versions of PostgreSQL that the documentation names", () => {
    const [, from, to] =
      /PostgreSQL (\d+) to (\d+) is supported/.exec(read("docs/operating.md")) ?? [];
    assert.deepEqual([majors[0], majors.at(-1)], [Number(from), Number(to)]);
    assert.equal(majors.length, Number(to) - Number(from) + 1);
  });
});
