import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { whyNoWrk } from "./load/wrk.ts";
import { BUSY, describeMachine, sentenceOf } from "./machine.ts";
import type { Options, Pace } from "./options.ts";
import { folders } from "./programs.ts";
import { leaveJson } from "./report/leave.ts";
import { renderWhere, type WhereResult } from "./report/where-table.ts";
import { openTheatre, type Theatre } from "./stage.ts";
import { LEAVE_MAPS, listMaps, removeMaps } from "./where/maps.ts";
import { measureWhere } from "./where/measure.ts";
import { whyNoPerf } from "./where/perf.ts";
import { type Work, warmUpFor } from "./works/work.ts";
import { works } from "./works/works.ts";

const ALL = works.map(({ name }) => name);

const HELP = `npm run bench:where -- <work> [<work> …] [flags]

  --quick   one short round

The works are ${ALL.join(", ")}.`;

/** `npm run bench:where`: where the processor time of each contender goes, by kind, side by side. */
async function main(): Promise<number> {
  const { quick, help, names } = readCommandLine();
  if (help) return say(HELP, 0);
  const chosen = works.filter(({ name }) => names.includes(name));
  const isUnknown = names.some((name) => !ALL.includes(name));
  if (isUnknown) return say(`There is no such work. There are ${ALL.join(", ")}.`, 2);
  if (chosen.length === 0) return say(HELP, 2);
  const missing = whyNoWrk() ?? whyNoPerf();
  if (missing !== undefined) return say(missing, 2);

  const machine = describeMachine();
  console.log(sentenceOf(machine));
  if (machine.load > BUSY) console.log("The machine is busy: others' work shows in every figure.");
  const began_at = new Date().toISOString();
  const pace = quick ? HASTY : THOROUGH;
  askForNames();
  const measured = await performAll(chosen, pace);
  if (quick) return 0; // A look is no result.
  const { warm_up_s: _, ...told } = pace; // Each work says its own.
  const result = { began_at, machine, pace: told, works: measured };
  console.log(`wrote ${leaveJson("-where", began_at, machine, result)}`);
  return 0;
}

/** Twice as long to warm up as where only rates are measured: compilers shall be done, as far as they ever are. */
const THOROUGH: Pace = { rounds: 5, round_s: 3, warm_up_s: 10, rows: 100_000 };
const HASTY: Pace = { rounds: 1, round_s: 2, warm_up_s: 2, rows: 100_000 };

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

/** Whoever is started from now on leaves the names of its compiled functions. None of that outlives us. */
function askForNames(): void {
  const before = listMaps();
  const directory = join(folders.data, `where-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  process.once("exit", () => {
    removeMaps(before);
    rmSync(directory, { recursive: true, force: true });
  });
  process.chdir(directory); // V8 then also leaves a log, wherever it is started.
  process.env["NODE_OPTIONS"] = LEAVE_MAPS;
}

async function performAll(chosen: readonly Work[], pace: Pace): Promise<WhereResult[]> {
  const theatre = await openTheatre({ ...everybody, pace });
  const measured: WhereResult[] = [];
  try {
    for (const work of chosen) {
      const result = await perform(work, theatre, pace);
      console.log(`\n${renderWhere(result)}`);
      measured.push(result);
    }
  } finally {
    await theatre.close();
  }
  return measured;
}

/** Nobody is left out, not even in a hurry: the table is there to compare. */
const everybody: Omit<Options, "pace"> = {
  quick: false,
  only: [],
  url: undefined,
  client: undefined,
  profile: undefined,
  without_postgres: false,
};

/** One work, from empty stage to empty stage. */
async function perform(work: Work, theatre: Theatre, pace: Pace): Promise<WhereResult> {
  const { name, title, unit } = work;
  process.stderr.write(`${title} …\n`);
  const stage = theatre.openStage(name);
  try {
    const entrants = await work.enter(stage);
    const warm_up_s = warmUpFor(unit, pace.warm_up_s);
    const spendings = await measureWhere(entrants, { ...pace, warm_up_s }, stage.directory);
    return { name, title, unit, warm_up_s, spendings };
  } finally {
    await stage.close();
  }
}

function say(words: string, code: number): number {
  console.log(words);
  return code;
}

process.exitCode = await main();
