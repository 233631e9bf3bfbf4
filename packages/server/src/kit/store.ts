/** What the tables of a feature in another package are made with. */

export type { Carrier } from "../feature/feature.ts";
export { CHANGED_SECRET, type Change } from "../store/changes.ts";
export { withMigratedStore } from "../process/load-server.ts";
export {
  type ExpectedGeneration,
  carriedClientRows,
  carriedGrantRow,
  carriedLogoutRow,
  carriedSessionRow,
  carriedTokenRow,
  findByKeys,
  orLeave,
  replaceCarriedGrant,
  revokeCarriedGrant,
} from "../store/carried-rows.ts";
export type { Store } from "../store/port/store.ts";
export { StoreUnavailableError } from "../store/port/unavailable.ts";
export { client } from "../store/tables/clients/client-row.ts";
export { deleteSession, visitOf } from "../store/tables/login-sessions.ts";
export { mintFlowId } from "../crypto/flow-id.ts";
export { subjectKeyOf } from "../crypto/subject-key.ts";
export { END_OF_TIME } from "../crypto/grant-token.ts";
export type { Sealer } from "../crypto/sealed.ts";
export {
  type Column,
  type Columns,
  type Replacing,
  type RowOf,
  bytes,
  documentText,
  flag,
  id,
  integer,
  oneOf,
  optional as nullable,
  pick,
  replacing,
  sealedDocument,
  table,
  text,
  words,
} from "../store/database/columns.ts";
export type { Database } from "../store/database/database.ts";
export type { Holding } from "../store/holdings.ts";
export {
  type Insertion,
  type Lookup,
  createParameters,
  insertValues,
  names,
} from "../store/database/sql.ts";
export {
  type NewRow,
  type Script,
  command,
  insertRow,
  newRow,
  query,
  updateRow,
} from "../store/database/statement.ts";
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
export type { RowsRead } from "../store/row-checks.ts";
export type { StoreTools } from "../store/store-tools.ts";
export { documentContexts, sealedColumn } from "../store/tables/sealed-column.ts";
export { listPage, listSorted } from "../store/tables/list-page.ts";
export { endSessionsOf } from "../store/tables/login-sessions.ts";
export { outboxOf } from "../store/tables/outbox.ts";
export type { Revision } from "../store/tables/revision.ts";
export { type Entry, entryColumns, orderByName } from "../store/tables/search-index.ts";
export type { SearchIndexes } from "../store/tables/search-indexes.ts";
export type { StoredTables } from "../store/tables/stored-tables.ts";
