import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrate } from "../packages/server/src/store/migrations/migrate.ts";
import { openPostgres } from "../packages/server/src/store/postgres/postgres.ts";
import { createSchemas } from "../packages/server/test/support/citus.ts";
import { runSql } from "../packages/server/test/support/sql.ts";
import { migrations } from "../packages/server/test/support/tables.ts";
import { withStore } from "./fill/open.ts";
import { fillAccessTokens } from "./fill/tokens.ts";
import { describeMachine, sentenceOf } from "./machine.ts";
import { measureAll } from "./measure.ts";
import { type Latchkey, registerPhotos, startLatchkey } from "./subjects/latchkey.ts";
import { authorization } from "./subjects/subject.ts";
import { formOf, type LoadedSubject, loadedByWrk, requestOnce } from "./workloads/workload.ts";

const HELP = `npm run bench:distributed -- <dsn of a database with Citus> [flags]

Tokens and introspection with distributed tables, in relation to local tables of the same cluster, in the same rounds. Each kind has
a schema and a server of its own, which are removed.

  --shards 2,4,8        parts of each table, a server for each
  --connections 32,128  requests under way at once, one after the other
  --seconds 3           of a round
  --rounds 5
  --rows 20000          live tokens that are introspected
  --save <file>         writes the figures as JSON`;

const FORM = "grant_type=client_credentials&scope=photos.read+photos.write";

/** The rates of one workload, requests a second, by the number of parts. Without parts: local tables. */
interface Rates {
  readonly local: number;
  readonly by_shards: Readonly<Record<string, number>>;
}

/** `npm run bench:distributed`. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      shards: { type: "string", default: "2,4,8" },
      connections: { type: "string", default: "32,128" },
      seconds: { type: "string", default: "3" },
      rounds: { type: "string", default: "5" },
      rows: { type: "string", default: "20000" },
      save: { type: "string" },
    },
  });
  const [dsn] = positionals;
  if (dsn === undefined) {
    console.log(HELP);
    return 2;
  }
  const [round_s, rounds, rows] = [values.seconds, values.rounds, values.rows].map(Number);
  const pace = { round_s: round_s ?? 1, rounds: rounds ?? 1, warm_up_s: round_s ?? 1 };
  const shards = values.shards.split(",");
  const atOnce = values.connections.split(",").map(Number);
  const machine = describeMachine();
  console.log(sentenceOf(machine));
  const directory = mkdtempSync(join(tmpdir(), "latchkey-distributed-"));
  const schemas = createSchemas(dsn);
  const started: Latchkey[] = [];
  try {
    for (const parts of [undefined, ...shards]) {
      const own = await schemas.create();
      if (parts !== undefined) await distribute(own, parts);
      const server = await startLatchkey({
        directory: join(directory, parts ?? "local"),
        dsn: own,
      });
      started.push(server);
      await registerPhotos(server);
    }
    const files = await Promise.all(
      started.map((one, index) => fillTokens(one, join(directory, `${index}.tokens`), rows ?? 1)),
    );
    const measured = [];
    for (const connections of atOnce) {
      console.log(`${connections} requests at once`);
      const tokens = await ratesOf(
        "tokens",
        await Promise.all(started.map((one) => loadTokens(one, connections))),
      );
      const introspection = await ratesOf(
        "introspection",
        started.map((one, index) => loadIntrospection(one, files[index] ?? "", connections)),
      );
      measured.push({ connections, tokens, introspection });
    }
    const [nodes] = await runSql(
      dsn,
      "select count(*)::integer as workers from pg_dist_node where groupid > 0",
    );
    const result = { machine, workers: nodes?.["workers"], ...pace, measured };
    if (values.save !== undefined)
      writeFileSync(values.save, `${JSON.stringify(result, null, 2)}\n`);
  } finally {
    for (const one of started) await one.stop();
    await schemas.removeAll();
    rmSync(directory, { recursive: true });
  }
  return 0;

  async function ratesOf(what: string, loaded: readonly LoadedSubject[]): Promise<Rates> {
    const [local = 1, ...others] = (await measureAll(loaded, { ...pace, rows: rows ?? 1 })).map(
      ({ rate }) => Math.round(rate),
    );
    const ratios = shards.map((parts, index) => {
      const rate = others[index] ?? 0;
      return `${parts} parts ${rate}/s (${(rate / local).toFixed(2)})`;
    });
    console.log(`${what}: local tables ${local}/s, ${ratios.join(", ")}`);
    const by_shards = Object.fromEntries(shards.map((parts, index) => [parts, others[index] ?? 0]));
    return { local, by_shards };
  }
}

async function loadTokens(subject: Latchkey, connections: number): Promise<LoadedSubject> {
  const url = `${subject.public_url}/oauth2/token`;
  await requestOnce(url, formOf(FORM, authorization), "lk_at_");
  return loadedByWrk(subject, {
    url,
    script: "form.lua",
    args: [FORM, authorization],
    connections,
  });
}

/** Fills the file with the tokens. */
async function fillTokens({ dsn }: Latchkey, file: string, rows: number): Promise<string> {
  const live = await withStore(dsn, (open) => fillAccessTokens(open, rows));
  writeFileSync(file, `${live.join("\n")}\n`);
  return file;
}

function loadIntrospection(subject: Latchkey, file: string, connections: number): LoadedSubject {
  const url = `${subject.admin_url}/oauth2/introspect`;
  const args = [file, authorization];
  return loadedByWrk(subject, { url, script: "tokens.lua", args, connections });
}

async function distribute(dsn: string, shards: string): Promise<void> {
  const url = new URL(dsn);
  const own = url.searchParams.get("options") ?? "";
  url.searchParams.set("options", `${own} -c citus.shard_count=${shards}`);
  const timeouts = { statement_ms: 60_000, connect_ms: 5_000 };
  const database = openPostgres(url.href, { connections: 2, ...timeouts });
  await migrate(database, migrations, 0, { distributed: true });
  await database.close();
}

process.exitCode = await main();
