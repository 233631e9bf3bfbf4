import type { Failures } from "../../limits/failure-backoff.ts";
import { id, integer, pick, table } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { command, query, type Script } from "../database/statement.ts";
import type { SignInFailures } from "../port/sign-in-failures.ts";

export const sign_in_failure = table("sign_in_failure", {
  failure_key: id,
  failures: integer,
  last_at: integer,
  expires_at: integer,
});

const { columns } = sign_in_failure;

/** Inserts the row, or locks the one that exists, so that two servers cannot both read the same count. */
const lock = query({
  given: pick(columns, "failure_key", "expires_at"),
  returns: pick(columns, "failures", "last_at"),
  sql: `insert into sign_in_failure (failure_key, failures, last_at, expires_at) values (:failure_key, 0, 0, :expires_at)
   on conflict (failure_key) do update set failures = sign_in_failure.failures returning failures, last_at`,
});
const update = command({
  given: columns,
  sql: `update sign_in_failure set failures = :failures, last_at = :last_at, expires_at = :expires_at
   where failure_key = :failure_key`,
});

export function createSignInFailures(database: Database): SignInFailures {
  return {
    change: (keys, { now, expires_at }, decide) =>
      database.write(function* change() {
        const inOrder = keys.toSorted(); // All servers lock in one order, so that they cannot deadlock.
        const found = new Map<string, Failures>();
        for (const key of inOrder) found.set(key, yield* failuresOf(key, expires_at));
        const counts = decide(found);
        for (const [failure_key, failures] of counts)
          yield* update({ failure_key, failures, last_at: now, expires_at });
        return counts.size > 0;
      }),
  };
}

function* failuresOf(failure_key: string, expires_at: number): Script<Failures> {
  const [row] = yield* lock({ failure_key, expires_at });
  return { count: row?.failures ?? 0, last_at: row?.last_at ?? 0 };
}
