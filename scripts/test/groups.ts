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
  "packages/{api,client,create-latchkey,openapi,opentelemetry,pkcs11,sign-in,workspace,workspace-client}/src/**/*.test.ts",
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

/**
 * Some of these, which reach every table of accounts: `npm run test:programs` runs them once more, on PostgreSQL. The others
 * are run there with LATCHKEY_TEST_DATABASE=postgres.
 */
const ON_POSTGRES = [
  "packages/server/test/flows/{account-history,account-self-service,accounts-on-two-servers}.test.ts",
  "packages/server/test/flows/{branding,email-address,lost-races}.test.ts",
];

/** What needs a browser. `npm test` runs it where there is one. */
const IN_BROWSER = [
  "packages/server/test/{browser,console}/*.test.ts",
  "packages/cli/test/demo.test.ts",
];

/**
 * What needs other programs that npm does not install (proxies, SoftHSM, curl, OpenSSL, other languages), and what takes minutes: packages
 * that are installed from tarballs, databases that fail under load, growth. `npm test` leaves it out.
 */
const WITH_PROGRAMS = [
  "packages/server/test/deploy/{compose,helm,proxies}.test.ts",
  "packages/server/test/processes/pgbouncer.test.ts",
  "packages/server/test/faults/postgres-{server,under-load}.test.ts",
  "packages/cli/test/docs/pages.test.ts",
  "packages/pkcs11/test/softhsm.test.ts",
  "packages/testing/test/processes/{examples,growth}.test.ts",
  "scripts/guides/!(fill-guides).test.ts",
  "scripts/ha/short.test.ts",
  "scripts/openapi/samples.test.ts",
  "scripts/pack/pack.test.ts",
  "scripts/release/install.test.ts",
];

/** The test files by how they run. Files of the last three have a process each: they start processes or change this one. */
export function groupTests(directory: string): {
  readonly quick: readonly string[];
  readonly in_process: readonly string[];
  readonly isolated: readonly string[];
  readonly on_postgres: readonly string[];
  readonly in_browser: readonly string[];
  readonly with_programs: readonly string[];
} {
  const find = (patterns: string[]) =>
    globSync(patterns, { cwd: directory, exclude: ["**/node_modules/**"] }).toSorted();
  const quick = find(QUICK);
  const in_process = find(IN_PROCESS);
  const on_postgres = find(ON_POSTGRES);
  const in_browser = find(IN_BROWSER);
  const with_programs = find(WITH_PROGRAMS);
  const others = new Set([...quick, ...in_process, ...in_browser, ...with_programs]);
  const isolated = find(ALL).filter((file) => !others.has(file));
  return { quick, in_process, isolated, on_postgres, in_browser, with_programs };
}
