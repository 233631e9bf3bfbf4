/**
 * `npm run bench:distributed -- <dsn of a database with Citus> [--seconds 3] [--rounds 5] [--rows 20000]`: tokens and introspection with
 * distributed tables, relative to local tables of the same cluster, in the same rounds. Each has a schema of its own, which is removed.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrate } from "../packages/server/src/store/migrations/migrate.ts";
import { openPostgres } from "../packages/server/src/store/postgres/postgres.ts";
import { createSchemas } from "../packages/server/test/support/citus.ts";
import { migrations } from "../packages/server/test/support/tables.ts";
import { withStore } from "./fill/open.ts";
import { fillAccessTokens } from "./fill/tokens.ts";
import { describeMachine, sentenceOf } from "./machine.ts";
import { measureAll } from "./measure.ts";
import { type Latchkey, registerPhotos, startLatchkey } from "./subjects/latchkey.ts";
import { authorization } from "./subjects/subject.ts";
import { formOf, loadedByWrk, requestOnce } from "./workloads/workload.ts";

const FORM = "grant_type=client_credentials&scope=photos.read+photos.write";

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: "string", default: "3" },
      rounds: { type: "string", default: "5" },
      rows: { type: "string", default: "20000" },
    },
  });
  const [dsn] = positionals;
  if (dsn === undefined) throw new Error("Name the DSN of a database with Citus.");
  const round_s = Number(values.seconds);
  const pace = {
    rounds: Number(values.rounds),
    round_s,
    warm_up_s: round_s,
    rows: Number(values.rows),
  };

  console.log(sentenceOf(describeMachine()));
  const directory = mkdtempSync(join(tmpdir(), "latchkey-distributed-"));
  const schemas = createSchemas(dsn);
  const started: Latchkey[] = [];
  try {
    for (const name of NAMES) {
      const own = await schemas.create();
      if (name === "distributed") await distribute(own);
      started.push(await startLatchkey({ directory: join(directory, name), dsn: own }));
    }
    for (const one of started) await registerPhotos(one);
    const urls = started.map(({ public_url }) => `${public_url}/oauth2/token`);
    for (const url of urls) await requestOnce(url, formOf(FORM, authorization), "lk_at_");
    const tokens = await measureAll(
      started.map((one, index) =>
        loadedByWrk(one, {
          url: urls[index] ?? "",
          script: "form.lua",
          args: [FORM, authorization],
        }),
      ),
      pace,
    );
    report("tokens", tokens);

    const loaded = [];
    for (const [index, one] of started.entries()) {
      const file = join(directory, `${index}.tokens`);
      const live = await withStore(one.dsn, (open) => fillAccessTokens(open, pace.rows));
      writeFileSync(file, `${live.join("\n")}\n`);
      const url = `${one.admin_url}/oauth2/introspect`;
      loaded.push(loadedByWrk(one, { url, script: "tokens.lua", args: [file, authorization] }));
    }
    report("introspection", await measureAll(loaded, pace));
  } finally {
    for (const one of started) await one.stop();
    await schemas.removeAll();
    rmSync(directory, { recursive: true });
  }
}

const NAMES = ["local", "distributed"] as const;

async function distribute(dsn: string): Promise<void> {
  const database = openPostgres(dsn, { connections: 2, statement_ms: 20_000, connect_ms: 5_000 });
  await migrate(database, migrations, 0, { distributed: true });
  await database.close();
}

function report(what: string, measured: Awaited<ReturnType<typeof measureAll>>): void {
  const [local, distributed] = measured;
  if (local === undefined || distributed === undefined) return;
  const rates = [local, distributed].map(({ rate, p50_ms, p99_ms }, index) => {
    const latency = `p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`;
    return `${NAMES[index] ?? ""} ${Math.round(rate)}/s (${latency})`;
  });
  console.log(`${what}: ${rates.join(", ")}, ratio ${(distributed.rate / local.rate).toFixed(2)}`);
}

await main();
