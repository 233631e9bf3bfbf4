import { join } from "node:path";
import { processorTimeOf, processorTimeOfEndedChildren } from "../child.ts";
import type { SubjectName } from "../subjects/subject.ts";
import type { Pace } from "../options.ts";
import type { LoadedSubject } from "../workloads/workload.ts";
import { type Kind, kindOf, kinds, type Sample } from "./kinds.ts";
import { readRecording, recordWhile } from "./perf.ts";

/** Where the processor time of a subject went, in µs of one request or flow. */
export interface CpuBreakdown {
  readonly name: SubjectName;
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

/** Profiles all subjects in every round after the warm-up. Subjects without a process are skipped. */
export async function profileSubjects(
  loaded: readonly LoadedSubject[],
  { warm_up_s, rounds, round_s }: Pace,
  directory: string,
): Promise<CpuBreakdown[]> {
  const profiled = loaded.flatMap((subject): Profiled[] =>
    subject.pid === undefined ? [] : [{ subject, pid: subject.pid, rounds: [] }],
  );
  for (const { subject } of profiled) await subject.measure(warm_up_s);
  for (let round = 0; round < rounds; round += 1) {
    for (const one of profiled) {
      one.rounds.push(await profileRound(one, round_s, join(directory, "perf.data")));
    }
  }
  return profiled.map(summarise);
}

interface Profiled {
  readonly subject: LoadedSubject;
  readonly pid: number;
  readonly rounds: Round[];
}

/** One round of one subject. */
interface Round {
  readonly count: number;
  readonly processor_s: number;
  readonly load_s: number;
  /** How often each kind was seen. */
  readonly tally: ReadonlyMap<Kind, number>;
}

async function profileRound(profiled: Profiled, seconds: number, file: string): Promise<Round> {
  const round = await recordWhile(profiled.pid, file, () => load(profiled, seconds));
  return { ...round, tally: tallyOf(await readRecording(file)) };
}

/** perf goes on meanwhile, so of our own children only the load ends. */
async function load({ subject, pid }: Profiled, seconds: number): Promise<Omit<Round, "tally">> {
  const before = used(pid);
  const { count } = await subject.measure(seconds);
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
    by_ended: processorTimeOfEndedChildren() ?? Number.NaN,
  };
}

function tallyOf(samples: readonly Sample[]): Map<Kind, number> {
  const tally = new Map<Kind, number>();
  for (const kind of samples.map(kindOf)) tally.set(kind, (tally.get(kind) ?? 0) + 1);
  return tally;
}

/** Every sample stands for as much time as every other. */
function summarise({ subject: { name }, rounds }: Profiled): CpuBreakdown {
  const count = sum(rounds.map((round) => round.count));
  const processor_us = (sum(rounds.map(({ processor_s }) => processor_s)) * 1e6) / count;
  const load_us = (sum(rounds.map(({ load_s }) => load_s)) * 1e6) / count;
  const seen = (kind: Kind): number => sum(rounds.map(({ tally }) => tally.get(kind) ?? 0));
  const samples = sum(kinds.map(seen));
  const shares = kinds.map((kind) => [kind, (seen(kind) / samples) * processor_us]);
  return { name, count, samples, processor_us, load_us, kinds: Object.fromEntries(shares) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
