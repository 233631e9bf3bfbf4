import { mkdirSync, rmSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { keepAwake } from "./keep-awake.ts";
import { wrkProblem } from "./load/wrk.ts";
import { BUSY, cores, describeMachine, sentenceOf } from "./machine.ts";
import { measureCleanUp } from "./partitions/measure-clean-up.ts";
import { type CostPace, measureCosts } from "./partitions/measure-costs.ts";
import { type FilledStore, openStore } from "./partitions/open-stores.ts";
import { type Layout, layouts, type PartitionsRun, type Stored } from "./partitions/stored.ts";
import { folders } from "./programs.ts";
import { newestRun } from "./report/newest-run.ts";
import { renderPartitions } from "./report/partitions-table.ts";
import { writeJson } from "./report/write-results.ts";
import { startPostgresServer } from "./subjects/postgres.ts";

const HELP = `npm run bench:partitions -- [flags]

Ten thousand and ten million live tokens on SQLite, and on PostgreSQL with plain tables and with partitions. Takes about 10 GB of disk.

  --quick         ten and a hundred thousand, one short round each
  --only sqlite   measures one of sqlite, plain and partitioned, and keeps the others of the newest run
`;

/** `npm run bench:partitions`: cost per request, size, and clean-up as a function of the number of live tokens. */
async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) return 0;
  const missing = wrkProblem();
  if (missing !== undefined) {
    console.log(missing);
    return 2;
  }
  const machine = describeMachine();
  console.log(sentenceOf(machine));
  if (machine.load > BUSY) console.log("The machine is busy: rates will be low, and ratios rough.");
  const began_at = new Date().toISOString();
  const plan = options.quick ? QUICK : FULL;
  const measured = await measure(plan, options.chosen);
  console.log(`\n${renderPartitions({ measured })}`);
  if (options.quick) return 0;
  const run: PartitionsRun = {
    measured: [...measured, ...othersThan(options.chosen)].toSorted(byLayout),
  };
  console.log(
    `wrote ${writeJson("-partitions", began_at, machine, { began_at, machine, ...run })}`,
  );
  return 0;
}

interface Options {
  readonly quick: boolean;
  readonly chosen: readonly Layout[];
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", short: "h", default: false },
      quick: { type: "boolean", default: false },
      only: { type: "string" },
    },
  });
  if (values.help) {
    console.log(HELP);
    return undefined;
  }
  const { quick, only } = values;
  return { quick, chosen: layouts.filter((layout) => only === undefined || layout === only) };
}

/** The other layouts, as the newest run has them. */
function othersThan(chosen: readonly Layout[]): readonly Stored[] {
  if (chosen.length === layouts.length) return [];
  const { measured }: PartitionsRun = newestRun("partitions");
  return measured.filter(({ layout }) => !chosen.includes(layout));
}

function byLayout(one: Stored, other: Stored): number {
  return layouts.indexOf(one.layout) - layouts.indexOf(other.layout) || one.size - other.size;
}

interface Plan extends CostPace {
  readonly sizes: readonly number[];
  /** How long a store is cleaned up, and which share of the lifetime of its tokens is over by then. */
  readonly seconds: number;
  readonly share: number;
}

const QUICK: Plan = {
  sizes: [10_000, 100_000],
  rounds: 1,
  round_s: 1,
  warm_up_s: 1,
  seconds: 3,
  share: 0.5,
};
const FULL: Plan = {
  sizes: [10_000, 10_000_000],
  rounds: 11,
  round_s: 2,
  warm_up_s: 5,
  seconds: 15,
  share: 0.5,
};

/** A quarter of the memory, as PostgreSQL recommends for a machine of its own. */
const POSTGRES = {
  shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
  max_wal_size: "8GB",
};

async function measure(plan: Plan, chosen: readonly Layout[]): Promise<Stored[]> {
  const directory = join(folders.data, `partitions-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  const postgres = await startPostgresServer(POSTGRES);
  const stores: FilledStore[] = [];
  const awake = keepAwake(cores.server);
  try {
    for (const layout of chosen)
      for (const size of plan.sizes)
        stores.push(await openStore(layout, size, { directory, postgres }));
    const costs = await measureCosts(stores, postgres.pid, plan);
    const measured: Stored[] = [];
    for (const [index, store] of stores.entries()) {
      const { latchkey, token_files: _, ...stored } = store;
      const cost = costs[index];
      if (cost === undefined) throw new Error("A store was not measured.");
      process.stderr.write(`clean-up of ${store.layout}, ${store.size.toLocaleString("en")} …\n`);
      const folder = join(directory, `${store.layout}-${store.size}`);
      const clean_up = await measureCleanUp(store, folder, plan);
      await latchkey.stop();
      measured.push({ ...stored, ...cost, clean_up });
    }
    return measured;
  } finally {
    await Promise.all(stores.map(({ latchkey }) => latchkey.stop()));
    await Promise.all([postgres.stop(), awake?.stop()]);
    rmSync(directory, { recursive: true });
  }
}

process.exitCode = await main();
