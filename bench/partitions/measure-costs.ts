import { processorTimeOfTree } from "../child.ts";
import { median } from "../statistics.ts";
import { authorization } from "../subjects/subject.ts";
import { runWrk, type WrkLoad } from "../load/wrk.ts";
import type { FilledStore } from "./open-stores.ts";
import type { Cost, RoundCost } from "./stored.ts";

export interface CostPace {
  readonly rounds: number;
  readonly round_s: number;
  readonly warm_up_s: number;
}

/** What both kinds of requests cost on a store. */
export interface Costs {
  readonly issue: Cost;
  readonly introspect: Cost;
}

type Kind = keyof Costs;
const kinds: readonly Kind[] = ["issue", "introspect"];

/** Loads every store in every round with both kinds, so that a disturbance of the machine affects all of them alike. */
export async function measureCosts(
  stores: readonly FilledStore[],
  postgres_pid: number,
  { rounds, round_s, warm_up_s }: CostPace,
): Promise<readonly Costs[]> {
  const measured = stores.map((): Record<Kind, RoundCost[]> => ({ issue: [], introspect: [] }));
  for (const store of stores)
    for (const kind of kinds) await runWrk(loadOf(store, kind, 0), warm_up_s);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, store] of stores.entries())
      for (const kind of kinds)
        measured[index]?.[kind].push(
          await measureRound(store, postgres_pid, loadOf(store, kind, round + 1), round_s),
        );
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  return measured.map(({ issue, introspect }) => ({
    issue: summarise(issue),
    introspect: summarise(introspect),
  }));
}

function summarise(rounds: readonly RoundCost[]): Cost {
  const middle = (of: (round: RoundCost) => number): number => median(rounds.map(of));
  return {
    server_us: middle(({ server_us }) => server_us),
    database_us: middle(({ database_us }) => database_us),
    rate: middle(({ rate }) => rate),
    rounds,
  };
}

async function measureRound(
  { layout, latchkey }: FilledStore,
  postgres_pid: number,
  load: WrkLoad,
  seconds: number,
): Promise<RoundCost> {
  const times = (): readonly [server: number, database: number] => [
    processorTimeOfTree(latchkey.pid),
    layout === "sqlite" ? 0 : processorTimeOfTree(postgres_pid),
  ];
  const before = times();
  const { count, rate } = await runWrk(load, seconds);
  const after = times();
  return {
    server_us: ((after[0] - before[0]) * 1e6) / count,
    database_us: ((after[1] - before[1]) * 1e6) / count,
    rate,
  };
}

/** Each round presents tokens in another order, so that their pages are not those of the round before. */
export function loadOf(
  { latchkey, token_files }: Pick<FilledStore, "latchkey" | "token_files">,
  kind: Kind,
  round: number,
): WrkLoad {
  if (kind === "issue")
    return {
      url: `${latchkey.public_url}/oauth2/token`,
      script: "form.lua",
      args: ["grant_type=client_credentials&scope=photos.read", authorization],
    };
  return {
    url: `${latchkey.admin_url}/oauth2/introspect`,
    script: "tokens.lua",
    args: [token_files[round % token_files.length] ?? ""],
  };
}
