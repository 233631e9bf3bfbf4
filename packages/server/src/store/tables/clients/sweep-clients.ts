import { integer, pick, text } from "../../database/columns.ts";
import { command, query, type Script } from "../../database/statement.ts";
import { incrementRevision } from "../revision.ts";
import { client } from "./client-row.ts";

const PAGE = 200;
/** One that is disabled stays: it could come back enabled. */
const page = query({
  given: { now: integer, after: text },
  returns: pick(client.columns, "client_id"),
  sql: `select client_id from client where expires_at < :now and client_id > :after
   and not exists (select 1 from suspension
     where kind = 'client' and name = client.client_id and is_active = 1)
   order by client_id limit ${PAGE}`,
});
const remove = command({
  given: { client_id: text, now: integer },
  sql: "delete from client where client_id = :client_id and expires_at < :now returning client_id",
});

/** Removes up to `limit` clients that have expired, are not disabled and have no grants, and returns how many; a script. */
export function* sweepClients(now: number, limit: number): Script<number> {
  let removed = 0;
  for (let last: string | undefined = ""; last !== undefined && removed < limit;) {
    const { unused, next }: Expired = yield* readExpired(now, last);
    for (const client_id of unused.slice(0, limit - removed)) {
      removed += yield* remove({ client_id, now });
    }
    last = next;
  }
  if (removed > 0) yield* incrementRevision({});
  return removed;
}

/** How many clients such a sweep would remove; a script. */
export function* countExpiredClients(now: number): Script<number> {
  let total = 0;
  for (let last: string | undefined = ""; last !== undefined;) {
    const { unused, next }: Expired = yield* readExpired(now, last);
    total += unused.length;
    last = next;
  }
  return total;
}

/** A page of the clients that have expired. */
interface Expired {
  /** Those without grants. */
  readonly unused: readonly string[];
  /** After which the next page begins. */
  readonly next: string | undefined;
}

/** Two statements: clients are everywhere in a distributed database, and grants are not, so that one cannot ask for both. */
function* readExpired(now: number, after: string): Script<Expired> {
  const ids = (yield* page({ now, after })).map(({ client_id }) => client_id);
  const kept = new Set(ids.length === 0 ? [] : yield* selectUsed(ids));
  const unused = ids.filter((client_id) => !kept.has(client_id));
  return { unused, next: ids.length < PAGE ? undefined : ids.at(-1) };
}

function* selectUsed(ids: readonly string[]): Script<readonly string[]> {
  const rows = yield* used(
    Object.fromEntries(places.map((place, index) => [place, ids[index] ?? ""])),
  );
  return rows.map(({ client_id }) => client_id);
}

/** A place for each client of a page, so that there is one text; no client has an empty id. */
const places = Array.from({ length: PAGE }, (_, index) => `id_${index}`);
const used = query({
  given: Object.fromEntries(places.map((place) => [place, text])),
  returns: pick(client.columns, "client_id"),
  sql: `select distinct client_id from authorization_grant
   where client_id in (${places.map((place) => `:${place}`).join(", ")})`,
});
