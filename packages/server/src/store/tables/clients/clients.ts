import type { Client } from "../../../oauth/client.ts";
import { integer, pick, text } from "../../database/columns.ts";
import type { Database } from "../../database/database.ts";
import { type Lookup, names } from "../../database/sql.ts";
import { query, type Script } from "../../database/statement.ts";
import type { ReportUnreadable } from "../../port/documents.ts";
import type { Clients } from "../../port/client-store.ts";
import type { Cursor } from "../../port/page.ts";
import type { StoreTools } from "../../store-tools.ts";
import { readKeysetPage } from "../list-page.ts";
import type { Revision } from "../revision.ts";
import { createClientLifecycle } from "./client-lifecycle.ts";
import { createOriginLookup } from "./client-origins.ts";
import { createClientReplacement } from "./client-replacement.ts";
import { client, type ClientRow, fromRow } from "./client-row.ts";

const { columns } = client;
const byKey = pick(columns, "client_id");
const byId: Lookup<typeof byKey, typeof columns> = {
  table: "client",
  given: byKey,
  returns: columns,
};
const page = query({
  given: { after: text, limit: integer, offset: integer },
  returns: columns,
  sql: `select ${names(columns)} from client where client_id > :after
   order by client_id limit :limit offset :offset`,
});
const count = query({ returns: { total: integer }, sql: "select count(*) as total from client" });

/** Pages are large, and few of them are asked for again and again. */
const PAGES_CACHED = 16;

export function createClients(tools: StoreTools): Clients {
  const { database, revision, client_indexes, onUnreadable } = tools;
  return {
    ...createClientLookups(database, revision, onUnreadable),
    ...createOriginLookup(database, revision),
    search: client_indexes.search,
    ...createClientLifecycle(tools),
    ...createClientReplacement(tools),
  };
}

function createClientLookups(
  database: Database,
  revision: Revision,
  report: ReportUnreadable,
): Pick<Clients, "find" | "findCurrent" | "list"> {
  const findCurrent = async (client_id: string): Promise<Client | undefined> => {
    if (client_id.includes("\0")) return undefined; // PostgreSQL has no such text, so no client has such an id.
    const row = await database.find(byId, { client_id });
    return row && fromRow(row);
  };
  const total = revision.cache(() => database.read(countAll));
  const cursorOf = ({ client_id }: ClientRow): Cursor => ({ at: 0, id: client_id });
  const pages = revision.cache(async (key) => {
    const [limit, offset, after] = readPageKey(key);
    const rows = await database.read(() => page({ limit: limit + 1, offset, after }));
    const listed = readKeysetPage(rows, limit, { read: fromRow, cursorOf, report });
    return { ...listed, total: (await total("all")) ?? 0 };
  }, PAGES_CACHED);

  return {
    find: revision.cache(findCurrent),
    findCurrent,

    async list({ limit, offset, after }) {
      const listed = await pages(`${limit} ${offset} ${after?.id ?? ""}`);
      return listed ?? { items: [], total: 0, next: undefined };
    },
  };
}

/** An id may have spaces in it. */
function readPageKey(key: string): [limit: number, offset: number, after: string] {
  const [limit, offset, ...after] = key.split(" ");
  return [Number(limit), Number(offset), after.join(" ")];
}

function* countAll(): Script<number> {
  const [row] = yield* count({});
  return row?.total ?? 0;
}
