import { percentile } from "../statistics.ts";
import { takeTurnsAtPace } from "./pace.ts";
import type { SteadyAssignment, SteadyOutcome, Stream } from "./steady-assignment.ts";
import { gatherPeople } from "./turn.ts";

/** The steady driver: every stream at its own constant rate, all at the same time. It prints what it saw and ends. */
const PEOPLE = 64; // More than a server at half load ever keeps busy.
const LEAD_IN_S = 4; // The driver is compiled while it drives, and stalls for it.

const assignment: SteadyAssignment = JSON.parse(process.argv[2] ?? "");
const outcomes = await Promise.all(assignment.streams.map((stream) => run(stream, assignment)));
console.log(JSON.stringify(outcomes));
process.exit();

async function run(
  { name, journey, rate }: Stream,
  { seconds, ...urls }: SteadyAssignment,
): Promise<SteadyOutcome> {
  const people = await gatherPeople(journey, urls, PEOPLE);
  const pacing = { rate, seconds, lead_in_s: LEAD_IN_S };
  const { latencies, delays } = await takeTurnsAtPace(people, pacing);
  return {
    name,
    rate,
    count: latencies.length,
    p50_ms: percentile(latencies, 0.5),
    p99_ms: percentile(latencies, 0.99),
    longest_ms: percentile(latencies, 1),
    late_ms: percentile(delays, 0.99),
  };
}
