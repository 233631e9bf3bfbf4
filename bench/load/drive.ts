import { percentile } from "../statistics.ts";
import type { Assignment } from "./assignment.ts";
import type { Outcome } from "./outcome.ts";
import { gatherPeople, type Turn } from "./turn.ts";

/** The driver: many people at once, each taking one turn after the other. It prints what it saw and ends. */
const LEAD_IN_MS = 500; // Until the driver itself is compiled and every connection is busy.

const assignment: Assignment = JSON.parse(process.argv[2] ?? "");
console.log(JSON.stringify(await run(assignment)));
process.exit();

async function run({
  journey,
  public_url,
  admin_url,
  seconds,
  connections,
}: Assignment): Promise<Outcome> {
  const people = await gatherPeople(journey, { public_url, admin_url }, connections);
  const begin = performance.now() + LEAD_IN_MS;
  const end = begin + seconds * 1000;
  const latencies: number[] = [];
  const taken = await Promise.all(people.map((turn) => repeatUntil(end, begin, turn, latencies)));
  return {
    count: taken.reduce((sum, turns) => sum + turns, 0),
    rate: latencies.length / seconds,
    p50_ms: percentile(latencies, 0.5),
    p99_ms: percentile(latencies, 0.99),
  };
}

/** Takes turns until the end and answers how many. The latency of those that ended after the beginning is noted. */
async function repeatUntil(
  end: number,
  begin: number,
  turn: Turn,
  latencies: number[],
): Promise<number> {
  let turns = 0;
  let started = performance.now();
  while (started < end) {
    await turn();
    turns += 1;
    const ended = performance.now();
    if (ended > begin && ended <= end) latencies.push(ended - started);
    started = ended;
  }
  return turns;
}
