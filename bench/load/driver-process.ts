import { percentile } from "../statistics.ts";
import type { LoadPlan } from "./driver.ts";
import type { Outcome } from "./outcome.ts";
import { openUsers, type Iteration } from "./iteration.ts";

/** The closed-loop driver: concurrent users, each running one iteration after the other. Prints its outcome as JSON. */
const LEAD_IN_MS = 500; // Until the driver itself is compiled and every connection is busy.

const plan: LoadPlan = JSON.parse(process.argv[2] ?? "");
console.log(JSON.stringify(await run(plan)));
process.exit();

async function run({
  scenario,
  public_url,
  admin_url,
  seconds,
  connections,
}: LoadPlan): Promise<Outcome> {
  const users = await openUsers(scenario, { public_url, admin_url }, connections);
  const begin = performance.now() + LEAD_IN_MS;
  const end = begin + seconds * 1000;
  const latencies: number[] = [];
  const taken = await Promise.all(
    users.map((iteration) => repeatUntil(end, begin, iteration, latencies)),
  );
  return {
    count: taken.reduce((sum, iterations) => sum + iterations, 0),
    rate: latencies.length / seconds,
    p50_ms: percentile(latencies, 0.5),
    p99_ms: percentile(latencies, 0.99),
  };
}

/** Repeats until the end and returns how often. Records the latency of iterations that end after `begin`. */
async function repeatUntil(
  end: number,
  begin: number,
  iteration: Iteration,
  latencies: number[],
): Promise<number> {
  let iterations = 0;
  let started = performance.now();
  while (started < end) {
    await iteration();
    iterations += 1;
    const ended = performance.now();
    if (ended > begin && ended <= end) latencies.push(ended - started);
    started = ended;
  }
  return iterations;
}
