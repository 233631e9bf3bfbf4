import { BUSY, describeMachine, sentenceOf } from "./machine.ts";
import { measureAll } from "./measure.ts";
import { help, type Options, parseOptions } from "./options.ts";
import { whyNoWrk } from "./load/wrk.ts";
import { leaveFlames, leaveResults } from "./report/leave.ts";
import { renderTable } from "./report/table.ts";
import type { Results, WorkResult } from "./results.ts";
import { openTheatre, type Theatre } from "./stage.ts";
import { judge } from "./targets.ts";
import { type Work, warmUpFor } from "./works/work.ts";
import { glance, works } from "./works/works.ts";

/** `npm run bench`: measures Latchkey beside bare `node:http` and node-oidc-provider, and says how they compare. */
async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  if (options === "help") return say(help, 0);
  const missing = whyNoWrk();
  if (missing !== undefined) return say(missing, 2);
  const chosen = works.filter((work) => isChosen(work, options));
  const names = works.map(({ name }) => name).join(", ");
  if (chosen.length === 0) return say(`There is no such work. There are ${names}.`, 2);

  const machine = describeMachine();
  console.log(sentenceOf(machine));
  if (machine.load > BUSY) console.log("The machine is busy: rates will be low, and ratios rough.");
  const began_at = new Date().toISOString();
  const theatre = await openTheatre(options);
  const measured: WorkResult[] = [];
  try {
    for (const work of chosen) measured.push(await perform(work, theatre, options));
  } finally {
    await theatre.close();
  }
  const { warm_up_s: _, ...pace } = options.pace; // Each work says its own.
  const results: Results = {
    began_at,
    machine,
    pace,
    works: measured,
    targets: judge(measured),
  };
  console.log(`\n${renderTable(results)}`);
  for (const file of leave(results, chosen, options)) console.log(`wrote ${file}`);
  return 0;
}

/** One work, from empty stage to empty stage. */
async function perform(work: Work, theatre: Theatre, options: Options): Promise<WorkResult> {
  process.stderr.write(`${work.title} …\n`);
  const stage = theatre.openStage(work.name);
  try {
    const entrants = await work.enter(stage);
    const watched =
      options.profile === undefined ? entrants : entrants.filter(({ name }) => name === "latchkey");
    const { name, title, unit } = work;
    const warm_up_s = warmUpFor(unit, options.pace.warm_up_s);
    const measured = await measureAll(watched, { ...options.pace, warm_up_s });
    return { name, title, unit, warm_up_s, measured };
  } finally {
    await stage.close();
  }
}

/** A profile leaves its flames, a whole run its results; a part of one is for whoever looks on. */
function leave(results: Results, chosen: readonly Work[], { profile, pace }: Options): string[] {
  const loaded_s = pace.rounds * pace.round_s;
  if (profile !== undefined) return leaveFlames(chosen[0]?.name ?? profile, loaded_s);
  return chosen.length === works.length ? leaveResults(results) : [];
}

function isChosen(work: Work, { only, profile, quick }: Options): boolean {
  if (profile !== undefined) return work.name === profile;
  if (only.length === 0) return !quick || glance.includes(work);
  return only.some((start) => work.name.startsWith(start));
}

function say(words: string, code: number): number {
  console.log(words);
  return code;
}

process.exitCode = await main();
