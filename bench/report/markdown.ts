import type { Results, WorkloadResult } from "../results.ts";
import type { SubjectName } from "../subjects/subject.ts";
import { ratioOf, type Verdict } from "../targets.ts";
import { readable } from "./columns.ts";

/** The results of a run as the two tables of docs/performance.md: rates per second, and targets. */
export function renderMarkdown(results: Results): string {
  return `${renderRates(results)}\n\n${renderVerdicts(results.targets)}`;
}

const columns: readonly (readonly [title: string, name: SubjectName])[] = [
  ["bare `node:http`", "baseline"],
  ["lower bound", "lower-bound"],
  ["node-oidc-provider", "node-oidc-provider"],
  ["Latchkey, SQLite", "latchkey"],
  ["Latchkey, PostgreSQL", "latchkey-postgres"],
];

function renderRates({ workloads }: Results): string {
  const listed = workloads.filter(({ name }) => !name.startsWith("workers_"));
  return table(
    ["Workload", ...columns.map(([title]) => title), "to baseline", "to node-oidc-provider"],
    listed.map((workload) => [
      `\`${workload.name}\``,
      ...columns.map(([, name]) => readable(rateOf(workload, name))),
      readable(ratioOf(workload, { of: "latchkey", to: "baseline", by: "rate" })),
      readable(ratioOf(workload, { of: "latchkey", to: "node-oidc-provider", by: "rate" })),
    ]),
  );
}

function rateOf({ measured }: WorkloadResult, name: SubjectName): number | undefined {
  return measured.find((entry) => entry.name === name)?.rate;
}

const titles: Readonly<Record<SubjectName, string>> = {
  baseline: "bare `node:http`",
  "lower-bound": "lower bound",
  "lower-bound-postgres": "lower bound on PostgreSQL",
  "lower-bound-workers": "lower bound with a worker per core",
  "node-oidc-provider": "node-oidc-provider",
  latchkey: "Latchkey",
  "latchkey-postgres": "Latchkey on PostgreSQL",
  "latchkey-small": "Latchkey with 1,000 clients",
  "latchkey-workers": "Latchkey with a worker per core",
  external: "external server",
};

function renderVerdicts(verdicts: readonly Verdict[]): string {
  return table(
    ["Workload", "Compared", "Target", "Measured", "Met"],
    verdicts.map(({ workload, of, to, by, at_least, ratio, met }) => [
      `\`${workload}\``,
      `${titles[of]} to ${titles[to]}${by === "per_core" ? ", by processor time" : ""}`,
      `≥ ${at_least}`,
      readable(ratio),
      met ? "yes" : "no",
    ]),
    [2, 3],
  );
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: readonly number[] = head.map((_, index) => index).slice(1),
): string {
  const rule = head.map((_, index) => (numeric.includes(index) ? "---:" : "---"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
