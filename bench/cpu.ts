import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { wrkProblem } from "./load/wrk.ts";
import { BUSY, describeMachine, sentenceOf } from "./machine.ts";
import type { Options, Pace } from "./options.ts";
import { folders } from "./programs.ts";
import { writeJson } from "./report/write-results.ts";
import { renderCpuTable, type CpuResult } from "./report/cpu-table.ts";
import { openBenchRun, type BenchRun } from "./environment.ts";
import { WRITE_PERF_MAPS, listMaps, removeMaps } from "./cpu/maps.ts";
import { profileSubjects } from "./cpu/measure.ts";
import { perfProblem } from "./cpu/perf.ts";
import { type Workload, warmUpFor } from "./workloads/workload.ts";
import { workloads } from "./workloads/workloads.ts";

const ALL = workloads.map(({ name }) => name);

const HELP = `npm run bench:cpu -- <workload> [<workload> …] [flags]

  --quick   one short round

Workloads: ${ALL.join(", ")}.`;

/** `npm run bench:cpu`: processor time of each subject by kind of workload, sampled with perf. */
async function main(): Promise<number> {
  const { quick, help, names } = readCommandLine();
  if (help) return say(HELP, 0);
  const chosen = workloads.filter(({ name }) => names.includes(name));
  const isUnknown = names.some((name) => !ALL.includes(name));
  if (isUnknown) return say(`Unknown workload. Available: ${ALL.join(", ")}.`, 2);
  if (chosen.length === 0) return say(HELP, 2);
  const missing = wrkProblem() ?? perfProblem();
  if (missing !== undefined) return say(missing, 2);

  const machine = describeMachine();
  console.log(sentenceOf(machine));
  if (machine.load > BUSY)
    console.log("The machine is busy: others' workload shows in every value.");
  const began_at = new Date().toISOString();
  const pace = quick ? QUICK : FULL;
  enablePerfMaps();
  const measured = await profileAll(chosen, pace);
  if (quick) return 0; // A quick run is not recorded.
  const { warm_up_s: _, ...recorded } = pace; // Recorded per workload.
  const result = { began_at, machine, pace: recorded, workloads: measured };
  console.log(`wrote ${writeJson("-cpu", began_at, machine, result)}`);
  return 0;
}

/** A longer warm-up than for rates, so that most JIT compilation is over. */
const FULL: Pace = { rounds: 5, round_s: 3, warm_up_s: 10, rows: 100_000 };
const QUICK: Pace = { rounds: 1, round_s: 2, warm_up_s: 2, rows: 100_000 };

function readCommandLine() {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h", default: false },
      quick: { type: "boolean", default: false },
    },
  });
  return { ...values, names };
}

/** Makes every Node process started from now on write a perf map. The maps are removed on exit. */
function enablePerfMaps(): void {
  const before = listMaps();
  const directory = join(folders.data, `cpu-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  process.once("exit", () => {
    removeMaps(before);
    rmSync(directory, { recursive: true, force: true });
  });
  process.chdir(directory); // V8 also writes a log file into the current directory.
  process.env["NODE_OPTIONS"] = WRITE_PERF_MAPS;
}

async function profileAll(chosen: readonly Workload[], pace: Pace): Promise<CpuResult[]> {
  const run = await openBenchRun({ ...allSubjects, pace });
  const measured: CpuResult[] = [];
  try {
    for (const workload of chosen) {
      const result = await profileWorkload(workload, run, pace);
      console.log(`\n${renderCpuTable(result)}`);
      measured.push(result);
    }
  } finally {
    await run.close();
  }
  return measured;
}

/** Also with `--quick`: the table compares all subjects. */
const allSubjects: Omit<Options, "pace"> = {
  quick: false,
  only: [],
  url: undefined,
  client: undefined,
  profile: undefined,
  without_postgres: false,
};

/** Profiles one workload. */
async function profileWorkload(workload: Workload, run: BenchRun, pace: Pace): Promise<CpuResult> {
  const { name, title, unit } = workload;
  process.stderr.write(`${title} …\n`);
  const environment = run.openEnvironment(name);
  try {
    const loaded = await workload.prepare(environment);
    const warm_up_s = warmUpFor(unit, pace.warm_up_s);
    const breakdowns = await profileSubjects(loaded, { ...pace, warm_up_s }, environment.directory);
    return { name, title, unit, warm_up_s, breakdowns };
  } finally {
    await environment.close();
  }
}

function say(words: string, code: number): number {
  console.log(words);
  return code;
}

process.exitCode = await main();
