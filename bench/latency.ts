import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contenders/contender.ts";
import { type Floor, startFloor } from "./contenders/floor.ts";
import { type Latchkey, registerPhotos, startLatchkey } from "./contenders/latchkey.ts";
import { drive, type Journey } from "./load/assignment.ts";
import { driveSteadily, type SteadyOutcome, type Stream } from "./load/steady-assignment.ts";
import { CONNECTIONS } from "./load/wrk.ts";
import { BUSY, describeMachine, sentenceOf } from "./machine.ts";
import { folders } from "./programs.ts";
import { type Latency, renderLatency } from "./report/latency-table.ts";
import { leaveJson } from "./report/leave.ts";
import { isQuick } from "./short-options.ts";
import { median } from "./statistics.ts";
import { warmUpFor } from "./works/work.ts";

const HELP = `npm run bench:latency -- [flags]

  --quick   one short round
`;

/** `npm run bench:latency`: how long people wait at half load, while ID tokens are signed with RS256 beside them. */
async function main(): Promise<number> {
  const quick = isQuick(process.argv.slice(2), HELP);
  if (quick === undefined) return 0;
  const machine = describeMachine();
  console.log(sentenceOf(machine));
  if (machine.load > BUSY) console.log("The machine is busy: others' work shows in every figure.");
  const began_at = new Date().toISOString();
  const directory = join(folders.data, `latency-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  const latchkey = await startLatchkey({ directory });
  const floor = await startFloor();
  try {
    await registerPhotos(latchkey, { id_token_signed_response_alg: "RS256" });
    await floor.teach(PATH, ANSWER);
    const measured = await measure(latchkey, floor, quick ? HASTY : THOROUGH);
    console.log(`\n${renderLatency(measured)}`);
    if (quick) return 0; // A look is no result.
    console.log(
      `wrote ${leaveJson("-latency", began_at, machine, { began_at, machine, measured })}`,
    );
  } finally {
    await Promise.all([latchkey.stop(), floor.stop()]);
    rmSync(directory, { recursive: true });
  }
  return 0;
}

const THOROUGH = { rounds: 7, round_s: 5, full_s: 3, warm_up_s: 5 };
const HASTY = { rounds: 1, round_s: 2, full_s: 1, warm_up_s: 1 };

const PATH = "/oauth2/token";
const ANSWER = `{"access_token":"${"a".repeat(49)}","expires_in":86400,"token_type":"bearer"}`;
const tokens: Journey = {
  kind: "forms",
  paths: [PATH],
  form: "grant_type=client_credentials&scope=photos.read",
};
const flows: Journey = { kind: "code_flow", dialect: "latchkey", alg: "RS256" };

/**
 * Half load is a quarter of the token requests that the server can answer when it does nothing else, and a quarter of
 * the flows: of what it can do right then, since a machine may do twice as much in one minute as in another. Half load of
 * token requests alone stands beside it, to tell what the signatures change; and as many to bare `node:http`, to tell what
 * the machine and the driver add to anybody's waiting.
 */
async function measure(latchkey: Latchkey, floor: Floor, pace: typeof THOROUGH): Promise<Latency> {
  await fullRate(floor, tokens, pace.warm_up_s);
  await fullRate(latchkey, tokens, pace.warm_up_s);
  await fullRate(latchkey, flows, warmUpFor("flows", pace.warm_up_s));
  const rounds: Round[] = [];
  for (let round = 1; round <= pace.rounds; round += 1) {
    process.stderr.write(`round ${round} of ${pace.rounds} …\n`);
    rounds.push(await measureRound(latchkey, floor, pace));
  }
  const outcomes = rounds.flatMap((round) => round.outcomes);
  const middle = (name: string): SteadyOutcome => middleOf(name, outcomes);
  return {
    most: {
      tokens: median(rounds.map(({ most }) => most.tokens)),
      flows: median(rounds.map(({ most }) => most.flows)),
    },
    floor: middle("floor"),
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
  floor: Floor,
  { round_s, full_s }: typeof THOROUGH,
): Promise<Round> {
  const steadily = (server: Contender, ...streams: readonly Stream[]): Promise<SteadyOutcome[]> => {
    const { public_url, admin_url } = server;
    return driveSteadily({ public_url, admin_url, seconds: round_s, streams });
  };
  const most = {
    tokens: await fullRate(latchkey, tokens, full_s),
    flows: await fullRate(latchkey, flows, full_s),
  };
  const half = { journey: tokens, rate: most.tokens / 2 };
  const outcomes = [
    await steadily(floor, { name: "floor", ...half }),
    await steadily(latchkey, { name: "alone", ...half }),
    await steadily(
      latchkey,
      { name: "beside", journey: tokens, rate: most.tokens / 4 },
      { name: "flows", journey: flows, rate: most.flows / 4 },
    ),
  ];
  return { most, outcomes: outcomes.flat() };
}

async function fullRate(server: Contender, journey: Journey, seconds: number): Promise<number> {
  const { public_url, admin_url } = server;
  return (await drive({ journey, public_url, admin_url, seconds, connections: CONNECTIONS })).rate;
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
