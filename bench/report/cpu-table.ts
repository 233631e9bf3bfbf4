import type { CpuBreakdown } from "../cpu/measure.ts";
import { kinds } from "../cpu/kinds.ts";
import type { Workload } from "../workloads/workload.ts";
import { alignColumns, readable } from "./columns.ts";

/** Processor time of every subject of one workload, by kind. */
export interface CpuResult extends Pick<Workload, "name" | "title" | "unit"> {
  /** How long each subject was warmed up. */
  readonly warm_up_s: number;
  readonly breakdowns: readonly CpuBreakdown[];
}

/** One row per kind, one column per subject, in µs. Kinds without a value are omitted. */
export function renderCpuTable({ title, unit, breakdowns }: CpuResult): string {
  const row = (name: string, of: (breakdown: CpuBreakdown) => number | undefined): string[] => [
    name,
    ...breakdowns.map((breakdown) => cell(of(breakdown))),
  ];
  const one = unit === "flows" ? "flow" : "request";
  const rows = kinds.map((kind) => row(`  ${kind}`, (breakdown) => breakdown.kinds[kind]));
  return alignColumns([
    [`${title} (µs of one ${one})`, ...breakdowns.map(({ name }) => name)],
    ...rows.filter(([, ...cells]) => cells.some(Boolean)),
    row("total", ({ processor_us }) => processor_us),
    row("load generator", ({ load_us }) => load_us),
  ]);
}

/** Empty for values that round to zero. */
function cell(value: number | undefined): string {
  const text = readable(value);
  return text === readable(0) ? "" : text;
}
