import type { Demand } from "../scaling/demand.ts";
import { breakingPoints, type Ceilings, usualCeilings } from "../scaling/limits.ts";
import {
  randomFrom,
  simulateBatches,
  simulateQueue,
  simulateShards,
  simulateWindows,
} from "../scaling/simulate.ts";
import { type Choices, type Measurements, sizeOf } from "../scaling/sizing.ts";
import { stages, usualChoices } from "../scaling/stages.ts";
import { alignColumns, readableCount, readableToTheLast } from "./columns.ts";
import { table } from "./markdown-table.ts";

/** What an installation needs, a line each. */
function needs(demand: Demand, measured: Measurements, choices: Choices): [string, string][] {
  const sizing = sizeOf(demand, measured, choices);
  const { rates } = sizing;
  return [
    ["live tokens", readableCount(demand.live_tokens)],
    ["requests a second, at most", readableCount(demand.requests_per_second)],
    ["tokens for programs a second", readableToTheLast(rates.token)],
    ["refreshes a second", readableToTheLast(rates.refresh)],
    ["sign-ins a second", readableToTheLast(rates.sign_in)],
    ["introspections a second", readableToTheLast(rates.introspection)],
    ["server processes, a core each", readableCount(sizing.servers)],
    ["cores of PostgreSQL", readableToTheLast(sizing.database_cores)],
    ["database, GB", readableToTheLast(sizing.live_gigabytes)],
    ["transactions a second", readableToTheLast(sizing.transactions_per_second)],
    ["write-ahead log, MB/s", readableToTheLast(sizing.log_megabytes_per_second)],
    ["written to disk, MB/s", readableToTheLast(sizing.written_megabytes_per_second)],
    ["written for each byte stored", readableToTheLast(sizing.write_amplification)],
    ["hours until rows are frozen", readableToTheLast(sizing.hours_to_freeze)],
    ["a million requests, $", readableToTheLast(sizing.cost_of_a_million_requests)],
    [
      "a million live tokens for a month, $",
      readableToTheLast(sizing.cost_of_a_million_live_tokens_for_a_month),
    ],
  ];
}

/** The installations of docs/scaling.md side by side. */
export function renderStages(measured: Measurements): string {
  const columns = stages.map((demand) => needs(demand, measured, usualChoices));
  const rows = (columns[0] ?? []).map(([title], index) => [
    title,
    ...columns.map((column) => column[index]?.[1] ?? ""),
  ]);
  const [head = [], ...rest] = rows;
  return table(head, rest);
}

const ceilings: Readonly<Record<keyof Ceilings, readonly [unit: string, remedy: string]>> = {
  database_cores: ["cores of one primary", "replicas for reads that may be stale; shards"],
  written_megabytes_per_second: ["MB written to its disk a second", "checkpoints further apart"],
  log_megabytes_per_second: ["MB of log that a standby applies a second", "shards"],
  hours_to_freeze: ["hours between freezes of old rows", "partitions, which are dropped unfrozen"],
  live_gigabytes: ["GB on one disk", "JWT access tokens, which have no row; shards"],
};

/** At what demand one primary reaches each ceiling. */
export function renderBreakingPoints(measured: Measurements): string {
  const [largest] = stages.toReversed();
  if (largest === undefined) throw new Error("There is no stage.");
  const points = breakingPoints(largest, measured, usualChoices, usualCeilings);
  return table(
    ["Ceiling of one primary", "Taken as", "Requests a second", "What helps"],
    points.map(({ of, requests_per_second }) => [
      ceilings[of][0],
      readableCount(usualCeilings[of]),
      readableCount(requests_per_second),
      ceilings[of][1],
    ]),
    [1, 2],
  );
}

/** The arithmetic beside what the simulation finds. */
export function renderSimulation(measured: Measurements): string {
  return table(["What", "Arithmetic", "Simulation"], simulated(measured, usualChoices));
}

function simulated(measured: Measurements, { habits, utilisation }: Choices): string[][] {
  const random = randomFrom(1);
  const window_s = habits.machine_token_s / 8;
  const rate = 2; // A part of the tokens: what is alive is in proportion.
  const windows = simulateWindows({ rate, lifetime_s: habits.machine_token_s, window_s }, random);
  const token = measured.footprints.find(({ kind }) => kind === "token");
  const busy = (1e6 * utilisation) / (token?.server_us ?? Number.NaN);
  const commit_ms = 2;
  const batches = simulateBatches({ rate: busy, commit_ms, seconds: 20 }, random);
  const queue = simulateQueue({ utilisation, requests: 400_000 }, random);
  const shards = (workers: number): string =>
    readableToTheLast(simulateShards({ rows: 1e6, shards: 64, workers }, random));
  return [
    [
      "live tokens, for each that is issued a second",
      readableToTheLast(habits.machine_token_s),
      readableToTheLast(windows.live / rate),
    ],
    [
      "rows stored for each live token, windows of an eighth of its life",
      readableToTheLast(1 + 1 / 8),
      readableToTheLast(windows.stored / windows.live),
    ],
    [
      `rows in a batch: ${readableToTheLast(busy)} tokens a second, commits of ${commit_ms} ms`,
      readableToTheLast((busy * commit_ms) / 1_000),
      readableToTheLast(batches.rows_in_a_batch),
    ],
    [
      "mean wait until a row is committed, ms",
      readableToTheLast(1.5 * commit_ms),
      readableToTheLast(batches.mean_wait_ms),
    ],
    [
      "the same, 99th percentile, ms",
      `≤ ${readableToTheLast(2 * commit_ms)}`,
      readableToTheLast(batches.p99_wait_ms),
    ],
    [
      `mean wait for a core at ${utilisation * 100} %, in requests`,
      readableToTheLast(utilisation / (2 * (1 - utilisation))),
      readableToTheLast(queue.mean),
    ],
    ["rows of the fullest of 4 workers to the mean, 64 shards", "1.00", shards(4)],
    ["the same with 16 workers", "1.00", shards(16)],
    [
      "the same with 12 workers: four of them have a shard more",
      readableToTheLast((6 * 12) / 64),
      shards(12),
    ],
  ];
}

/** One installation, as the command prints it. */
export function renderScaling(demand: Demand, measured: Measurements, choices: Choices): string {
  return [
    alignColumns(needs(demand, measured, choices)),
    alignColumns([["what", "arithmetic", "simulation"], ...simulated(measured, choices)]),
  ].join("\n");
}
