import type { Client, ClientMetadata } from "../../../oauth/client.ts";
import { isOrigin, originsOf, parseOrigins } from "../../../oauth/client/cors-origins.ts";
import { integer, pick, table, text } from "../../database/columns.ts";
import type { Database } from "../../database/database.ts";
import { insertValues } from "../../database/sql.ts";
import { command, query, type Script } from "../../database/statement.ts";
import type { Clients } from "../../port/client-store.ts";
import type { Revision } from "../revision.ts";

export const client_origin = table("client_origin", { origin: text, client_id: text });

const { columns } = client_origin;
const removeOrigins = command({
  given: pick(columns, "client_id"),
  sql: "delete from client_origin where client_id = :client_id",
});
const addOrigin = command({
  given: columns,
  sql: `insert into client_origin ${insertValues(columns)} on conflict do nothing`,
});
const originAllowed = query({
  given: pick(columns, "origin"),
  returns: { found: integer },
  sql: "select 1 as found from client_origin where origin = :origin limit 1",
});
const originPatterns = query({
  returns: pick(columns, "origin"),
  sql: "select distinct origin from client_origin where origin like '%*%'",
});

/** Any caller can make up an origin. */
const ORIGINS_CACHED = 1_000;

/** Whether any client allows CORS requests from an origin, by its own name or by a pattern. */
export function createOriginLookup(
  database: Database,
  revision: Revision,
): Pick<Clients, "allowsOrigin"> {
  const patterns = revision.cache(async () => {
    const rows = await database.read(() => originPatterns({}));
    return parseOrigins(rows.map(({ origin }) => origin));
  });
  const origins = revision.cache(async (origin) => {
    const isListed = (await database.read(() => originAllowed({ origin }))).length > 0;
    return isListed || (await patterns("all"))?.includes(origin) === true;
  }, ORIGINS_CACHED);

  return {
    async allowsOrigin(origin) {
      return isOrigin(origin) && (await origins(origin)) === true;
    },
  };
}

/** Replaces the origins of a client; part of every script that changes its description. */
export function* writeOrigins(described: ClientMetadata & Pick<Client, "client_id">): Script<void> {
  const { client_id } = described;
  yield* removeOrigins({ client_id });
  for (const origin of originsOf(described)) yield* addOrigin({ origin, client_id });
}
