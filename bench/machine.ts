import { availableParallelism, cpus, loadavg, platform, arch } from "node:os";

/** The machine of a result, without identifying it. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly cores: number;
  readonly model: string;
  readonly node: string;
  /** Load average of the last minute before the run. */
  readonly load: number;
}

/** A core for the server, one for the load, and one for PostgreSQL if there is a third. */
export const cores = {
  server: 0,
  load: Math.min(1, availableParallelism() - 1),
  data: Math.min(2, availableParallelism() - 1),
};

/** Load average above which other processes influence the results. */
export const BUSY = 1.5;

export function describeMachine(): Machine {
  return {
    platform: platform(),
    arch: arch(),
    cores: availableParallelism(),
    model: cpus()[0]?.model.trim() || "unknown",
    node: process.version,
    load: loadavg()[0] ?? 0,
  };
}

/** The machine as part of a file name. */
export function nameOf({ platform: system, arch: kind, cores: count }: Machine): string {
  return `${system}-${kind}-${count}-cores`;
}

/** One line of text. */
export function sentenceOf(machine: Machine): string {
  const { platform: system, arch: kind, model, node, load } = machine;
  return `${machine.cores} cores ${system} ${kind} (${model}), Node ${node}, load ${load.toFixed(2)} before the run`;
}
