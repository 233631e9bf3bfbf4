import type { ContenderName } from "../contenders/contender.ts";
import type { Measured, Results, WorkResult } from "../results.ts";
import { spread } from "../statistics.ts";
import { ratioOf, type Verdict } from "../targets.ts";
import { alignColumns, readable } from "./columns.ts";

const HEAD = [
  "each second",
  "spread",
  "median",
  "p99",
  "processor",
  "to floor",
  "to oidc-provider",
];

/** The table of a run: every contender at every work, then every target and whether it was met. */
export function renderTable(results: Results): string {
  return `${results.works.map(renderWork).join("\n")}\n${renderTargets(results.targets)}`;
}

function renderWork(work: WorkResult): string {
  const rows = work.measured.map((measured) => [
    `  ${measured.name}`,
    readable(measured.rate),
    measured.rounds.length > 1 ? `${Math.round(spreadOf(measured) * 100)} %` : "",
    inMilliseconds(measured.p50_ms),
    inMilliseconds(measured.p99_ms),
    measured.processor_us === undefined ? "" : `${readable(measured.processor_us)} µs`,
    times(work, measured, "floor"),
    times(work, measured, "node-oidc-provider"),
  ]);
  return alignColumns([[`${work.title} (${work.unit})`.padEnd(TITLE_WIDTH), ...HEAD], ...rows]);
}

const TITLE_WIDTH = 62;

function spreadOf({ rounds }: Measured): number {
  return spread(rounds.map(({ rate }) => rate));
}

function times(work: WorkResult, { name }: Measured, to: ContenderName): string {
  if (name === to) return "";
  const ratio = ratioOf(work, { of: name, to, by: "rate" });
  return ratio === undefined ? "" : `${readable(ratio)} ×`;
}

function inMilliseconds(figure: number): string {
  return figure > 0 ? `${readable(figure)} ms` : "";
}

function renderTargets(verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return "";
  const rows = verdicts.map(({ work, of, to, by, ratio, per_core, possible, at_least, met }) => [
    `${met ? "✓" : "✗"} ${work}: ${of} to ${to}${by === "per_core" ? ", per server core" : ""}`,
    `${readable(ratio)} ×`,
    `≥ ${at_least}`,
    per_core === undefined ? "" : `${readable(per_core)} ×`,
    possible === undefined ? "" : `${readable(possible)} ×`,
  ]);
  const head = ["targets", "measured", "promised", "by processor time", "bare parts"];
  return alignColumns([head, ...rows]);
}
