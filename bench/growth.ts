import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { authorization, type Subject } from "./subjects/subject.ts";
import { startBaseline } from "./subjects/baseline.ts";
import {
  type Latchkey,
  registerPhotos,
  sqliteIn,
  startLatchkey,
  TTL,
} from "./subjects/latchkey.ts";
import { fillLiveTokens, type LiveTokens } from "./fill/live-tokens.ts";
import { withStore } from "./fill/open.ts";
import { type GrowthOptions, growthHelp, parseGrowthOptions } from "./growth-options.ts";
import { CONNECTIONS, wrkProblem, type WrkLoad } from "./load/wrk.ts";
import { BUSY, describeMachine, sentenceOf } from "./machine.ts";
import { measureAll } from "./measure.ts";
import { folders } from "./programs.ts";
import { type Growth, renderGrowth } from "./report/growth-table.ts";
import { writeJson } from "./report/write-results.ts";
import { median, sample } from "./statistics.ts";
import { loadedByDriver } from "./workloads/code-flow.ts";
import { type LoadedSubject, loadedByWrk } from "./workloads/workload.ts";

/** `npm run bench:growth`: cost per request and per stored token as a function of the number of live tokens. */
async function main(): Promise<number> {
  const options = parseGrowthOptions(process.argv.slice(2));
  const obstacle = options === "help" ? growthHelp : wrkProblem();
  if (options === "help" || obstacle !== undefined) {
    console.log(obstacle);
    return options === "help" ? 0 : 2;
  }
  const machine = describeMachine();
  console.log(sentenceOf(machine));
  if (machine.load > BUSY) console.log("The machine is busy: rates will be low, and ratios rough.");
  const began_at = new Date().toISOString();
  const grown: Growth[] = [];
  for (const size of options.sizes) grown.push(await grow(size, options));
  console.log(`\n${renderGrowth(grown)}`);
  console.log(`wrote ${writeJson("-growth", began_at, machine, { began_at, machine, grown })}`);
  return 0;
}

/** Measures one store size in a temporary directory. */
async function grow(size: number, options: GrowthOptions): Promise<Growth> {
  process.stderr.write(`${size.toLocaleString("en")} live tokens …\n`);
  const directory = join(folders.data, `growth-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  try {
    await prepare(directory);
    const live = await fillLiveTokens(sqliteIn(directory), directory, size);
    const latchkey = await startLatchkey({ directory });
    const { started_in_ms } = latchkey;
    const bare = await startBaseline();
    try {
      await bare.setResponse(PATH, ANSWER);
      const loaded = [loadedByWrk(bare, loadOf(bare)), ...enter(latchkey, live, directory)];
      const pace = { ...options, warm_up_s: 4, rows: size };
      const [baseline, issue, introspect, refresh] = await measureAll(loaded, pace);
      if (!baseline || !issue || !introspect || !refresh)
        throw new Error("A subject was not measured.");
      await latchkey.stop();
      const idle_sweep_ms = await sweepNothing(sqliteIn(directory));
      const swept_per_second = await sweepForAWhile(sqliteIn(directory), options.round_s);
      const { access_tokens: _, refresh_tokens: __, ...fill_metrics } = live;
      return {
        size,
        started_in_ms,
        baseline,
        issue,
        introspect,
        refresh,
        idle_sweep_ms,
        swept_per_second,
        ...fill_metrics,
      };
    } finally {
      await Promise.all([latchkey.stop(), bare.stop()]);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Starts the server once to create the schema, the signing key and the client. */
async function prepare(directory: string): Promise<void> {
  const first = await startLatchkey({ directory });
  try {
    await registerPhotos(first, { id_token_signed_response_alg: "ES256" });
  } finally {
    await first.stop();
  }
}

/** Issue, introspect, refresh. The refresh chains start at grants spread evenly over the table. */
function enter(latchkey: Latchkey, live: LiveTokens, directory: string): LoadedSubject[] {
  const file = join(directory, "tokens");
  writeFileSync(file, `${live.access_tokens.toSorted(byTheirEnd).join("\n")}\n`);
  let chains = sample(live.refresh_tokens, CONNECTIONS * MAX_RUNS);
  return [
    loadedByWrk(latchkey, loadOf(latchkey)),
    loadedByWrk(latchkey, {
      url: `${latchkey.admin_url}/oauth2/introspect`,
      script: "tokens.lua",
      args: [file],
    }),
    {
      name: latchkey.name,
      pid: latchkey.pid,
      measure(seconds) {
        // Each run uses other chains: a refresh token presented twice would revoke its grant.
        const tokens = sample(chains, CONNECTIONS).slice(0, CONNECTIONS);
        chains = chains.filter((token) => !tokens.includes(token));
        return loadedByDriver(latchkey, { kind: "refresh", dialect: "latchkey", tokens }).measure(
          seconds,
        );
      },
    },
  ];
}

const MAX_RUNS = 16;
const PATH = "/oauth2/token";
const FORM = "grant_type=client_credentials&scope=photos.read";
const ANSWER = `{"access_token":"${"a".repeat(49)}","expires_in":86400,"token_type":"bearer"}`;

/** Requests for a token, of Latchkey and of bare `node:http`. */
function loadOf({ public_url }: Subject): WrkLoad {
  return { url: `${public_url}${PATH}`, script: "form.lua", args: [FORM, authorization] };
}

/** Orders tokens by their random suffix, so that lookups do not follow the order of issue. */
function byTheirEnd(one: string, other: string): number {
  return one.slice(-20) < other.slice(-20) ? -1 : 1;
}

/** Median duration of a sweep that finds no expired row, in milliseconds. */
async function sweepNothing(dsn: string): Promise<number> {
  return withStore(dsn, async ({ store }) => {
    const now = Math.floor(Date.now() / 1000);
    while ((await store.sweep(now, BATCH)) > 0); // Remove rows that the load left behind.
    const times: number[] = [];
    for (let round = 0; round < IDLE_SWEEPS; round += 1) {
      const began = performance.now();
      await store.sweep(now, BATCH);
      times.push(performance.now() - began);
    }
    return median(times);
  });
}

const IDLE_SWEEPS = 20;

/** Sweeps with a clock set past the expiry of every access token; returns rows removed per second. */
async function sweepForAWhile(dsn: string, seconds: number): Promise<number> {
  const later = Math.floor(Date.now() / 1000) + TTL + 3_600;
  return withStore(dsn, async ({ store }) => {
    const began = performance.now();
    let swept = 0;
    for (;;) {
      const found = await store.sweep(later, BATCH);
      swept += found;
      const elapsedS = (performance.now() - began) / 1000;
      if (found < BATCH || elapsedS >= seconds) return swept / elapsedS;
    }
  });
}

const BATCH = 500;

process.exitCode = await main();
