import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Subject } from "./subjects/subject.ts";
import { type Baseline, startBaseline } from "./subjects/baseline.ts";
import { type Latchkey, registerPhotos, startLatchkey } from "./subjects/latchkey.ts";
import { drive, type Scenario } from "./load/driver.ts";
import { driveSteadily, type SteadyOutcome, type Stream } from "./load/steady-driver.ts";
import { CONNECTIONS } from "./load/wrk.ts";
import { BUSY, describeMachine, sentenceOf } from "./machine.ts";
import { folders } from "./programs.ts";
import { type Latency, renderLatency } from "./report/latency-table.ts";
import { writeJson } from "./report/write-results.ts";
import { isQuick } from "./short-options.ts";
import { median } from "./statistics.ts";
import { warmUpFor } from "./workloads/workload.ts";

const HELP = `npm run bench:latency -- [flags]

  --quick   one short round
`;

/** `npm run bench:latency`: latency at half load, with concurrent RS256 signatures. */
async function main(): Promise<number> {
  const isQuickRun = isQuick(process.argv.slice(2), HELP);
  if (isQuickRun === undefined) return 0;
  const machine = describeMachine();
  console.log(sentenceOf(machine));
  if (machine.load > BUSY)
    console.log("The machine is busy: other processes influence every result.");
  const began_at = new Date().toISOString();
  const directory = join(folders.data, `latency-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  const latchkey = await startLatchkey({ directory });
  const baseline = await startBaseline();
  try {
    await registerPhotos(latchkey, { id_token_signed_response_alg: "RS256" });
    await baseline.setResponse(PATH, ANSWER);
    const measured = await measure(latchkey, baseline, isQuickRun ? QUICK : FULL);
    console.log(`\n${renderLatency(measured)}`);
    if (isQuickRun) return 0; // A quick run is not recorded.
    console.log(
      `wrote ${writeJson("-latency", began_at, machine, { began_at, machine, measured })}`,
    );
  } finally {
    await Promise.all([latchkey.stop(), baseline.stop()]);
    rmSync(directory, { recursive: true });
  }
  return 0;
}

const FULL = { rounds: 7, round_s: 5, full_s: 3, warm_up_s: 5 };
const QUICK = { rounds: 1, round_s: 2, full_s: 1, warm_up_s: 1 };

const PATH = "/oauth2/token";
const ANSWER = `{"access_token":"${"a".repeat(49)}","expires_in":86400,"token_type":"bearer"}`;
const tokens: Scenario = {
  kind: "forms",
  paths: [PATH],
  form: "grant_type=client_credentials&scope=photos.read",
};
const flows: Scenario = { kind: "code_flow", dialect: "latchkey", alg: "RS256" };

/**
 * Half load is a quarter of the token requests that the server can answer when it does nothing else, and a quarter of
 * the flows: of what it can do right then, since a machine may do twice as much in one minute as in another. Half load of
 * token requests alone stands beside it, to tell what the signatures change; and as many to bare `node:http`, to tell what
 * the machine and the driver add to every latency.
 */
async function measure(
  latchkey: Latchkey,
  baseline: Baseline,
  pace: typeof FULL,
): Promise<Latency> {
  await fullRate(baseline, tokens, pace.warm_up_s);
  await fullRate(latchkey, tokens, pace.warm_up_s);
  await fullRate(latchkey, flows, warmUpFor("flows", pace.warm_up_s));
  const rounds: Round[] = [];
  for (let round = 1; round <= pace.rounds; round += 1) {
    process.stderr.write(`round ${round} of ${pace.rounds} …\n`);
    rounds.push(await measureRound(latchkey, baseline, pace));
  }
  const outcomes = rounds.flatMap((round) => round.outcomes);
  const middle = (name: string): SteadyOutcome => middleOf(name, outcomes);
  return {
    most: {
      tokens: median(rounds.map(({ most }) => most.tokens)),
      flows: median(rounds.map(({ most }) => most.flows)),
    },
    baseline: middle("baseline"),
    alone: middle("alone"),
    beside: middle("beside"),
    flows: middle("flows"),
  };
}

interface Round extends Pick<Latency, "most"> {
  readonly outcomes: readonly SteadyOutcome[];
}

async function measureRound(
  latchkey: Latchkey,
  baseline: Baseline,
  { round_s, full_s }: typeof FULL,
): Promise<Round> {
  const steadily = (server: Subject, ...streams: readonly Stream[]): Promise<SteadyOutcome[]> => {
    const { public_url, admin_url } = server;
    return driveSteadily({ public_url, admin_url, seconds: round_s, streams });
  };
  const most = {
    tokens: await fullRate(latchkey, tokens, full_s),
    flows: await fullRate(latchkey, flows, full_s),
  };
  const half = { scenario: tokens, rate: most.tokens / 2 };
  const outcomes = [
    await steadily(baseline, { name: "baseline", ...half }),
    await steadily(latchkey, { name: "alone", ...half }),
    await steadily(
      latchkey,
      { name: "beside", scenario: tokens, rate: most.tokens / 4 },
      { name: "flows", scenario: flows, rate: most.flows / 4 },
    ),
  ];
  return { most, outcomes: outcomes.flat() };
}

async function fullRate(server: Subject, scenario: Scenario, seconds: number): Promise<number> {
  const { public_url, admin_url } = server;
  return (await drive({ scenario, public_url, admin_url, seconds, connections: CONNECTIONS })).rate;
}

/** The medians of all rounds. */
function middleOf(name: string, rounds: readonly SteadyOutcome[]): SteadyOutcome {
  const own = rounds.filter((round) => round.name === name);
  const middle = (of: (round: SteadyOutcome) => number): number => median(own.map(of));
  return {
    name,
    rate: middle(({ rate }) => rate),
    count: middle(({ count }) => count),
    p50_ms: middle(({ p50_ms }) => p50_ms),
    p99_ms: middle(({ p99_ms }) => p99_ms),
    longest_ms: middle(({ longest_ms }) => longest_ms),
    late_ms: middle(({ late_ms }) => late_ms),
  };
}

process.exitCode = await main();
