import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillAccessTokens } from "./fill/tokens.ts";
import { withStore } from "./fill/open.ts";
import { keepAwake } from "./keep-awake.ts";
import { CONNECTIONS, wrkProblem } from "./load/wrk.ts";
import { cores, describeMachine, sentenceOf } from "./machine.ts";
import { folders } from "./programs.ts";
import { renderFootprints } from "./report/footprint-table.ts";
import { writeJson } from "./report/write-results.ts";
import type { Footprint, FootprintRun } from "./scaling/footprint.ts";
import { type Loaded, measureFootprints } from "./scaling/measure-footprint.ts";
import { isQuick } from "./short-options.ts";
import { type Latchkey, registerPhotos, startLatchkey } from "./subjects/latchkey.ts";
import { type PostgresServer, startPostgresServer } from "./subjects/postgres.ts";
import { authorization } from "./subjects/subject.ts";
import { loadedByDriver } from "./workloads/code-flow.ts";
import { loadedByWrk } from "./workloads/workload.ts";

const HELP = `npm run bench:footprint -- [flags]

  --quick   one short round of each kind
`;

/** `npm run bench:footprint`: what requests cost a server and its PostgreSQL. docs/scaling.md is calculated from it. */
async function main(): Promise<number> {
  const isQuickRun = isQuick(process.argv.slice(2), HELP);
  if (isQuickRun === undefined) return 0;
  const missing = wrkProblem();
  if (missing !== undefined) {
    console.log(missing);
    return 2;
  }
  const machine = describeMachine();
  console.log(sentenceOf(machine));
  const began_at = new Date().toISOString();
  const footprints = await measure(isQuickRun ? QUICK : FULL);
  console.log(`\n${renderFootprints(footprints)}`);
  if (isQuickRun) return 0;
  const { written_over_s } = FULL;
  const run: FootprintRun = { connections: CONNECTIONS, written_over_s, footprints };
  console.log(`wrote ${writeJson("-footprint", began_at, machine, { began_at, machine, ...run })}`);
  return 0;
}

const QUICK = { rounds: 1, round_s: 1, warm_up_s: 1, written_over_s: 1 };
const FULL = { rounds: 7, round_s: 3, warm_up_s: 6, written_over_s: 30 };

async function measure(pace: typeof FULL): Promise<Footprint[]> {
  const directory = join(folders.data, `footprint-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  const postgres = await startPostgresServer();
  const awake = keepAwake(cores.server);
  try {
    const { dsn } = postgres;
    const latchkey = await startLatchkey({ directory, dsn, name: "latchkey-postgres" });
    try {
      await registerPhotos(latchkey, { id_token_signed_response_alg: "ES256" });
      const loaded = await load(latchkey, postgres, directory);
      return await measureFootprints(loaded, { dsn, postgres_pid: postgres.pid, ...pace });
    } finally {
      await latchkey.stop();
    }
  } finally {
    await Promise.all([postgres.stop(), awake?.stop()]);
    rmSync(directory, { recursive: true });
  }
}

/** Every kind, with the work that the server has for it. */
async function load(
  latchkey: Latchkey,
  { dsn }: PostgresServer,
  directory: string,
): Promise<Loaded[]> {
  const file = join(directory, "tokens");
  const tokens = await withStore(dsn, (open) => fillAccessTokens(open, INTROSPECTED));
  writeFileSync(file, `${tokens.join("\n")}\n`);
  const { public_url, admin_url } = latchkey;
  return [
    {
      kind: "token",
      subject: loadedByWrk(latchkey, {
        url: `${public_url}/oauth2/token`,
        script: "form.lua",
        args: ["grant_type=client_credentials&scope=photos.read", authorization],
      }),
    },
    {
      kind: "introspection",
      subject: loadedByWrk(latchkey, {
        url: `${admin_url}/oauth2/introspect`,
        script: "tokens.lua",
        args: [file],
      }),
    },
    {
      kind: "refresh",
      subject: loadedByDriver(latchkey, { kind: "refresh", dialect: "latchkey" }),
    },
    {
      kind: "sign_in",
      subject: loadedByDriver(latchkey, { kind: "code_flow", dialect: "latchkey", alg: "ES256" }),
    },
  ];
}

const INTROSPECTED = 100_000;

process.exitCode = await main();
