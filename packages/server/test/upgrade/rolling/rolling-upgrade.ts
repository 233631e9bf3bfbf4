/** `npm run test:upgrade` runs this: servers of the release before and of this version on one database. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { launch, type ServingProcess } from "../../processes/latchkey-process.ts";
import { SYSTEM_SECRET, temporaryDirectory } from "../../processes/databases.ts";
import { isActive, registerMachine, tokenOf } from "../../operations/machine.ts";
import { emptyPostgres } from "../../support/postgres.ts";
import { startPeer } from "../../support/processes.ts";
import { checkOutPreviousRelease, previousRelease } from "./previous-release.ts";
import { type Scenario, scenarios, type World } from "./scenarios.ts";

const { version } = previousRelease;
const previousCommand = checkOutPreviousRelease(temporaryDirectory());
const TIMEOUT_MS = 15 * 60_000;

/** Servers of the two versions. */
const start = {
  previous: (dsn: string) =>
    startPeer(dsn, {}, { command: previousCommand, timeout_ms: TIMEOUT_MS }),
  present: (dsn: string) => startPeer(dsn, {}, { timeout_ms: TIMEOUT_MS }),
};

it(`PostgreSQL: servers of ${version} and of this version share a database during an upgrade and a rollback`, async (t) => {
  const dsn = await emptyPostgres();
  const previous = await start.previous(dsn);
  const load = await startLoad(previous);
  const held = await beginAll(previous);

  await t.test(`this version migrates while ${version} serves`, async () => {
    const settings = { dsn, "secrets.system": SYSTEM_SECRET };
    const cwd = temporaryDirectory();
    const plan = await launch(["migrate", "--plan"], {
      cwd,
      settings: { ...settings, format: "json" },
    }).ended;
    assert.equal(plan.code, 0, plan.err);
    for (const { name, servers } of JSON.parse(plan.out).migrations)
      assert.equal(servers, "version before", name);
    const migrated = await launch(["migrate", "sql"], { cwd, settings }).ended;
    assert.equal(migrated.code, 0, migrated.err);
    await load.goOn();
  });

  const present = await start.present(dsn);
  load.servers.push(present);
  await load.goOn();

  await t.test(`what began with ${version} before goes on with both`, (sub) =>
    finishAll(sub, held, [present, previous]),
  );
  await t.test("traffic goes from each to the other", (sub) => runBothWays(sub, previous, present));

  await t.test("so it does after a migration that neither knows", async (sub) => {
    await migrateFurther(dsn);
    await load.goOn();
    await runBothWays(sub, previous, present);
  });

  await t.test(
    `what began with this version goes on with ${version} after a rollback`,
    async (sub) => {
      const begun = await beginAll(present);
      load.servers.splice(load.servers.indexOf(present), 1);
      await load.goOn();
      await stop(present);
      const restarted = await start.previous(dsn);
      await finishAll(sub, begun, [previous, restarted]);
      await stop(restarted);
    },
  );

  await load.end();
  await stop(previous);
});

it(`SQLite: a server of ${version} and one of this version replace each other, again and again`, async (t) => {
  const dsn = `sqlite://${join(temporaryDirectory(), "latchkey.sqlite")}`;
  let server = await start.previous(dsn);
  let isPrevious = true;
  const begun = Object.entries(scenarios).map(([name, scenario]) => ({
    name,
    run: follow(scenario, () => server),
  }));
  for (let going = begun; going.length > 0;) {
    const still: typeof begun = [];
    await t.test(`a step of each at ${isPrevious ? version : "this version"}`, async (sub) => {
      for (const one of going) {
        await sub.test(one.name, async () => {
          if (!(await one.run.step())) still.push(one);
        });
      }
    });
    going = still;
    await stop(server);
    isPrevious = !isPrevious;
    server = await (isPrevious ? start.previous(dsn) : start.present(dsn));
  }
  await stop(server);
});

/** Ends a server, which had nothing to complain of. */
async function stop(server: ServingProcess): Promise<void> {
  const { code, err, out } = await server.kill("SIGTERM");
  assert.deepEqual({ code, err, out }, { code: 0, err: "", out: "" });
}

/** A scenario under way. */
interface Run {
  /** Goes on to where it changes servers. True when it is at its end. */
  readonly step: () => Promise<boolean>;
}

/** Runs a scenario at one server, and at another after each of its steps. */
function follow(scenario: Scenario, serverAt: (step: number) => ServingProcess): Run {
  let taken = 0;
  const world: World = {
    get latchkey() {
      return serverAt(taken).latchkey;
    },
    fetch: (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      return fetch(`${serverAt(taken).public_url}${pathname}${search}`, init);
    },
  };
  const run = scenario(world);
  return {
    async step() {
      const { done = false } = await run.next();
      taken += 1;
      return done;
    },
  };
}

async function runToEnd({ step }: Run): Promise<void> {
  while (!(await step()));
}

/** Scenarios after their first step, by name, with the servers that they go on at. */
type Begun = readonly {
  readonly name: string;
  readonly run: Run;
  readonly servers: ServingProcess[];
}[];

async function beginAll(server: ServingProcess): Promise<Begun> {
  const begun = Object.entries(scenarios).map(([name, scenario]) => {
    const servers = [server];
    return { name, servers, run: follow(scenario, (step) => pick(servers, step)) };
  });
  for (const { run } of begun) assert.equal(await run.step(), false);
  return begun;
}

async function finishAll(
  t: TestContext,
  begun: Begun,
  servers: readonly ServingProcess[],
): Promise<void> {
  for (const { name, run, servers: own } of begun) {
    own.splice(0, own.length, ...servers.toReversed()); // The second step is at the first of them.
    await t.test(name, () => runToEnd(run));
  }
}

async function runBothWays(t: TestContext, ...servers: readonly ServingProcess[]): Promise<void> {
  for (const [name, scenario] of Object.entries(scenarios)) {
    await t.test(`${name}, from ${version} on`, () =>
      runToEnd(follow(scenario, (step) => pick(servers, step))),
    );
    await t.test(`${name}, from this version on`, () =>
      runToEnd(follow(scenario, (step) => pick(servers, step + 1))),
    );
  }
}

function pick(servers: readonly ServingProcess[], step: number): ServingProcess {
  const server = servers[step % servers.length];
  assert.ok(server);
  return server;
}

/** What a next version may do to the schema, without `needs`: columns and fields that neither version knows. */
async function migrateFurther(dsn: string): Promise<void> {
  const client = new Client({ connectionString: dsn });
  await client.connect();
  const { rows } = await client.query(
    "select relname::text as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace",
  );
  assert.ok(rows.length > 50);
  for (const { name } of rows)
    await client.query(`alter table ${name} add column of_the_next_version text`);
  const field = `'{"of_the_next_version": ["a field"]}'`;
  for (const table of ["client", "api"])
    await client.query(`update ${table} set document = (document::jsonb || ${field})::text`);
  await client.query("update revision set value = value + 1");
  await client.query("insert into migration (name, applied_at) values ('9999-next', 1)");
  await client.end();
}

interface Load {
  /** The servers that it asks, one after the other. */
  readonly servers: ServingProcess[];
  /** Resolves when some more requests were answered, none with an error. */
  readonly goOn: () => Promise<void>;
  readonly end: () => Promise<void>;
}

const AT_ONCE = 4;
const MORE = 50;

/** Tokens that are issued by one server and introspected by the next, without a pause. */
async function startLoad(first: ServingProcess): Promise<Load> {
  const servers = [first];
  const photos = await registerMachine(first.latchkey, { client_id: "load" });
  const progress = { answered: 0, over: false };
  let turn = 0;
  const next = () => pick(servers, turn++).latchkey;
  const work = async (): Promise<void> => {
    while (!progress.over) {
      const token = await tokenOf(next(), photos);
      assert.equal(await isActive(next(), token), true);
      progress.answered += 1;
    }
  };
  const workers = Promise.all(Array.from({ length: AT_ONCE }, work));
  workers.catch(() => {}); // goOn and end reject with it.
  after(() => void (progress.over = true));
  const goOn = async (): Promise<void> => {
    const enough = progress.answered + MORE;
    const isEnough = async () => {
      while (progress.answered < enough) await pause(10);
    };
    await Promise.race([isEnough(), workers]);
  };
  return {
    servers,
    goOn,
    async end() {
      await goOn();
      progress.over = true;
      await workers;
    },
  };
}
