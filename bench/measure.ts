import { processorTimeOf } from "./child.ts";
import type { Outcome } from "./load/outcome.ts";
import type { Pace } from "./options.ts";
import type { Measured, Round } from "./results.ts";
import { median } from "./statistics.ts";
import type { LoadedSubject } from "./workloads/workload.ts";

type MeasuredRound = Outcome & Round;

/** Measures all subjects in every round, so that a disturbance of the machine affects all of them alike. */
export async function measureAll(
  loaded: readonly LoadedSubject[],
  pace: Pace,
): Promise<Measured[]> {
  for (const subject of loaded) await subject.measure(pace.warm_up_s);
  const rounds = loaded.map((): MeasuredRound[] => []);
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const [index, subject] of loaded.entries()) {
      rounds[index]?.push(await measureOnce(subject, pace.round_s));
    }
  }
  return loaded.map(({ name }, index) => summarise(name, rounds[index] ?? []));
}

async function measureOnce(subject: LoadedSubject, seconds: number): Promise<MeasuredRound> {
  const used = (): number | undefined => subject.pid && processorTimeOf(subject.pid);
  const before = used();
  const outcome = await subject.measure(seconds);
  const after = used();
  const isKnown = before !== undefined && after !== undefined;
  return {
    ...outcome,
    processor_us: isKnown ? ((after - before) * 1e6) / outcome.count : undefined,
  };
}

function summarise(name: LoadedSubject["name"], rounds: readonly MeasuredRound[]): Measured {
  const middle = (of: (round: MeasuredRound) => number): number => median(rounds.map(of));
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
