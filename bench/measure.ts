import { processorTimeOf } from "./child.ts";
import type { Outcome } from "./load/outcome.ts";
import type { Pace } from "./options.ts";
import type { Measured, Round } from "./results.ts";
import { median } from "./statistics.ts";
import type { Entrant } from "./works/work.ts";

type Turn = Outcome & Round;

/** Measures all entrants in turns, so that whatever disturbs the machine disturbs all of them alike. */
export async function measureAll(entrants: readonly Entrant[], pace: Pace): Promise<Measured[]> {
  for (const entrant of entrants) await entrant.measure(pace.warm_up_s);
  const rounds = entrants.map((): Turn[] => []);
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const [index, entrant] of entrants.entries()) {
      rounds[index]?.push(await measureOnce(entrant, pace.round_s));
    }
  }
  return entrants.map(({ name }, index) => summarise(name, rounds[index] ?? []));
}

async function measureOnce(entrant: Entrant, seconds: number): Promise<Turn> {
  const used = (): number | undefined => entrant.pid && processorTimeOf(entrant.pid);
  const before = used();
  const outcome = await entrant.measure(seconds);
  const after = used();
  const known = before !== undefined && after !== undefined;
  return { ...outcome, processor_us: known ? ((after - before) * 1e6) / outcome.count : undefined };
}

function summarise(name: Entrant["name"], rounds: readonly Turn[]): Measured {
  const middle = (of: (turn: Turn) => number): number => median(rounds.map(of));
  const processor = middle((round) => round.processor_us ?? Number.NaN);
  return {
    name,
    rate: middle((round) => round.rate),
    p50_ms: middle((round) => round.p50_ms),
    p99_ms: middle((round) => round.p99_ms),
    processor_us: Number.isNaN(processor) ? undefined : processor,
    rounds: rounds.map(({ rate, processor_us }) => ({ rate, processor_us })),
  };
}
