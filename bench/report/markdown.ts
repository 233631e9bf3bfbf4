import { kinds } from "../cpu/kinds.ts";
import type { CpuBreakdown } from "../cpu/measure.ts";
import type { Results, WorkloadResult } from "../results.ts";
import type { SubjectName } from "../subjects/subject.ts";
import { ratioOf } from "../targets.ts";
import type { FootprintRun } from "../scaling/footprint.ts";
import type { PartitionsRun } from "../partitions/stored.ts";
import type { Measurements } from "../scaling/sizing.ts";
import { readable } from "./columns.ts";
import type { CpuResult } from "./cpu-table.ts";
import {
  type Growth,
  growthOf,
  LATEST_START_MS,
  MAX_IDLE_MS,
  MAX_BYTES,
  MAX_GROWTH,
  shareOf,
} from "./growth-table.ts";
import { footprintHeads, footprintRows } from "./footprint-table.ts";
import { table } from "./markdown-table.ts";
import { partitionRows } from "./partitions-table.ts";
import { renderBreakingPoints, renderSimulation, renderStages } from "./scaling-tables.ts";
import type { Latency } from "./latency-table.ts";
import type { Soak, SoakVerdict } from "./soak-verdict.ts";
import type { Startup } from "./startup-table.ts";

/** The recorded runs that the pages show. */
export interface RecordedRuns {
  readonly bench: Results;
  readonly growth: readonly Growth[];
  readonly latency: Latency;
  readonly soak: Soak & { readonly verdicts: Readonly<Record<"rest" | "heap", SoakVerdict>> };
  readonly cpu: readonly CpuResult[];
  readonly startup: readonly Startup[];
  readonly footprint: FootprintRun;
  readonly measurements: Measurements;
  readonly partitions: PartitionsRun;
}

/** Each table by the name that a page gives it: `<!-- table: rates -->`. */
export function renderTables(runs: RecordedRuns): Readonly<Record<string, string>> {
  return {
    machine: renderMachine(runs.bench),
    rates: renderRates(runs.bench),
    targets: renderTargets(runs.bench),
    sizing: renderSizing(runs),
    growth: renderGrowthTable(runs.growth),
    latency: renderLatencyTable(runs.latency),
    startup: renderStartupTable(runs.startup),
    footprint: table([...footprintHeads], footprintRows(runs.footprint.footprints)),
    partitions: renderPartitionsTable(runs.partitions),
    "scaling stages": renderStages(runs.measurements),
    "scaling limits": renderBreakingPoints(runs.measurements),
    "scaling simulation": renderSimulation(runs.measurements),
    ...Object.fromEntries(runs.cpu.map((result) => [`cpu ${result.name}`, renderCpu(result)])),
  };
}

function renderMachine({ began_at, machine }: Results): string {
  return `${began_at.slice(0, 10)}, ${machine.cores} cores of an ${machine.model.replaceAll("(R)", "")} (${machine.platform} ${machine.arch}, virtual machine), Node ${machine.node}.`;
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
  "lower-bound-postgres": "lower bound, PostgreSQL",
  "lower-bound-workers": "lower bound, one worker per core",
  "node-oidc-provider": "node-oidc-provider",
  latchkey: "Latchkey",
  "latchkey-postgres": "Latchkey, PostgreSQL",
  "latchkey-small": "Latchkey with 1,000 clients",
  "latchkey-workers": "Latchkey, one worker per core",
  external: "external server",
};

function renderTargets({ targets }: Results): string {
  return table(
    ["Workload", "Subject", "Compared with", "Target", "Measured", "Met"],
    targets.map(({ workload, of, to, by, at_least, ratio, met }) => [
      `\`${workload}\``,
      titles[of],
      `${titles[to]}${by === "per_core" ? ", by processor time" : ""}`,
      `≥ ${at_least}`,
      readable(ratio),
      met ? "yes" : "no",
    ]),
    [3, 4],
  );
}

/** Disk, memory and start-up: rounded up, since an estimate that is too small is of no use. */
function renderSizing({ growth, soak }: RecordedRuns): string {
  const most = (of: (one: Growth) => number): number => Math.max(...growth.map(of));
  const megabytes = (size: number): string => `${Math.ceil(size / 1e6)} MB`;
  return table(
    ["What", "Measured"],
    [
      [
        "disk per live token, four of five from `client_credentials`",
        bytes(most((one) => one.bytes_per_live_token)),
      ],
      [
        "disk per access token from `client_credentials`",
        bytes(most((one) => one.bytes_per_access_token)),
      ],
      [
        "disk per user grant with its access and refresh token",
        bytes(most((one) => one.bytes_per_grant)),
      ],
      [
        "resident memory of a loaded process, highest sample",
        megabytes(Math.max(...soak.resident.map((sample) => sample.bytes))),
      ],
      ["live heap of that process", megabytes(soak.verdicts.heap.bytes)],
      [
        `start to first response with ${readable(most(({ size }) => size))} live tokens`,
        `${Math.ceil(growth.at(-1)?.started_in_ms ?? Number.NaN)} ms`,
      ],
    ],
  );
}

function bytes(value: number): string {
  return `${Math.ceil(value)} bytes`;
}

function renderGrowthTable(growth: readonly Growth[]): string {
  const row = (title: string, of: (one: Growth) => number, limit = ""): string[] => [
    title,
    ...growth.map((one) => readable(of(one))),
    limit,
  ];
  const within = (of: (one: Growth) => number): string =>
    `≤ ${MAX_GROWTH} × between sizes: ${readable(growthOf(growth.map(of)))} ×`;
  const requests = (["issue", "introspect", "refresh"] as const).flatMap((name) => [
    row(`${name}, µs of processor time`, (one) => one[name].processor_us ?? Number.NaN),
    row(`${name}, to bare \`node:http\``, shareOf(name), within(shareOf(name))),
  ]);
  const sweep = (one: Growth): number => 1e6 / one.swept_per_second;
  return table(
    ["Live tokens", ...growth.map(({ size }) => size.toLocaleString("en")), "Target"],
    [
      ...requests,
      row(
        "start to first response, ms",
        (one) => one.started_in_ms,
        `≤ ${readable(LATEST_START_MS)}`,
      ),
      row("bytes on disk per live token", (one) => one.bytes_per_live_token, `≤ ${MAX_BYTES}`),
      row("a sweep that finds nothing, ms", (one) => one.idle_sweep_ms, `≤ ${MAX_IDLE_MS}`),
      row("sweep of one expired row, µs", sweep, within(sweep)),
    ],
    growth.map((_, index) => index + 1),
  );
}

function renderPartitionsTable(run: PartitionsRun): string {
  const { head, rows } = partitionRows(run);
  return table(head, rows);
}

function renderStartupTable(measured: readonly Startup[]): string {
  return table(
    ["In process, modules loaded", "started in", "the first in", "first use"],
    measured.map(({ name, start_ms, first_ms, use_ms }) => [
      name,
      ...[start_ms, first_ms, use_ms].map((time) => `${readable(time)} ms`),
    ]),
  );
}

function renderLatencyTable({ baseline, alone, beside, flows }: Latency): string {
  return table(
    ["At half load", "median", "p99", "p99 to median"],
    (
      [
        ["bare `node:http`, same number of requests", baseline],
        ["token requests alone", alone],
        ["token requests, concurrent with RS256 flows", beside],
        ["the RS256 flows, nine requests each", flows],
      ] as const
    ).map(([title, { p50_ms, p99_ms }]) => [
      title,
      `${readable(p50_ms)} ms`,
      `${readable(p99_ms)} ms`,
      `${readable(p99_ms / p50_ms)} ×`,
    ]),
  );
}

function renderCpu({ unit, breakdowns }: CpuResult): string {
  const row = (title: string, of: (one: CpuBreakdown) => number | undefined): string[] => [
    title,
    ...breakdowns.map((one) => (readable(of(one)) === readable(0) ? "" : readable(of(one)))),
  ];
  const rows = kinds.map((kind) => row(kind, (one) => one.kinds[kind]));
  return table(
    [
      `µs per ${unit === "flows" ? "flow" : "request"}`,
      ...breakdowns.map(({ name }) => titles[name]),
    ],
    [
      ...rows.filter(([, ...cells]) => cells.some(Boolean)),
      row("total", ({ processor_us }) => processor_us),
      row("load generator", ({ load_us }) => load_us),
    ],
  );
}
