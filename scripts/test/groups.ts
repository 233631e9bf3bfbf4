import { globSync } from "node:fs";

/** Every test file. */
const ALL = [
  "packages/*/src/**/*.test.ts",
  "packages/*/test/**/*.test.ts",
  "bench/**/*.test.ts",
  "scripts/**/*.test.ts",
];

/** Rules, layers, the store on SQLite, operations in process, and the examples of docs/extending.md: what `npm run test:quick` runs. */
const QUICK = [
  "packages/{api,client,create-latchkey,openapi,opentelemetry,sign-in,workspace-client}/src/**/*.test.ts",
  "packages/protect/test/**/*.test.ts",
  "packages/cli/src/**/!(run).test.ts",
  "packages/server/src/!(process|reference|store)/**/*.test.ts",
  "packages/server/src/store/!(postgres)/!(file).test.ts",
  "packages/server/src/architecture.test.ts",
  "packages/server/test/operations/*.test.ts",
  "scripts/docs/*.test.ts",
];

/** Servers without a process of their own. Sharing one process, they load the server once instead of once per file. */
const IN_PROCESS = [
  "packages/server/test/{flows,interop,limits,openapi,workspace}/*.test.ts",
  "packages/testing/test/*.test.ts",
];

/** The test files by how they run. Files of `isolated` have a process each: they start processes or change this one. */
export function groupTests(directory: string): {
  readonly quick: readonly string[];
  readonly in_process: readonly string[];
  readonly isolated: readonly string[];
} {
  const find = (patterns: string[]) =>
    globSync(patterns, { cwd: directory, exclude: ["**/node_modules/**"] }).toSorted();
  const quick = find(QUICK);
  const in_process = find(IN_PROCESS);
  const shared = new Set([...quick, ...in_process]);
  return { quick, in_process, isolated: find(ALL).filter((file) => !shared.has(file)) };
}
