import { join } from "node:path";
import { processorTimeOf, processorTimeOfTheEnded } from "../child.ts";
import type { ContenderName } from "../contenders/contender.ts";
import type { Pace } from "../options.ts";
import type { Entrant } from "../works/work.ts";
import { type Kind, kindOf, kinds, type Sample } from "./kinds.ts";
import { readRecording, recordWhile } from "./perf.ts";

/** Where the processor time of a contender went, in µs of one request or flow. */
export interface Spending {
  readonly name: ContenderName;
  /** How many were answered while we looked. */
  readonly count: number;
  /** How often we looked. */
  readonly samples: number;
  /** Everything together. */
  readonly processor_us: number;
  /** What the load itself used, which is not part of it. */
  readonly load_us: number;
  readonly kinds: Partial<Readonly<Record<Kind, number>>>;
}

/** Looks at all entrants in turns once they are warm. Whom no process stands for is left out. */
export async function measureWhere(
  entrants: readonly Entrant[],
  { warm_up_s, rounds, round_s }: Pace,
  directory: string,
): Promise<Spending[]> {
  const watched = entrants.flatMap((entrant): Watched[] =>
    entrant.pid === undefined ? [] : [{ entrant, pid: entrant.pid, turns: [] }],
  );
  for (const { entrant } of watched) await entrant.measure(warm_up_s);
  for (let round = 0; round < rounds; round += 1) {
    for (const one of watched) {
      one.turns.push(await watch(one, round_s, join(directory, "perf.data")));
    }
  }
  return watched.map(summarise);
}

interface Watched {
  readonly entrant: Entrant;
  readonly pid: number;
  readonly turns: Turn[];
}

/** One round of one contender. */
interface Turn {
  readonly count: number;
  readonly processor_s: number;
  readonly load_s: number;
  /** How often each kind was seen. */
  readonly tally: ReadonlyMap<Kind, number>;
}

async function watch(watched: Watched, seconds: number, file: string): Promise<Turn> {
  const turn = await recordWhile(watched.pid, file, () => load(watched, seconds));
  return { ...turn, tally: tallyOf(await readRecording(file)) };
}

/** perf goes on meanwhile, so of our own children only the load ends. */
async function load({ entrant, pid }: Watched, seconds: number): Promise<Omit<Turn, "tally">> {
  const before = used(pid);
  const { count } = await entrant.measure(seconds);
  const after = used(pid);
  return {
    count,
    processor_s: after.by_server - before.by_server,
    load_s: after.by_ended - before.by_ended,
  };
}

function used(pid: number) {
  return {
    by_server: processorTimeOf(pid) ?? Number.NaN,
    by_ended: processorTimeOfTheEnded() ?? Number.NaN,
  };
}

function tallyOf(samples: readonly Sample[]): Map<Kind, number> {
  const tally = new Map<Kind, number>();
  for (const kind of samples.map(kindOf)) tally.set(kind, (tally.get(kind) ?? 0) + 1);
  return tally;
}

/** Every sample stands for as much time as every other. */
function summarise({ entrant: { name }, turns }: Watched): Spending {
  const count = sum(turns.map((turn) => turn.count));
  const processor_us = (sum(turns.map(({ processor_s }) => processor_s)) * 1e6) / count;
  const load_us = (sum(turns.map(({ load_s }) => load_s)) * 1e6) / count;
  const seen = (kind: Kind): number => sum(turns.map(({ tally }) => tally.get(kind) ?? 0));
  const samples = sum(kinds.map(seen));
  const shares = kinds.map((kind) => [kind, (seen(kind) / samples) * processor_us]);
  return { name, count, samples, processor_us, load_us, kinds: Object.fromEntries(shares) };
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
