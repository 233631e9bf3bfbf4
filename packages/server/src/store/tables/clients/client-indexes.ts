import type { Client, NewClient } from "../../../oauth/client.ts";
import type { NewRow, Script } from "../../database/statement.ts";
import type { ReportUnreadable } from "../../port/documents.ts";
import type { ClientReplacement, Clients } from "../../port/client-store.ts";
import type { Revision } from "../revision.ts";
import { client_search, type Entry } from "../search-index.ts";
import type { SearchIndexes } from "../search-indexes.ts";
import { writeOrigins } from "./client-origins.ts";
import { client, fromRow } from "./client-row.ts";

/** Writes what a client is found by: its origins and its words. Part of every script that changes its description. */
export type WriteIndexes = (described: NewClient | ClientReplacement) => Script<void>;

/** Finds clients by their words, and writes what they are found by. */
export interface ClientIndexes {
  readonly search: Clients["search"];
  readonly writeIndexes: WriteIndexes;
  /** The row of its words, which `writeIndexes` writes. */
  readonly searchRow: (described: NewClient) => NewRow;
}

/** Finds clients by their words, and keeps what they are found by up to date. */
export function createClientIndexes(
  revision: Revision,
  indexes: SearchIndexes,
  report: ReportUnreadable,
): ClientIndexes {
  const words = indexes.create({
    table: client.name,
    key: "client_id",
    columns: client.columns,
    index: client_search,
    read: fromRow,
    entryOf,
    report,
  });
  return {
    search: (filter, wanted) => words.list(filter, wanted),

    searchRow: (described) => words.rowOf(entryOf(described)),

    *writeIndexes(described) {
      yield* writeOrigins(described);
      yield* words.write(entryOf(described));
      yield* revision.increment();
    },
  };
}

function entryOf({
  client_id,
  client_name,
  owner,
  redirect_uris,
}: Pick<Client, "client_id" | "client_name" | "owner" | "redirect_uris">): Entry<
  "client_name" | "owner"
> {
  return {
    id: client_id,
    words: [client_id, client_name, owner, ...redirect_uris],
    filters: { client_name, owner },
  };
}
