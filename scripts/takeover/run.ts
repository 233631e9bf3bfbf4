/**
 * `npm run test:takeover -- <folder> [--also-mariadb] [--only <name>]… [--target SQLite|PostgreSQL]`: for every `facts.json`
 * below a folder, takes over a copy of the database beside it, and compares each answer of this server with that of the server
 * that wrote it. Ends with status 1 when one differs without a rule in expected-differences.ts, or a rule was not needed.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../../packages/server/test/support/postgres-server.ts";
import { checkClients } from "./checks/clients.ts";
import { flowTasks } from "./checks/flows.ts";
import { checkNewFlows, revocationTasks } from "./checks/new-flows.ts";
import { checkKeys } from "./checks/keys.ts";
import { logoutTasks } from "./checks/logouts.ts";
import { checkAssertions, checkTrust, deviceTasks } from "./checks/machines.ts";
import { checkConsentSessions, checkRememberedConsents, checkSessions } from "./checks/sessions.ts";
import { checkTokens, codeTasks, tokenTasks } from "./checks/tokens.ts";
import { type Check, check } from "./compare.ts";
import { type Facts, findFacts } from "./facts.ts";
import { startMariadb } from "./mariadb.ts";
import { batch } from "./plan.ts";
import {
  describeOutcome,
  describeRules,
  newOutcome,
  type Outcome,
  record,
  unusedRules,
} from "./report.ts";
import { writeHydraSettings } from "./settings.ts";
import type { Source } from "./source.ts";
import { copySources, nameOf, type Places } from "./sources.ts";
import { takeOver, type Target, type TargetKind } from "./targets.ts";
import { openWorld, type World } from "./world.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "also-mariadb": { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    target: { type: "string" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Name a folder: npm run test:takeover -- <folder>.");
const targets = (["SQLite", "PostgreSQL"] as const).filter(
  (kind) => values.target === undefined || values.target === kind,
);
const all = findFacts(folder);
const chosen = all.filter(({ name }) => values.only?.includes(name) ?? true);
if (chosen.length === 0) throw new Error(`There is no facts.json below ${folder}.`);

const temporary = mkdtempSync(join(tmpdir(), "latchkey-takeover-"));
const postgres = await startPostgres();
const mariadb = values["also-mariadb"] ? await startMariadb() : undefined;
const outcomes: Outcome[] = [];
try {
  const places: Places = { temporary, postgres: postgres.url, mariadb };
  for (const facts of chosen) await checkFolder(facts, places);
} finally {
  await Promise.all([postgres.stop(), mariadb?.stop()]);
  rmSync(temporary, { recursive: true, force: true });
}
console.log(`\nDifferences with a reason:\n${describeRules(outcomes)}`);
// Rules of other folders are not needed by a part of them.
const unused = chosen.length === all.length && all.length > 1 ? unusedRules(outcomes) : [];
for (const { rule } of unused) console.log(`FAILED: nothing differs by the rule "${rule}".`);
process.exitCode = unused.length > 0 || outcomes.some(({ failed }) => failed.length > 0) ? 1 : 0;

async function checkFolder(facts: Facts, places: Places): Promise<void> {
  for (const source of await copySources(facts, places)) {
    const settings = join(places.temporary, `${nameOf(facts)}-${source.kind}.yml`);
    writeHydraSettings(settings, facts, source.dsn);
    for (const kind of targets) {
      const outcome = newOutcome(`${facts.name} (${source.kind}) to ${kind}`);
      outcomes.push(outcome);
      try {
        for await (const one of checkTarget(facts, source, settings, kind, places)) {
          record(outcome, facts, one);
        }
      } catch (error) {
        outcome.failed.push(error instanceof Error ? error.message : String(error));
      }
      console.log(describeOutcome(outcome));
    }
  }
}

async function* checkTarget(
  facts: Facts,
  source: Source,
  settings: string,
  kind: TargetKind,
  places: Places,
): AsyncGenerator<Check> {
  for (const [table, rows] of Object.entries(facts.rows)) {
    yield check(`rows/${table}`, rows, () => source.count(table));
  }
  const name = `${nameOf(facts)}_${source.kind.toLowerCase()}`;
  const target = await takeOver(kind, name, source.dsn, settings, places);
  yield* onCopy(facts, settings, target, harmless);
  const tasks = [
    ...tokenTasks(facts),
    ...codeTasks(facts),
    ...revocationTasks(facts),
    ...flowTasks(facts),
    ...logoutTasks(facts),
    ...deviceTasks(facts),
  ];
  for (const some of batch(tasks)) {
    yield* onCopy(facts, settings, target, async function* (world) {
      for (const task of some) yield* task.run(world);
    });
  }
  yield* onCopy(facts, settings, target, checkNewFlows);
}

async function* harmless(world: World): AsyncGenerator<Check> {
  yield* checkKeys(world);
  yield* checkTokens(world);
  yield* checkSessions(world);
  yield* checkRememberedConsents(world);
  yield* checkConsentSessions(world);
  yield* checkTrust(world);
  yield* checkAssertions(world);
  yield* checkClients(world);
}

async function* onCopy(
  facts: Facts,
  settings: string,
  target: Target,
  run: (world: World) => AsyncGenerator<Check>,
): AsyncGenerator<Check> {
  const world = await openWorld(facts, settings, await target.copy());
  try {
    yield* run(world);
  } finally {
    await world.close();
  }
}
