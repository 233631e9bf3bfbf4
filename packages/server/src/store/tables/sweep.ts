import type { Database } from "../database/database.ts";
import { keyAt } from "../port/ids.ts";
import { statement, type Value } from "../database/script.ts";

/** What a sweep can be confined to. */
export type ExpiringKind = (typeof expiring)[number]["kind"];

/**
 * Every table whose rows expire, with its key. A table that is not here grows for ever. A key that begins with the end of its
 * row needs no index besides.
 */
const expiring = [
  { table: "access_token", key: "signature", kind: "tokens", in_order: true },
  { table: "seen_assertion", key: "digest", kind: "tokens" },
  { table: "lease", key: "name", kind: "others" },
  { table: "flow", key: "flow_id", kind: "requests", in_order: true },
  { table: "authorization_grant", key: "grant_id", kind: "tokens" },
  { table: "workspace_grant", key: "grant_id", kind: "tokens" },
  { table: "login_session", key: "sid", kind: "others" },
  { table: "session_visit", key: "sid", kind: "others" },
  { table: "logout_request", key: "logout_id", kind: "requests" },
  { table: "logout_delivery", key: "delivery_id", kind: "requests" },
  { table: "sign_in_failure", key: "failure_key", kind: "others" },
  { table: "inspected_flow", key: "flow_id", kind: "others" },
  { table: "inspected_step", key: "step_id", kind: "others" },
] as const;

const removals = expiring.map(({ table, key, kind, ...rest }) => {
  const in_order = "in_order" in rest;
  // Both, since keys used to begin with the beginning of their row.
  const ended = in_order ? `expires_at < $1 and ${key} < $2` : "expires_at < $1";
  const [order, limit] = in_order ? [key, "$3"] : ["expires_at", "$2"];
  return {
    kind,
    valuesAt: (now: number): Value[] => (in_order ? [now, keyAt(now)] : [now]),
    remove: statement(
      `delete from ${table} where ${key} in (
         select ${key} from ${table} where ${ended} order by ${order} limit ${limit}
       ) returning expires_at`,
    ),
    count: statement<{ total: number }>(`select count(*) as total from ${table} where ${ended}`),
  };
});

/** What a sweep leaves alone. */
interface Bounds {
  /** Everything else than these kinds. */
  readonly kinds?: readonly ExpiringKind[] | undefined;
  /** What comes after so many rows. */
  readonly at_most?: number;
}

/** Removes up to `limit` expired rows of each table and says how many there were, in a transaction a table. */
export async function sweep(
  database: Database,
  now: number,
  limit: number,
  { kinds, at_most = Infinity }: Bounds = {},
): Promise<number> {
  let found = 0;
  for (const { remove, valuesAt } of chosen(kinds)) {
    const most = Math.min(limit, at_most - found);
    if (most > 0) found += (await database.write(() => remove(...valuesAt(now), most))).length;
  }
  await database.write(() => removeAttempts(keyAt(now)));
  return found;
}

/** What servers left behind that died or lost a connection. They are few, and of no interest to whoever counts. */
const removeAttempts = statement("delete from write_attempt where attempt_id < $1");

/** How many rows a sweep would find. */
export async function countExpired(
  database: Database,
  now: number,
  kinds?: readonly ExpiringKind[],
): Promise<number> {
  let total = 0;
  for (const { count, valuesAt } of chosen(kinds))
    total += (await database.read(() => count(...valuesAt(now))))[0]?.total ?? 0;
  return total;
}

function chosen(kinds: readonly ExpiringKind[] | undefined) {
  return kinds === undefined ? removals : removals.filter(({ kind }) => kinds.includes(kind));
}
