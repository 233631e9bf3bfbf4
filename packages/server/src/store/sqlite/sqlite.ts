import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { MaybePromise } from "../../maybe-promise.ts";
import type { Database } from "../database/database.ts";
import { createGroup, type Group, type Pending, settle } from "../database/write-batch.ts";
import type {
  Addition,
  Insertion,
  Lookup,
  Row,
  Script,
  Step,
  Update,
  Value,
} from "../database/script.ts";
import { findOne, insertOne, updateOne } from "../database/single.ts";
import { createFinder, type Question } from "./read-batch.ts";
import { createFile, explainOpening, watchStorage } from "./file.ts";
import { noLog, openWriteAheadLog } from "./write-ahead-log.ts";
import { describeFailure } from "./errors.ts";
import { createTurns, PATIENCE_MS } from "./transactions.ts";
import { isTransient, StoreUnavailableError } from "../port/unavailable.ts";

/**
 * SQLite in this process. Everything that happens between `begin` and `commit` happens without letting go of the
 * thread, so one connection is enough and no reader ever sees half a transaction.
 */
export function openSqlite(path: string, openLog = openWriteAheadLog): Database {
  const connection = connectOrExplain(path);
  const log = path === ":memory:" ? noLog : openLog(path);
  const prepare = (sql: string): StatementSync =>
    connection.prepare(sql.replaceAll(/\$(\d+)/g, "?$1"));
  const texts = compileOnce((sql: string) =>
    /^\s*select|\breturning\b/.test(sql)
      ? { read: reading(prepare(sql)) }
      : { write: prepare(sql) },
  );
  // One row at a time: in this process a statement costs nothing to start, and binding many rows costs more than running it.
  const insertions = compileOnce((insertion: Insertion) => prepare(insertOne(insertion)));
  const updates = compileOnce((update: Update) => prepare(updateOne(update)));
  const lookups = compileOnce((lookup: Lookup) => reading(prepare(findOne(lookup))));
  const turns = createTurns(connection);

  const run = ({ sql, values }: Step): readonly Row[] => {
    const { read, write } = texts(sql);
    if (read !== undefined) return read.all(values);
    write.run(...(values as never[]));
    return nothing;
  };

  const add = ({ insertion, values }: Addition): void =>
    void insertions(insertion).run(...(values as never[]));

  const perform = (pending: Pending): unknown => {
    if (pending.kind === "script") return finish(pending.script(), run);
    const won =
      pending.kind === "insert" ||
      Number(updates(pending.update).run(...(pending.values as never[])).changes) > 0;
    if (won) for (const addition of pending.additions) add(addition);
    return won;
  };

  const commit = async (group: readonly Pending[]): Promise<void> => {
    let results: unknown[];
    try {
      results = await turns.write(() => group.map(perform));
    } catch (error) {
      const cause = describeFailure(error, connection.isOpen);
      if (isTransient(cause)) fail(group, cause);
      else if (group.length === 1) group[0]?.reject(cause);
      else for (const pending of group) await commit([pending]); // Only the culprit shall fail.
      return;
    }
    try {
      await log.flush(); // On the disk before anybody hears of it.
    } catch (cause) {
      const options = { cause, outcome_unknown: true };
      return fail(group, new StoreUnavailableError("The disk did not take a write.", options));
    }
    group.forEach((pending, index) => settle(pending, results[index]));
  };
  const group: Group = createGroup(commit);

  /** Those who wait for the next commit shall not wait as long again. */
  const fail = (failed: readonly Pending[], reason: unknown): void => {
    for (const { reject } of failed) reject(reason);
    group.rejectWaiting(reason);
  };

  const describe = (cause: unknown): never => {
    throw describeFailure(cause, connection.isOpen);
  };
  const described = <T>(work: () => MaybePromise<T>): MaybePromise<T> => {
    try {
      const result = work();
      return result instanceof Promise ? result.catch(describe) : result;
    } catch (cause) {
      return describe(cause);
    }
  };

  const answer = ({ lookup, values }: Question): Row | undefined => lookups(lookup).get(values);
  const find = createFinder((questions) => {
    const answerAll = () => questions.map(answer);
    return described(() =>
      questions.length === 1 ? turns.read(answerAll) : turns.readTogether(answerAll),
    );
  });

  const checkStorage = path === ":memory:" ? undefined : watchStorage(path);
  const checkWrites =
    checkStorage &&
    atMostEvery(WRITES_CHECKED_EVERY_MS, async () => {
      await checkStorage();
      await group.write(rewrite);
    });

  return {
    dialect: { bytes: "blob", in_key_order: "without rowid" },
    read: async (script) => described(() => turns.read(() => finish(script(), run))),
    find,
    write: group.write,
    insert: group.insert,
    update: group.update,
    async check() {
      await described(() => turns.read(() => run({ sql: "select 1", values: [] })));
      await checkWrites?.();
    },
    wasUnavailable: () => false,
    async close() {
      await group.whenIdle();
      await nextTurn(); // Look-ups that were asked before are answered on this one.
      log.close();
      connection.close();
    },
  };
}

/** Calls share one run, and one that succeeded holds for so many milliseconds. */
function atMostEvery(ms: number, work: () => Promise<void>): () => Promise<void> {
  let valid_until = 0;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      await work();
      valid_until = performance.now() + ms;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (performance.now() >= valid_until) await (running ??= run());
  };
}

const WRITES_CHECKED_EVERY_MS = 1_000;

/** Changes nothing, and is written to the disk all the same. */
function* rewrite(): Script<void> {
  yield { sql: "update revision set value = value where name = 'configuration'", values: [] };
}

function connectOrExplain(path: string): DatabaseSync {
  try {
    return connect(path);
  } catch (cause) {
    throw explainOpening(path, cause);
  }
}

function connect(path: string): DatabaseSync {
  const bytes = path === ":memory:" ? 0 : createFile(path);
  const connection = new DatabaseSync(path, { timeout: PATIENCE_MS });
  // NORMAL: the log is ours to bring to the disk after each commit; SQLite does so when it moves the log into the file.
  connection.exec(
    "pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on",
  );
  connection.exec(`pragma cache_size = -${bytes < LARGE_BYTES ? KEPT_KIB : KEPT_OF_LARGE_KIB}`);
  connection.exec("pragma busy_timeout = 0"); // From here on it is we who wait.
  return connection;
}

/**
 * What is kept of the file in memory, at most. A commit that divided pages goes through all of it, in any file of less than
 * 1 GiB: to put pages in order SQLite borrows the number of the page at that place, and then believes that its memory
 * reaches beyond the end of the file. So little is kept of a file that is not large; the system keeps the rest at hand.
 */
const KEPT_KIB = 8 * 1024;
const KEPT_OF_LARGE_KIB = 64 * 1024;
const LARGE_BYTES = 2 ** 30;

const nothing: readonly Row[] = [];

/** A statement that answers rows. */
interface Reading {
  get(values: readonly Value[]): Row | undefined;
  all(values: readonly Value[]): readonly Row[];
}

/** Asks for lists and names their values here: an object of the driver's takes longer to make, and to look into. */
function reading(statement: StatementSync): Reading {
  statement.setReturnArrays(true);
  let names: readonly string[] | undefined; // Known when the statement has run: a column may have come since it was compiled.
  const toRow = (values: readonly Value[]): Row => {
    const row: Record<string, Value> = {};
    for (const [at, name] of (names ??= namesOf(statement)).entries())
      row[name] = values[at] ?? null;
    return row;
  };
  return {
    get(values) {
      const row = statement.get(...(values as never[])) as unknown as readonly Value[] | undefined;
      return row && toRow(row);
    },
    all: (values) =>
      (statement.all(...(values as never[])) as unknown as (readonly Value[])[]).map(toRow),
  };
}

function namesOf(statement: StatementSync): readonly string[] {
  return statement.columns().map(({ name }) => name);
}

/** Remembers what was compiled of everything that was ever asked. */
function compileOnce<Asked, Compiled>(
  compile: (asked: Asked) => Compiled,
): (asked: Asked) => Compiled {
  const compiled = new Map<Asked, Compiled>();
  return (asked) => {
    let statement = compiled.get(asked);
    if (statement === undefined) compiled.set(asked, (statement = compile(asked)));
    return statement;
  };
}

/** Runs a script to its end. */
function finish<T>(script: Script<T>, run: (step: Step) => readonly Row[]): T {
  let next = script.next([]);
  while (next.done !== true) next = script.next(run(next.value));
  return next.value;
}
