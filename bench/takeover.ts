/**
 * `npm run bench:takeover`: takes over a million records (clients and tokens) into SQLite, beside a plain copy of the rows that came of
 * it, with the memory of the process along the way. `npm run bench:takeover -- 100000` takes over fewer.
 */

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { loadConfig } from "@latchkey/server";
import { type Source, type TakenRecord, takeOver } from "@latchkey/takeover/import";

const total = Number(process.argv[2] ?? 1_000_000);
const clients = Math.ceil(total / 10);
const now = Math.floor(Date.now() / 1000);
const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-takeover-"));
const path = join(folder, "target.sqlite");

const memory: number[] = [];
const cpuBefore = process.cpuUsage();
const began = performance.now();
const report = await takeOver({
  source: generatedSource(),
  config: configOf(`sqlite://${path}`),
  onProgress({ read }) {
    if (read % (total / 10) < 2_000) memory.push(process.memoryUsage().rss);
  },
});
const seconds = (performance.now() - began) / 1000;
const processor = cpuSeconds(cpuBefore);
const cpuBeforeCopy = process.cpuUsage();
const copied = copyPlainly();
const copyProcessor = cpuSeconds(cpuBeforeCopy);

print(
  "records",
  Object.values(report.carried).reduce((sum, count) => sum + count, 0),
);
print("seconds", seconds.toFixed(1));
print("records per second", Math.round(total / seconds));
print("processor time, seconds", processor.toFixed(1));
print("size of the database", `${Math.round(statSync(path).size / 1e6)} MB`);
print("plain copy of its rows, seconds", copied.toFixed(1));
print("its processor time, seconds", copyProcessor.toFixed(1));
print("times a plain copy", (seconds / copied).toFixed(1));
print("times a plain copy, by processor time", (processor / copyProcessor).toFixed(1));
print("memory, each tenth", memory.map((bytes) => `${Math.round(bytes / 1e6)} MB`).join(", "));
print("differences in samples", report.verification?.differences.length ?? "not compared");
rmSync(folder, { recursive: true });

/** Of all threads: on a busy machine it says more than the time on the clock. */
function cpuSeconds(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function print(name: string, value: string | number): void {
  process.stdout.write(`${name}: ${value}\n`);
}

function configOf(dsn: string) {
  const flags = { dsn, "secrets.system": "a-secret-of-the-benchmark" };
  const loaded = loadConfig({ files: [], env: {}, flags });
  if (!loaded.ok) throw new Error("The settings of the benchmark are not valid.");
  return loaded.value.config;
}

/** Records that are made while they are read, so that the source takes no memory. */
function generatedSource(): Source {
  const counts = { client: clients, token: total - clients };
  return {
    description: "Generated records",
    async examine() {
      const kinds = [
        { kind: "client", count: counts.client },
        { kind: "token", count: counts.token },
      ] as const;
      return { kinds, left_behind: [], notes: [] };
    },
    async *read(kind, { after = "0", limit }) {
      if (kind !== "client" && kind !== "token") return;
      for (let start = Number(after); start < counts[kind]; start += limit) {
        const length = Math.min(limit, counts[kind] - start);
        const make = kind === "client" ? clientAt : tokenAt;
        const records = Array.from({ length }, (_, index) => make(start + index));
        yield { records, left_out: [], position: String(start + length) };
      }
    },
    async close() {},
  };
}

function clientAt(index: number): TakenRecord {
  return {
    kind: "client",
    client: {
      client_id: `client-${index}`,
      client_name: `Client ${index}`,
      redirect_uris: [`https://client-${index}.example/callback`],
      grant_types: ["client_credentials"],
      scope: "read write",
    },
    secret_hashes: ["$2a$10$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuvwxyz01234"],
    created_at: now - 1_000,
    updated_at: now - 1_000,
  };
}

function tokenAt(index: number): TakenRecord {
  const client_id = `client-${index % Math.min(clients, 5_000)}`;
  return {
    kind: "token",
    signature: `signature-of-token-${index}-0123456789abcdef`,
    client_id,
    subject: client_id,
    scope: ["read", "write"],
    audience: ["https://api.example"],
    issued_at: now - 60,
    expires_at: now + 86_400 + (index % 3_600),
  };
}

/** The same rows, with their indexes, into an empty database: what SQLite itself takes for them. */
function copyPlainly(): number {
  const database = new DatabaseSync(join(folder, "copy.sqlite"));
  database.exec(`pragma journal_mode = wal; attach '${path}' as source`);
  const schema = database
    .prepare(
      "select name, type, sql from source.sqlite_master where sql is not null and name not like 'sqlite_%'",
    )
    .all();
  for (const { sql } of schema) database.exec(String(sql));
  database.exec("pragma foreign_keys = off");
  const started = performance.now();
  for (const { name, type } of schema) {
    if (type !== "table") continue;
    database.exec(`delete from ${String(name)}`);
    database.exec(`insert into ${String(name)} select * from source.${String(name)}`);
  }
  database.exec("pragma wal_checkpoint(truncate)");
  const taken = (performance.now() - started) / 1000;
  database.close();
  return taken;
}
