import { setTimeout as pause } from "node:timers/promises";
import { integer, optional, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { query } from "../database/statement.ts";
import { codeOf } from "../port/error-code.ts";

/**
 * How long a migration waits for a lock, in milliseconds. Requests of running servers that need the table queue behind it, so it
 * gives up soon and tries again, until it succeeds.
 */
export const LOCK_MS = 500;
const MAX_PAUSE_MS = 10_000;

/** Called with a sentence that names the sessions for which a migration waits. */
export type OnBlocked = (sentence: string) => void;

/** Runs work that takes locks, again and again as long as other sessions hold them. */
export async function untilUnlocked<T>(
  database: Database,
  work: (onBackend: (pid: number) => void) => Promise<T>,
  name: string,
  onBlocked: OnBlocked,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const watch = watchBlockers(database);
    try {
      return await work(watch.begin);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      // Another server that migrates is mostly done by then.
      if (tries > 1) onBlocked(describeWait(name, await watch.blockers()));
    }
    await pause(Math.min(500 * 2 ** tries, MAX_PAUSE_MS));
  }
}

/** A session that holds what the migration waits for. */
interface Blocker {
  readonly pid: number;
  readonly application: string;
  readonly state: string | undefined;
  /** Seconds since its transaction began. */
  readonly seconds: number | undefined;
}

/** Not the text of its query, which may hold secrets. */
const selectBlockers = query({
  given: { pid: integer },
  returns: {
    pid: integer,
    application: text,
    state: optional(text),
    seconds: optional(integer),
  },
  sql: `select pid::bigint as pid, coalesce(application_name, '') as application, state,
      floor(extract(epoch from now() - xact_start))::bigint as seconds
    from pg_stat_activity where pid = any(pg_blocking_pids(:pid::integer)) order by xact_start`,
});

/** PostgreSQL names the blockers of a session only while it waits, so they are read shortly before the wait ends. */
function watchBlockers(database: Database) {
  let found: Promise<readonly Blocker[]> = Promise.resolve([]);
  return {
    begin: (pid: number): void => {
      found = pause(LOCK_MS / 2)
        .then(() => database.read(() => selectBlockers({ pid })))
        .catch(() => []); // A database without that function, or an account that may not see other sessions.
    },
    blockers: () => found,
  };
}

function describeWait(name: string, blockers: readonly Blocker[]): string {
  const sessions = blockers.map(({ pid, application, state, seconds }) => {
    const facts = [
      application === "" ? "no application name" : application,
      state ?? "unknown state",
      ...(seconds === undefined ? [] : [`in a transaction for ${seconds} s`]),
    ];
    return `process ${pid} (${facts.join(", ")})`;
  });
  const whom = sessions.length === 0 ? "another session" : sessions.join(" and ");
  return `The migration ${name} waits for ${whom}, which holds a lock that it needs; it tries again, and servers that run go on meanwhile.`;
}

/** 55P03: the lock timeout has passed. */
export function isLockTimeout(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (codeOf(at) === "55P03") return true;
  return false;
}
