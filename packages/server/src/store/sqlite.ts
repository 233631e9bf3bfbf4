import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { insertSteps, lookupSteps } from "./batch.ts";
import type { Database } from "./database.ts";
import { createGroup, insertsByTable, type Pending } from "./group.ts";
import type { Row, Script, Step } from "./script.ts";

/**
 * SQLite in this process. Everything that happens between `begin` and `commit` happens without letting go of the
 * thread, so one connection is enough and no reader ever sees half a transaction.
 */
export function openSqlite(path: string): Database {
  const connection = connect(path);
  const compiled = new Map<string, StatementSync>();

  const run = ({ sql, values }: Step): readonly Row[] => {
    let statement = compiled.get(sql);
    if (statement === undefined) {
      statement = connection.prepare(sql.replaceAll(/\$(\d+)/g, "?$1"));
      compiled.set(sql, statement);
    }
    return statement.all(...(values as never[])) as unknown as readonly Row[];
  };

  const transact = <T>(work: () => T): T => {
    connection.exec("begin immediate");
    try {
      const result = work();
      connection.exec("commit");
      return result;
    } catch (cause) {
      if (connection.isTransaction) connection.exec("rollback");
      throw cause;
    }
  };

  const runGroup = (group: readonly Pending[]): unknown[] => {
    for (const [insertion, rows] of insertsByTable(group)) {
      for (const step of insertSteps(insertion, rows)) run(step);
    }
    return group.map((pending) => pending.kind === "script" && finish(pending.script(), run));
  };

  const commit = (group: readonly Pending[]): void => {
    let results: unknown[];
    try {
      results = transact(() => runGroup(group));
    } catch (cause) {
      if (group.length === 1) group[0]?.reject(cause);
      else for (const pending of group) commit([pending]); // Only the culprit shall fail.
      return;
    }
    group.forEach((pending, index) => pending.resolve(results[index]));
  };

  const group = createGroup(commit);

  return {
    dialect: { bytes: "blob", in_key_order: "without rowid" },
    read: async (script) => finish(script(), run),
    find: async (lookup, key) => lookupSteps(lookup, [key]).flatMap(run)[0],
    write: group.write,
    insert: group.insert,
    async close() {
      await group.whenIdle();
      connection.close();
    },
  };
}

function connect(path: string): DatabaseSync {
  if (path !== ":memory:") {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600)); // SQLite gives its other files the mode of this one.
  }
  const connection = new DatabaseSync(path, { timeout: 5_000 });
  // FULL: a commit is on the disk before anybody hears of it.
  connection.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on");
  return connection;
}

/** Runs a script to its end. */
function finish<T>(script: Script<T>, run: (step: Step) => readonly Row[]): T {
  let next = script.next([]);
  while (next.done !== true) next = script.next(run(next.value));
  return next.value;
}
