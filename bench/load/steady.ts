import { percentile } from "../statistics.ts";
import { type Paced, takeTurnsAtPace } from "./pace.ts";
import type { SteadyAssignment, SteadyOutcome, Stream } from "./steady-assignment.ts";
import { gatherPeople } from "./turn.ts";

/** The steady driver: every stream at its own constant rate, all at the same time. It prints what it saw and ends. */
const PEOPLE = 64; // More than a server at half load ever keeps busy.
const LEAD_IN_S = 4; // The driver is compiled while it drives, and stalls for it.

const { streams, seconds, ...urls }: SteadyAssignment = JSON.parse(process.argv[2] ?? "");
const crowds = await Promise.all(
  streams.map(async (stream) => ({
    stream,
    people: await gatherPeople(stream.journey, urls, PEOPLE),
  })),
);
const driven = await Promise.all(
  crowds.map(async ({ stream, people }) => {
    const { rate } = stream;
    return {
      stream,
      paced: await takeTurnsAtPace(people, { rate, seconds, lead_in_s: LEAD_IN_S }),
    };
  }),
);
console.log(JSON.stringify(driven.map(sumUp))); // When all have ended: putting figures in order would make the others late.
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
