import type { Failures } from "@latchkey/sign-in";
import type { Database } from "../database/database.ts";
import { type Script, statement } from "../database/script.ts";
import type { SignInFailures } from "../port/store.ts";

/** Inserts the row or locks the one that is there, so that two servers cannot both read the same count. */
const lock = statement<{ failures: number; last_at: number }>(
  `insert into sign_in_failure (failure_key, failures, last_at, expires_at) values ($1, 0, 0, $2)
   on conflict (failure_key) do update set failures = sign_in_failure.failures returning failures, last_at`,
);
const update = statement(
  "update sign_in_failure set failures = $2, last_at = $3, expires_at = $4 where failure_key = $1",
);

export function createSignInFailures(database: Database): SignInFailures {
  return {
    change: (keys, { now, expires_at }, decide) =>
      database.write(function* change() {
        const in_order = keys.toSorted(); // Every server locks in one order, so that none waits for another in a circle.
        const failures = new Map<string, Failures>();
        for (const key of in_order) failures.set(key, yield* failuresOf(key, expires_at));
        const counts = decide(failures);
        for (const [key, count] of counts) yield* update(bytesOf(key), count, now, expires_at);
        return counts.size > 0;
      }),
  };
}

function* failuresOf(key: string, expires_at: number): Script<Failures> {
  const [row] = yield* lock(bytesOf(key), expires_at);
  return { count: row?.failures ?? 0, last_at: row?.last_at ?? 0 };
}

function bytesOf(key: string): Uint8Array {
  return Buffer.from(key, "base64url");
}
