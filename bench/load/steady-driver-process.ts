import { percentile } from "../statistics.ts";
import { type Paced, runAtConstantRate } from "./pace.ts";
import type { SteadyPlan, SteadyOutcome, Stream } from "./steady-driver.ts";
import { openUsers } from "./iteration.ts";

/** The open-loop driver: every stream at its own constant rate, concurrently. Prints its outcomes as JSON. */
const USERS = 64; // More than a server at half load keeps busy.
const LEAD_IN_S = 4; // The driver stalls while V8 compiles it.

const { streams, seconds, ...urls }: SteadyPlan = JSON.parse(process.argv[2] ?? "");
const prepared = await Promise.all(
  streams.map(async (stream) => ({
    stream,
    users: await openUsers(stream.scenario, urls, USERS),
  })),
);
const driven = await Promise.all(
  prepared.map(async ({ stream, users }) => {
    const { rate } = stream;
    return {
      stream,
      paced: await runAtConstantRate(users, { rate, seconds, lead_in_s: LEAD_IN_S }),
    };
  }),
);
console.log(JSON.stringify(driven.map(sumUp))); // After all have ended: sorting latencies earlier would delay the other streams.
process.exit();

function sumUp({ stream, paced }: { stream: Stream; paced: Paced }): SteadyOutcome {
  const { latencies, delays } = paced;
  return {
    name: stream.name,
    rate: stream.rate,
    count: latencies.length,
    p50_ms: percentile(latencies, 0.5),
    p99_ms: percentile(latencies, 0.99),
    longest_ms: percentile(latencies, 1),
    late_ms: percentile(delays, 0.99),
  };
}
