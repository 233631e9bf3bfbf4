import { percentile } from "../statistics.ts";
import type { Assignment, Journey } from "./assignment.ts";
import { openConnection } from "./connection.ts";
import { dialects } from "./dialect.ts";
import { type Doors, postForm, refresh, signIn } from "./flow.ts";
import type { Outcome } from "./outcome.ts";

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
  const people = await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const doors: Doors = {
        url: public_url,
        public: await openConnection(public_url),
        admin: await openConnection(admin_url),
      };
      return prepareTurn(journey, doors, index);
    }),
  );
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
  turn: () => Promise<void>,
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

/** What one person does each turn, once everything that it needs is in hand. */
async function prepareTurn(
  journey: Journey,
  doors: Doors,
  index: number,
): Promise<() => Promise<void>> {
  switch (journey.kind) {
    case "code_flow": {
      const dialect = dialects[journey.dialect];
      const { id_token } = await signIn(doors, dialect);
      const header = Buffer.from(id_token.split(".")[0] ?? "", "base64url").toString();
      if (!header.includes(`"${journey.alg}"`))
        throw new Error(`An ID token with header ${header}.`);
      return async () => void (await signIn(doors, dialect));
    }
    case "refresh": {
      const dialect = dialects[journey.dialect];
      const { tokens } = journey;
      let token = tokens?.[index] ?? (await signIn(doors, dialect)).refresh_token;
      return async () => {
        token = await refresh(doors, dialect, token);
      };
    }
    case "forms":
      return async () => {
        for (let sent = 0; sent < journey.requests; sent += 1) {
          await postForm(doors, journey.path, journey.form);
        }
      };
  }
}
