import { randomBytes } from "node:crypto";
import { fdatasync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { Pool } from "pg";

/** The rows a request writes. */
interface Write {
  readonly inserts: number;
  readonly updates: number;
  readonly body: Uint8Array;
}

/** Row storage of the lower bound. */
export interface LowerBoundStore {
  find(): Promise<void>;
  write(write: Write): Promise<void>;
}

/**
 * SQLite without a query layer: rows in order of time, one durable commit per batch of concurrent writes. The lookups of one
 * event-loop tick share a transaction.
 */
export function onSqlite(directory: string): LowerBoundStore {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, "lower-bound.sqlite");
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  database.exec("create table if not exists part (key blob primary key, body blob) without rowid");
  const begin = database.prepare("begin immediate");
  const beginReading = database.prepare("begin");
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
  let newest = insert(Buffer.alloc(80)); // A row to look up from the start.
  database.exec("pragma busy_timeout = 0"); // A locked file is retried on a later tick instead of blocking the event loop.

  let waiting: { readonly write: Write; readonly resolve: () => void }[] = [];
  let busy = false;
  const run = async (): Promise<void> => {
    try {
      begin.run();
    } catch {
      return schedule();
    }
    const batch = waiting;
    waiting = [];
    for (const { write } of batch) {
      for (let left = write.inserts; left > 0; left -= 1) newest = insert(write.body);
      for (let left = write.updates; left > 0; left -= 1) updateRow.run(write.body, newest);
    }
    commit.run();
    await sync((log ??= openSync(`${path}-wal`, "r")));
    for (const { resolve } of batch) resolve();
    if (waiting.length > 0) schedule();
    else busy = false;
  };
  const schedule = (seen = 0, tick = 1): void => {
    setImmediate(() => {
      if (waiting.length > seen && tick < MAX_TICKS) schedule(waiting.length, tick + 1);
      else void run();
    });
  };

  return {
    find: batched<void>(async (lookups) => {
      beginReading.run();
      for (const _ of lookups) findRow.get(newest);
      commit.run();
    }),
    write: (write) =>
      new Promise((resolve) => {
        waiting.push({ write, resolve });
        if (busy) return;
        busy = true;
        schedule();
      }),
  };
}

const MAX_TICKS = 8; // As in the write batches of Latchkey.

function newKey(): Uint8Array {
  const key = randomBytes(16);
  key.writeUIntBE(Date.now(), 0, 6);
  return key;
}

const CREATE = "create table if not exists part (key bytea primary key, body bytea)";
const FIND = "select body from part where key = any($1::bytea[])";
const INSERT = "insert into part select * from unnest($1::bytea[], $2::bytea[])";
const CHANGE = `update part set body = given.body from unnest($1::bytea[], $2::bytea[]) as given (key, body)
  where part.key = given.key`;
/** Both in one statement, which is a transaction by itself. */
const INSERT_AND_CHANGE = `with added as (insert into part select * from unnest($3::bytea[], $4::bytea[])) ${CHANGE}`;

/**
 * PostgreSQL without a query layer: all lookups of a tick are one query and all writes are one statement. No two writes of a
 * batch change the same row, as no two flows do.
 */
export async function onPostgres(dsn: string): Promise<LowerBoundStore> {
  const pool = new Pool({ connectionString: dsn, max: CONNECTIONS });
  const names = [FIND, INSERT, CHANGE, INSERT_AND_CHANGE];
  const ask = (text: string, values: string[]) =>
    pool.query({ name: `part_${names.indexOf(text)}`, text, values });
  await pool.query(CREATE);
  const kept: Uint8Array[] = [];
  let next = 0;
  const someKey = (): Uint8Array => kept[(next += 1) % KEPT] ?? newKey();
  const keep = (key: Uint8Array): Uint8Array => (kept[(next += 1) % KEPT] = key);

  const write = batched<Write>(async (writes) => {
    const added = writes.flatMap(({ inserts, body }) =>
      rows(inserts, () => [keep(newKey()), body]),
    );
    const changed = writes.flatMap(({ updates, body }) => rows(updates, () => [someKey(), body]));
    if (changed.length === 0) await ask(INSERT, columns(added));
    else if (added.length === 0) await ask(CHANGE, columns(changed));
    else await ask(INSERT_AND_CHANGE, [...columns(changed), ...columns(added)]);
  });
  for (let row = 0; row < KEPT; row += 1) {
    await write({ inserts: 1, updates: 0, body: Buffer.alloc(80) });
  }
  return {
    find: batched<void>(async (lookups) => {
      await ask(FIND, [array(lookups.map(someKey))]);
    }),
    write,
  };
}

const CONNECTIONS = 10;
const KEPT = 4_096;

/** Collects concurrent calls into batches; each call resolves when its batch is done. */
function batched<T>(carryOut: (all: readonly T[]) => Promise<void>): (one: T) => Promise<void> {
  let waiting: { readonly one: T; readonly resolve: () => void }[] = [];
  let busy = false;
  const serve = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await carryOut(batch.map(({ one }) => one));
      for (const { resolve } of batch) resolve();
    }
    busy = false;
  };
  return (one) =>
    new Promise((resolve) => {
      waiting.push({ one, resolve });
      if (busy) return;
      busy = true;
      setImmediate(() => void serve());
    });
}

type Pair = readonly [key: Uint8Array, body: Uint8Array];

function rows(count: number, make: () => Pair): Pair[] {
  return Array.from({ length: count }, make);
}

function columns(pairs: readonly Pair[]): [keys: string, bodies: string] {
  return [array(pairs.map(([key]) => key)), array(pairs.map(([, body]) => body))];
}

function array(values: readonly Uint8Array[]): string {
  return `{${values.map((value) => `"\\\\x${Buffer.from(value).toString("hex")}"`).join(",")}}`;
}
