/** What the tables of a feature in another package are made with. */

export { mintFlowId } from "../crypto/flow-id.ts";
export type { Sealer } from "../crypto/sealed.ts";
export {
  type Columns,
  type RowOf,
  bytes,
  id,
  integer,
  oneOf,
  optional as nullable,
  pick,
  table,
  text,
} from "../store/database/columns.ts";
export type { Database } from "../store/database/database.ts";
export { type Lookup, insertValues, names } from "../store/database/sql.ts";
export { type Script, command, query } from "../store/database/statement.ts";
export type { Tables } from "../store/migrations/migration.ts";
export {
  type ReportUnreadable,
  documents,
  optional,
  or,
  readEach,
  readOr,
  required,
} from "../store/port/documents.ts";
export type { Outbox } from "../store/port/outbox.ts";
export type { Listing, Page } from "../store/port/page.ts";
export { type SealedDocuments, sealedDocuments } from "../store/port/sealed-documents.ts";
export { assertNoPendingUndo } from "../store/port/unavailable.ts";
export type { StoreTools } from "../store/store-tools.ts";
export { listPage, listSorted } from "../store/tables/list-page.ts";
export { outboxOf } from "../store/tables/outbox.ts";
export type { Revision } from "../store/tables/revision.ts";
export { type Entry, entry_columns, orderByName } from "../store/tables/search-index.ts";
export type { SearchIndexes } from "../store/tables/search-indexes.ts";
export type { StoredTables } from "../store/tables/stored-tables.ts";
