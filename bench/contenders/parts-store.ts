import { randomBytes } from "node:crypto";
import { fdatasync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { openPostgres } from "../../packages/server/src/store/postgres.ts";
import {
  type Insertion,
  type Lookup,
  statement,
  type Update,
} from "../../packages/server/src/store/script.ts";

/** The rows a request writes. */
interface Write {
  readonly inserts: number;
  readonly updates: number;
  readonly body: Uint8Array;
}

/** Where the parts keep their rows. */
export interface PartsStore {
  find(): void | Promise<void>;
  write(write: Write): Promise<void>;
}

/** SQLite, bare: rows in order of time, and one commit for everybody who came meanwhile, on the disk before anybody hears of it. */
export function onSqlite(directory: string): PartsStore {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, "parts.sqlite");
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  database.exec("create table if not exists part (key blob primary key, body blob) without rowid");
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  const insertRow = database.prepare("insert into part values (?, ?)");
  const updateRow = database.prepare("update part set body = ? where key = ?");
  const findRow = database.prepare("select body from part where key = ?");
  const sync = promisify(fdatasync);
  let log: number | undefined;

  const insert = (body: Uint8Array): Uint8Array => {
    const key = newKey();
    insertRow.run(key, body);
    return key;
  };
  let newest = insert(Buffer.alloc(80)); // Something to look up from the start.

  let waiting: { readonly write: Write; readonly resolve: () => void }[] = [];
  let busy = false;
  const run = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    begin.run();
    for (const { write } of group) {
      for (let left = write.inserts; left > 0; left -= 1) newest = insert(write.body);
      for (let left = write.updates; left > 0; left -= 1) updateRow.run(write.body, newest);
    }
    commit.run();
    await sync((log ??= openSync(`${path}-wal`, "r")));
    for (const { resolve } of group) resolve();
    if (waiting.length > 0) schedule();
    else busy = false;
  };
  const schedule = (seen = 0, turn = 1): void => {
    setImmediate(() => {
      if (waiting.length > seen && turn < TURNS) schedule(waiting.length, turn + 1);
      else void run();
    });
  };

  return {
    find: () => void findRow.get(newest),
    write: (write) =>
      new Promise((resolve) => {
        waiting.push({ write, resolve });
        if (busy) return;
        busy = true;
        schedule();
      }),
  };
}

const TURNS = 8; // As in Latchkey's own group of writes.

function newKey(): Uint8Array {
  const key = randomBytes(16);
  key.writeUIntBE(Date.now(), 0, 6);
  return key;
}

const insertion: Insertion = { table: "part", columns: { key: "bytea", body: "bytea" } };
const byKey: Lookup = {
  given: { key: "bytea" },
  select: "select body from part where key = given.key",
};
const change: Update = {
  table: "part",
  given: { key: "bytea", body: "bytea" },
  set: "body = given.body",
  where: "part.key = given.key",
};
const create = statement("create table if not exists part (key bytea primary key, body bytea)");

/** PostgreSQL, asked as Latchkey asks it. No two change the same row at once, as no two flows do. */
export async function onPostgres(dsn: string): Promise<PartsStore> {
  const database = openPostgres(dsn, CONNECTIONS);
  await database.write(() => create());
  const kept: Uint8Array[] = [];
  let next = 0;
  const insert = async (body: Uint8Array): Promise<void> => {
    const key = newKey();
    await database.insert({ insertion, values: [key, body] });
    kept[(next += 1) % KEPT] = key;
  };
  for (let row = 0; row < KEPT; row += 1) await insert(Buffer.alloc(80));
  const someKey = (): Uint8Array => kept[(next += 1) % KEPT] ?? newKey();
  return {
    find: async () => void (await database.find(byKey, someKey())),
    async write({ inserts, updates, body }) {
      await Promise.all([
        ...Array.from({ length: inserts }, () => insert(body)),
        ...Array.from({ length: updates }, () => database.update(change, [someKey(), body])),
      ]);
    },
  };
}

const CONNECTIONS = 10;
const KEPT = 256;
