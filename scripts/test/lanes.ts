/**
 * The lanes that tests run in. The place of a file decides its lane: the first place below that it matches. Files share a process,
 * so that they load the server once; a process of its own is an exception, which a place asks for with a reason.
 */

import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";

export const laneNames = [
  "rules",
  "servers",
  "processes",
  "browser",
  "repository",
  "programs",
] as const;
export type LaneName = (typeof laneNames)[number];

export function isLane(name: string): name is LaneName {
  return (laneNames as readonly string[]).includes(name);
}

interface Place {
  readonly files: readonly string[];
  readonly lane: LaneName;
  /** Why its files cannot share a process, where they have one each. */
  readonly own_process?: string;
}

export const places: readonly Place[] = [
  {
    lane: "programs",
    files: ["**/*.real-time.test.ts"],
    own_process:
      "seconds that pass in earnest: deadlines, silent servers, processes that stand still",
  },
  {
    lane: "browser",
    files: [
      "packages/server/test/{browser,console}/*.test.ts",
      "packages/cli/test/demo{,-mail}.test.ts",
    ],
    own_process: "tabs of one browser, which are closed after each test",
  },
  {
    lane: "programs",
    files: [
      "packages/server/test/deploy/{compose,helm,proxies}.test.ts",
      "packages/server/test/processes/pgbouncer.test.ts",
      "packages/cli/test/docs/pages.test.ts",
      "packages/cli/test/terminal.test.ts",
      "packages/pkcs11/test/softhsm.test.ts",
      "scripts/guides/!(fill-guides).test.ts",
      "scripts/openapi/samples.test.ts",
    ],
    own_process: "programs that npm does not install: proxies, SoftHSM, curl, other languages",
  },
  {
    lane: "programs",
    files: [
      "packages/server/test/faults/postgres-{server,under-load}.test.ts",
      "packages/testing/test/processes/{examples,growth}.test.ts",
      "scripts/ha/short.test.ts",
      "scripts/pack/pack.test.ts",
      "scripts/release/install.test.ts",
    ],
    own_process: "minutes: installed packages, databases that fail under load, growth",
  },
  {
    lane: "repository",
    files: ["bench/**/*.test.ts", "scripts/{guides,ha,lint,pack,release,takeover}/**/*.test.ts"],
  },
  {
    lane: "processes",
    files: ["packages/server/test/processes/*.test.ts"],
    own_process: "servers as processes, which are started, killed, frozen and restarted",
  },
  {
    lane: "processes",
    files: ["packages/server/test/faults/*.test.ts"],
    own_process: "databases that fail or hang under a server",
  },
  {
    lane: "processes",
    files: [
      "packages/cli/test/{command,demo-start,login-consent-example}.test.ts",
      "packages/cli/test/{old-node,serve-apply,start-up,test-server}.test.ts",
      "packages/testing/test/processes/*.test.ts",
    ],
    own_process: "the command as a process",
  },
  {
    lane: "processes",
    files: [
      "packages/server/test/support/*.test.ts",
      "packages/workspace-client/test/readme.test.ts",
      "packages/console/test/components.test.ts",
      "packages/server/test/workspace-interop/arctic.test.ts",
    ],
    own_process:
      "the environment, a global or the module loader of the process is changed, or a process ends",
  },
  {
    lane: "rules",
    files: [
      "packages/{api,client,console,create-latchkey,identity,openapi,opentelemetry}/{src,test}/**/*.test.ts",
      "packages/{pkcs11,protect,sign-in,workspace,workspace-client}/{src,test}/**/*.test.ts",
      "packages/cli/src/**/!(run).test.ts",
      "packages/takeover/src/**/*.test.ts",
      "packages/server/src/!(process|reference|store)/**/*.test.ts",
      "packages/server/src/process/workers/*.test.ts",
      "packages/server/src/store/!(postgres)/!(file).test.ts",
      "packages/server/src/*.test.ts",
      "packages/server/test/operations/*.test.ts",
      "scripts/{docs,test}/*.test.ts",
    ],
  },
  { lane: "servers", files: ["**/*.test.ts"] },
];

/** Every test file. */
const ALL = [
  "packages/*/src/**/*.test.ts",
  "packages/*/test/**/*.test.ts",
  "bench/**/*.test.ts",
  "scripts/**/*.test.ts",
];

/** Files of the lane `servers` that reach every table of accounts: `npm run test:programs` runs them once more, on PostgreSQL. */
const ON_POSTGRES = [
  "packages/server/test/flows/{account-history,account-self-service,accounts-on-two-servers}.test.ts",
  "packages/server/test/flows/{branding,email-address,lost-races}.test.ts",
];

/** The place that decides how a test file runs. */
export function placeOf(file: string): Place {
  const place = places.find(({ files }) => files.some((pattern) => matchesGlob(file, pattern)));
  if (place === undefined) throw new Error(`${file} is not a test file.`);
  return place;
}

/** The test files of each lane, from the root of the repository. */
export function groupTests(repository: string): Readonly<Record<LaneName, readonly string[]>> & {
  readonly on_postgres: readonly string[];
  readonly properties: readonly string[];
} {
  const find = (patterns: readonly string[]) =>
    globSync(patterns, { cwd: repository, exclude: ["**/node_modules/**"] }).toSorted();
  const files = find(ALL);
  const filesOf = (lane: LaneName) => files.filter((file) => placeOf(file).lane === lane);
  return {
    rules: filesOf("rules"),
    servers: filesOf("servers"),
    processes: filesOf("processes"),
    browser: filesOf("browser"),
    repository: filesOf("repository"),
    programs: filesOf("programs"),
    on_postgres: find(ON_POSTGRES),
    properties: files.filter((file) =>
      readFileSync(join(repository, file), "utf8").includes("support/properties.ts"),
    ),
  };
}
