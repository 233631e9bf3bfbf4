import { BUSY, describeMachine, sentenceOf } from "./machine.ts";
import { measureAll } from "./measure.ts";
import { help, type Options, parseOptions } from "./options.ts";
import { wrkProblem } from "./load/wrk.ts";
import { writeFlameGraph, writeResults } from "./report/write-results.ts";
import { renderTable } from "./report/table.ts";
import type { Results, WorkloadResult } from "./results.ts";
import { openBenchRun, type BenchRun } from "./environment.ts";
import { evaluateTargets } from "./targets.ts";
import { type Workload, warmUpFor } from "./workloads/workload.ts";
import { quickWorkloads, workloads } from "./workloads/workloads.ts";

/** `npm run bench`: measures Latchkey, bare `node:http`, a lower bound and node-oidc-provider in the same run. */
async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  if (options === "help") return say(help, 0);
  const missing = wrkProblem();
  if (missing !== undefined) return say(missing, 2);
  const chosen = workloads.filter((workload) => isChosen(workload, options));
  const names = workloads.map(({ name }) => name).join(", ");
  if (chosen.length === 0) return say(`Unknown workload. Available: ${names}.`, 2);

  const machine = describeMachine();
  console.log(sentenceOf(machine));
  if (machine.load > BUSY)
    console.log("The machine is busy: rates will be low and ratios imprecise.");
  const began_at = new Date().toISOString();
  const run = await openBenchRun(options);
  const measured: WorkloadResult[] = [];
  try {
    for (const workload of chosen) measured.push(await measureWorkload(workload, run, options));
  } finally {
    await run.close();
  }
  const { warm_up_s: _, ...pace } = options.pace; // Recorded per workload.
  const results: Results = {
    began_at,
    machine,
    pace,
    workloads: measured,
    targets: evaluateTargets(measured),
  };
  console.log(`\n${renderTable(results)}`);
  for (const file of writeFiles(results, chosen, options)) console.log(`wrote ${file}`);
  return 0;
}

/** Measures one workload. */
async function measureWorkload(
  workload: Workload,
  run: BenchRun,
  options: Options,
): Promise<WorkloadResult> {
  process.stderr.write(`${workload.title} …\n`);
  const environment = run.openEnvironment(workload.name);
  try {
    const loaded = await workload.prepare(environment);
    const measuredSubjects =
      options.profile === undefined ? loaded : loaded.filter(({ name }) => name === "latchkey");
    const { name, title, unit } = workload;
    const warm_up_s = warmUpFor(unit, options.pace.warm_up_s);
    const measured = await measureAll(measuredSubjects, { ...options.pace, warm_up_s });
    return { name, title, unit, warm_up_s, measured };
  } finally {
    await environment.close();
  }
}

/** Writes the flame graph of a profile, or the results of a complete run. A partial run writes nothing. */
function writeFiles(
  results: Results,
  chosen: readonly Workload[],
  { profile, pace }: Options,
): string[] {
  const loadedS = pace.rounds * pace.round_s;
  if (profile !== undefined) return writeFlameGraph(chosen[0]?.name ?? profile, loadedS);
  return chosen.length === workloads.length ? writeResults(results) : [];
}

function isChosen(workload: Workload, { only, profile, quick }: Options): boolean {
  if (profile !== undefined) return workload.name === profile;
  if (only.length === 0) return !quick || quickWorkloads.includes(workload);
  return only.some((start) => workload.name.startsWith(start));
}

function say(words: string, code: number): number {
  console.log(words);
  return code;
}

process.exitCode = await main();
