import type { SubjectName } from "../subjects/subject.ts";
import type { Measured, Results, Verdict, WorkloadResult } from "../results.ts";
import { spread } from "../statistics.ts";
import { ratioOf } from "../targets.ts";
import { alignColumns, readable } from "./columns.ts";

const HEAD = [
  "each second",
  "spread",
  "median",
  "p99",
  "processor",
  "to baseline",
  "to oidc-provider",
];

/** The table of a run: every subject per workload, then every target and whether it was met. */
export function renderTable(results: Results): string {
  return `${results.workloads.map(renderWorkload).join("\n")}\n${renderTargets(results.targets)}`;
}

function renderWorkload(workload: WorkloadResult): string {
  const rows = workload.measured.map((measured) => [
    `  ${measured.name}`,
    readable(measured.rate),
    measured.rounds.length > 1 ? `${Math.round(spreadOf(measured) * 100)} %` : "",
    inMilliseconds(measured.p50_ms),
    inMilliseconds(measured.p99_ms),
    measured.processor_us === undefined ? "" : `${readable(measured.processor_us)} µs`,
    times(workload, measured, "baseline"),
    times(workload, measured, "node-oidc-provider"),
  ]);
  return alignColumns([
    [`${workload.title} (${workload.unit})`.padEnd(TITLE_WIDTH), ...HEAD],
    ...rows,
  ]);
}

const TITLE_WIDTH = 62;

function spreadOf({ rounds }: Measured): number {
  return spread(rounds.map(({ rate }) => rate));
}

function times(workload: WorkloadResult, { name }: Measured, to: SubjectName): string {
  if (name === to) return "";
  const ratio = ratioOf(workload, { of: name, to, by: "rate" });
  return ratio === undefined ? "" : `${readable(ratio)} ×`;
}

function inMilliseconds(value: number): string {
  return value > 0 ? `${readable(value)} ms` : "";
}

function renderTargets(verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return "";
  const rows = verdicts.map(
    ({ workload, of, to, by, ratio, per_core, lower_bound, at_least, met }) => [
      `${met ? "✓" : "✗"} ${workload}: ${of} to ${to}${by === "per_core" ? ", per server core" : ""}`,
      `${readable(ratio)} ×`,
      `≥ ${at_least}`,
      per_core === undefined ? "" : `${readable(per_core)} ×`,
      lower_bound === undefined ? "" : `${readable(lower_bound)} ×`,
    ],
  );
  const head = ["targets", "measured", "target", "by processor time", "lower bound"];
  return alignColumns([head, ...rows]);
}
