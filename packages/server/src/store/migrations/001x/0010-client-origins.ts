import { originsOf } from "../../../oauth/client/cors-origins.ts";
import { text } from "../../database/columns.ts";
import { command, query, type Script } from "../../database/statement.ts";
import { readOr } from "../../port/documents.ts";
import { clientDocuments } from "../../tables/client-document.ts";
import type { Migration } from "../migration.ts";

/** Scripts may call from the origins of a public client's redirect URIs too, and an origin may be a pattern. */
export const clientOrigins: Migration = {
  name: "0010-client-origins",
  statements: () => [
    `create index client_origin_pattern on client_origin (origin) where origin like '%*%'`,
  ],
  *fill() {
    for (let last = ""; ;) {
      const clients = yield* page({ after: last });
      for (const { client_id, document } of clients) yield* addOrigins(client_id, document);
      if (clients.length < PAGE) return;
      last = clients.at(-1)?.client_id ?? "";
    }
  },
};

const PAGE = 500;
const page = query({
  given: { after: text },
  returns: { client_id: text, document: text },
  sql: `select client_id, document from client where client_id > :after order by client_id limit ${PAGE}`,
});
const add = command({
  given: { origin: text, client_id: text },
  sql: "insert into client_origin (origin, client_id) values (:origin, :client_id) on conflict do nothing",
});

function* addOrigins(client_id: string, document: string): Script<void> {
  // A damaged document must not keep the server from starting: it is reported when the client is used or listed.
  const client = readOr(
    () => clientDocuments.read(client_id, document),
    undefined,
    () => {},
  );
  if (client === undefined) return;
  for (const origin of originsOf(client)) yield* add({ origin, client_id });
}
