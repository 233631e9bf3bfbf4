/**
 * `npm run bench:follow`: follows a Hydra 26 with a million rows of tokens, on SQLite and PostgreSQL, while some change: how long each
 * pass takes, with the copy before. `npm run bench:follow -- 100000` is with fewer.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { loadConfig } from "@latchkey/server";
import { openFrom, type Pass, takeOver } from "@latchkey/takeover/import";
import { Client } from "pg";
import { emptyPostgres } from "../packages/server/test/support/postgres.ts";
import { copyHydraDatabase } from "../packages/takeover/test/support/copy-hydra-database.ts";
import { createHydraDatabase } from "../packages/takeover/test/support/hydra-database.ts";

const total = Number(process.argv[2] ?? 1_000_000);
const CHANGES = 500;
const SECRET = "a-secret-of-the-benchmark";
const now = Math.floor(Date.now() / 1000);
const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-follow-"));

type Run = (sql: string) => Promise<unknown>;

await onSqlite();
await onPostgres();
rmSync(folder, { recursive: true });

async function onSqlite(): Promise<void> {
  const path = createExample("sqlite");
  const database = new DatabaseSync(path);
  database.function("unknown_to_readers", { deterministic: true, varargs: true }, () => null);
  database.exec("pragma journal_mode = wal; pragma synchronous = off");
  const run: Run = async (sql) => database.exec(sql);
  await addIndexes(run);
  await multiply(run, {
    numbers: (count) =>
      `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s)`,
    random: "lower(hex(randomblob(48)))",
  });
  await measure("SQLite", `sqlite://${path}`, run);
  database.close();
}

async function onPostgres(): Promise<void> {
  const path = createExample("postgres");
  const dsn = await emptyPostgres();
  const client = new Client(dsn);
  await client.connect();
  await copyHydraDatabase({ path, version: "v26" }, "postgres", (sql, values) =>
    client.query(sql, values),
  );
  const run: Run = (sql) => client.query(sql);
  await addIndexes(run);
  await multiply(run, {
    numbers: (count) => `(select generate_series(1, ${count}) as n)`,
    random: "md5(random()::text) || md5(random()::text) || md5(random()::text)",
  });
  await run("analyze");
  await measure("PostgreSQL", dsn, run);
  await client.end();
}

/** One grant and one token of a client, with real MACs and real encryption. */
function createExample(name: string): string {
  const path = join(folder, `${name}-hydra.sqlite`);
  const version = "v26";
  const database = createHydraDatabase({ version, path, system_secret: SECRET, now });
  database.addClient({ client_id: "shop" });
  database.addGrant({
    client_id: "shop",
    subject: "alice",
    id: "template",
    rotations: 0,
    remember: true,
  });
  database.addMachineToken({ client_id: "shop", expires_in: 86_400 });
  database.close();
  return path;
}

/** Those of Ory Hydra that the reading uses. */
async function addIndexes(run: Run): Promise<void> {
  await run("create unique index flow_consent on hydra_oauth2_flow (consent_challenge_id)");
  for (const table of ["access", "refresh", "code", "oidc", "pkce"]) {
    await run(`create unique index ${table}_key on hydra_oauth2_${table} (signature)`);
    await run(`create index ${table}_request on hydra_oauth2_${table} (request_id)`);
    await run(`create index ${table}_challenge on hydra_oauth2_${table} (challenge_id)`);
  }
}

interface Words {
  readonly numbers: (count: number) => string;
  /** 96 random characters. */
  readonly random: string;
}

/** A fifth are grants with a refresh token, the others tokens of machines. */
async function multiply(run: Run, { numbers, random }: Words): Promise<void> {
  const grants = Math.floor(total / 5);
  await copyRows(run, "hydra_oauth2_flow", "consent_challenge_id = 'template'", numbers(grants), {
    login_challenge: "'login-' || n",
    consent_challenge_id: "'grant-' || n",
  });
  await copyRows(run, "hydra_oauth2_refresh", "request_id = 'template'", numbers(grants), {
    signature: random,
    request_id: "'grant-' || n",
    challenge_id: "'grant-' || n",
  });
  await copyRows(run, "hydra_oauth2_access", "challenge_id is null", numbers(total - grants), {
    signature: random,
    request_id: "'machine-' || n",
  });
}

async function copyRows(
  run: Run,
  table: string,
  where: string,
  numbers: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { hydraTables } = await import("../packages/takeover/test/support/hydra-tables.ts");
  const names = (hydraTables("v26").get(table) ?? []).map(({ name }) => name);
  const selected = names.map((name) => values[name] ?? `t.${name}`);
  await run(
    `insert into ${table} (${names.join()}) select ${selected.join()} from ${table} t cross join ${numbers} s where t.${where}`,
  );
}

/** What happens between two passes. */
async function change(run: Run, round: number): Promise<void> {
  const which = Array.from({ length: CHANGES }, (_, index) => `'grant-${round * CHANGES + index}'`);
  await run(`update hydra_oauth2_refresh set active = '0' where request_id in (${which.join()})`);
}

async function measure(name: string, from: string, run: Run): Promise<void> {
  const stop = new AbortController();
  const source = await openFrom(from, { system_secrets: [SECRET] });
  const flags = { dsn: `sqlite://${join(folder, `${name}.sqlite`)}`, "secrets.system": SECRET };
  const loaded = loadConfig({ files: [], env: {}, flags });
  if (!loaded.ok) throw new Error("The settings of the benchmark are not valid.");
  const began = performance.now();
  await takeOver({
    source,
    config: loaded.value.config,
    follow: { until_idle: false, interval_ms: 1 },
    signal: stop.signal,
    onCopied: () => print(name, "copy", (performance.now() - began) / 1000),
    onPass(pass: Pass) {
      print(name, `pass ${pass.number}, ${pass.changed} changed`, pass.seconds);
      if (pass.number > 4) stop.abort();
      // Before a pass that begins in a millisecond.
      else if (pass.number > 1 && pass.number < 4) void change(run, pass.number);
    },
  });
  await source.close();
}

function print(name: string, what: string, seconds: number): void {
  const memory = Math.round(process.memoryUsage().rss / 1e6);
  process.stdout.write(`${name}: ${what}: ${seconds.toFixed(1)} s, ${memory} MB\n`);
}
