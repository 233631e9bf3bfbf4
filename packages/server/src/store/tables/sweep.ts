import { bytes, integer } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { command, query } from "../database/statement.ts";
import type { Layout } from "../postgres/partitions/catalog.ts";
import { keyAt } from "../port/ids.ts";
import type { ExpiringKind, ExpiringTable, StoredTables } from "./stored-tables.ts";
import { countExpiredClients, sweepClients } from "./clients/sweep-clients.ts";

/** Every table of the core whose rows expire. One that is missing here grows for ever. */
const core: readonly ExpiringTable[] = [
  {
    table: "access_token",
    key: "signature",
    kind: "tokens",
    key_is_expiry: true,
    partitioned_for: 3600,
  },
  { table: "seen_assertion", key: "digest", kind: "tokens", key_is_expiry: false },
  { table: "lease", key: "name", kind: "others", key_is_expiry: false },
  { table: "running_server", key: "server_id", kind: "others", key_is_expiry: false },
  { table: "signing_secret", key: "fingerprint", kind: "others", key_is_expiry: false },
  { table: "resealing", key: "newest", kind: "others", key_is_expiry: false },
  {
    table: "pushed_request",
    key: "request_id",
    kind: "requests",
    key_is_expiry: true,
    partitioned_for: 600,
  },
  { table: "flow", key: "flow_id", kind: "requests", key_is_expiry: true, partitioned_for: 1800 },
  { table: "authorization_grant", key: "grant_id", kind: "tokens", key_is_expiry: false },
  { table: "login_session", key: "sid", kind: "others", key_is_expiry: false },
  { table: "session_visit", key: "sid", kind: "others", key_is_expiry: false },
  { table: "logout_request", key: "logout_id", kind: "requests", key_is_expiry: false },
  { table: "logout_delivery", key: "delivery_id", kind: "requests", key_is_expiry: false },
  { table: "suspension", key: "name", kind: "others", key_is_expiry: false },
  { table: "sign_in_failure", key: "failure_key", kind: "others", key_is_expiry: false },
];

/** The tables of the core and of features whose rows expire: all that grow with traffic. */
export function expiringTablesOf(features: readonly StoredTables[]): readonly ExpiringTable[] {
  return [...core, ...features.flatMap(({ expiring }) => expiring)];
}

/** The statements that sweep the tables of the core and of features. */
export function sweepsOf(features: readonly StoredTables[]) {
  return expiringTablesOf(features).map(sweepOf);
}

function sweepOf(declared: ExpiringTable) {
  const { table, key, kind, key_is_expiry } = declared;
  // Both conditions, since keys used to begin with the time at which their row was created.
  const expired = key_is_expiry ? `expires_at < :now and ${key} < :key` : "expires_at < :now";
  const given = { now: integer, ...(key_is_expiry && { key: bytes }) };
  return {
    kind,
    declared,
    remove: command({
      given: { ...given, limit: integer },
      sql: `delete from ${table} where ${key} in (
         select ${key} from ${table} where ${expired} order by ${key_is_expiry ? key : "expires_at"} limit :limit
       ) and expires_at < :now returning expires_at`,
    }),
    count: query({
      given,
      returns: { total: integer },
      sql: `select count(*) as total from ${table} where ${expired}`,
    }),
  };
}

type Sweeps = ReturnType<typeof sweepsOf>;

/** The limits of a sweep. */
interface Bounds {
  /** All kinds when undefined. */
  readonly kinds?: readonly ExpiringKind[] | undefined;
  /** How many rows are removed in all. */
  readonly at_most?: number;
  /** Of these tables, only partitions that are not dropped when their window is over are swept. */
  readonly layouts?: ReadonlyMap<string, Layout>;
}

/** Removes up to `limit` expired rows of each table, in one transaction per table, and returns how many were removed. */
export async function sweep(
  database: Database,
  sweeps: Sweeps,
  now: number,
  limit: number,
  { kinds, at_most = Infinity, layouts = new Map() }: Bounds = {},
): Promise<number> {
  let removed = 0;
  const key = keyAt(now);
  for (const { remove } of ofKinds(sweeps, kinds).flatMap((each) => sweptRows(each, layouts))) {
    const most = Math.min(limit, at_most - removed);
    if (most > 0) removed += await database.write(() => remove({ now, key, limit: most }));
  }
  // After the grants: a client is kept as long as it has one.
  const most = Math.min(limit, at_most - removed);
  if (includesClients(kinds) && most > 0)
    removed += await database.write(() => sweepClients(now, most));
  await database.write(() => removeAttempts({ key }));
  return removed;
}

/** What is swept of a table: the table, or its partitions that have rows of any time. */
function sweptRows(
  each: Sweeps[number],
  layouts: ReadonlyMap<string, Layout>,
): readonly Sweeps[number][] {
  const layout = layouts.get(each.declared.table);
  if (layout === undefined) return [each];
  return [layout.earlier?.name, layout.rest].flatMap((table) =>
    table === undefined ? [] : [sweepOf({ ...each.declared, table })],
  );
}

/** Rows left by servers that stopped or lost a connection. They are few, and not counted. */
const removeAttempts = command({
  given: { key: bytes },
  sql: "delete from write_attempt where attempt_id < :key",
});

/** How many rows a sweep would remove. */
export async function countExpired(
  database: Database,
  sweeps: Sweeps,
  now: number,
  kinds?: readonly ExpiringKind[],
): Promise<number> {
  let total = 0;
  const key = keyAt(now);
  for (const { count } of ofKinds(sweeps, kinds))
    total += (await database.read(() => count({ now, key })))[0]?.total ?? 0;
  if (includesClients(kinds)) total += await database.read(() => countExpiredClients(now));
  return total;
}

function includesClients(kinds: readonly ExpiringKind[] | undefined): boolean {
  return kinds === undefined || kinds.includes("others");
}

function ofKinds(sweeps: Sweeps, kinds: readonly ExpiringKind[] | undefined): Sweeps {
  return kinds === undefined ? sweeps : sweeps.filter(({ kind }) => kinds.includes(kind));
}
