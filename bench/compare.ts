import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type BenchRun, type Environment, openBenchRun } from "./environment.ts";
import { wrkProblem } from "./load/wrk.ts";
import { BUSY, describeMachine, sentenceOf } from "./machine.ts";
import { measureAll } from "./measure.ts";
import type { Pace } from "./options.ts";
import { compareMeasured, type Comparison, renderComparisons } from "./report/compare-table.ts";
import { type LoadedSubject, warmUpFor, type Workload } from "./workloads/workload.ts";
import { workloads } from "./workloads/workloads.ts";

const HELP = `npm run bench:compare -- <checkout before> [<checkout after>] [flags]

Processor time of Latchkey in two checkouts, the second of which is this one when left out. Both must be installed (npm ci).

  --quick             three short rounds
  --only name         only workloads whose name starts with this; may be repeated
  --without-postgres  exclude PostgreSQL

Workloads: ${workloads.map(({ name }) => name).join(", ")}.`;

/** `npm run bench:compare`: measures two checkouts in the same rounds, with the load of this one. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h", default: false },
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [""] },
      "without-postgres": { type: "boolean", default: false },
    },
  });
  const [before, after = THIS_CHECKOUT] = positionals;
  if (values.help) return say(HELP, 0);
  if (before === undefined || positionals.length > 2) return say(HELP, 2);
  const programs = [before, after].map((checkout) => join(resolve(checkout), PROGRAM));
  const absent = programs.find((program) => !existsSync(program));
  const missing = absent === undefined ? wrkProblem() : `There is no ${absent}.`;
  if (missing !== undefined) return say(missing, 2);
  const chosen = workloads.filter(({ name }) =>
    values.only.some((start) => name.startsWith(start)),
  );
  if (chosen.length === 0) return say(`Unknown workload.\n${HELP}`, 2);

  const machine = describeMachine();
  console.log(sentenceOf(machine));
  if (machine.load > BUSY) console.log("The machine is busy: ratios will be imprecise.");
  const pace = values.quick ? QUICK : FULL;
  const without_postgres = values["without-postgres"];
  const options = { ...LATCHKEY_ONLY, pace, without_postgres };
  const runs: BenchRun[] = [];
  try {
    for (const program of programs) runs.push(await openBenchRun(options, program));
    for (const workload of chosen) {
      process.stderr.write(`${workload.title} …\n`);
      console.log(renderComparisons(workload, await compareWorkload(workload, runs, pace)));
    }
  } finally {
    for (const run of runs) await run.close();
  }
  return 0;
}

const THIS_CHECKOUT = join(import.meta.dirname, "..");
const PROGRAM = "packages/cli/bin/latchkey.js";

/** Many short rounds, since the speed of a virtual machine changes within seconds. */
const FULL: Pace = { rounds: 15, round_s: 1, warm_up_s: 5, rows: 100_000 };
const QUICK: Pace = { rounds: 3, round_s: 1, warm_up_s: 2, rows: 100_000 };

/** `quick` leaves out the lower bounds. */
const LATCHKEY_ONLY = { quick: true, url: undefined, client: undefined, profile: undefined };

async function compareWorkload(
  workload: Workload,
  runs: readonly BenchRun[],
  pace: Pace,
): Promise<Comparison[]> {
  const environments: Environment[] = [];
  const loaded: LoadedSubject[] = [];
  try {
    for (const [index, run] of runs.entries()) {
      const environment = run.openEnvironment(`${workload.name}-${index}`);
      environments.push(environment);
      loaded.push(...(await workload.prepare(environment)).filter(isLatchkey));
    }
    const warm_up_s = warmUpFor(workload.unit, pace.warm_up_s);
    return compareMeasured(await measureAll(pairUp(loaded), { ...pace, warm_up_s }));
  } finally {
    for (const environment of environments) await environment.close();
  }
}

function isLatchkey({ name }: LoadedSubject): boolean {
  return name.startsWith("latchkey");
}

/** Subjects of the same name one after the other, so that both have the machine in the same state. */
function pairUp(loaded: readonly LoadedSubject[]): LoadedSubject[] {
  return [...Map.groupBy(loaded, ({ name }) => name).values()].flat();
}

function say(words: string, code: number): number {
  console.log(words);
  return code;
}

process.exitCode = await main();
