import { isDeepStrictEqual } from "node:util";
import type { Client, NewClient } from "../../../oauth/client.ts";
import {
  documentText,
  type DocumentText,
  integer,
  optional as nullable,
  pick,
  type ReplacedText,
  type RowOf,
  table,
  text,
} from "../../database/columns.ts";
import { names } from "../../database/sql.ts";
import { query } from "../../database/statement.ts";
import { type ClientDocument, clientDocuments } from "../client-document.ts";

export const client = table("client", {
  client_id: text,
  document: documentText,
  client_secret_hash: nullable(text),
  client_key: integer,
  access_token_epoch: integer,
  registration_token_hash: nullable(text),
  /**
   * Unix seconds, for the client of a metadata document and for one that registered itself and was not used yet; it is swept
   * then unless it has grants.
   */
  expires_at: nullable(integer),
  /** How a client came to be that no operator registered: `registration` or `document`. */
  described_by: nullable(text),
});

export type ClientRow = RowOf<typeof client.columns>;

/** Reads a client and locks it until the transaction ends, so that no other server changes what was read. */
export const lockClient = query({
  given: pick(client.columns, "client_id"),
  returns: client.columns,
  sql: `update client set document = document where client_id = :client_id returning ${names(client.columns)}`,
});

/** The client of a row. Throws where its document cannot be read. */
export function fromRow(row: ClientRow): Client {
  const { client_id, client_secret_hash, client_key, access_token_epoch } = row;
  const { registration_token_hash, expires_at } = row;
  return {
    client_id,
    ...readDocument(row),
    client_secret_hash,
    client_key,
    access_token_epoch,
    ...(registration_token_hash !== undefined && { registration_token_hash }),
    // The expiry of a metadata document does not concern those who use the client.
    ...(registration_token_hash !== undefined && expires_at !== undefined && { expires_at }),
  };
}

/** The document of a row. Throws where it cannot be read. */
export function readDocument({ client_id, document }: ClientRow): ClientDocument {
  return clientDocuments.read(client_id, document);
}

/** The document of a client, as it is stored. */
export function documentOf(described: ClientDocument & Partial<NewClient>): DocumentText {
  return clientDocuments.write(storedOf(described));
}

/** The document that takes the place of that of a row. */
export function documentInPlaceOf(
  { document }: ClientRow,
  described: ClientDocument & Partial<NewClient>,
): ReplacedText {
  return clientDocuments.replace(document, storedOf(described));
}

function storedOf({
  client_id: _id,
  client_secret_hash: _hash,
  registration_token_hash: _token,
  expires_at: _expiry,
  ...document
}: ClientDocument & Partial<NewClient>): ClientDocument {
  return document;
}

/** Whether a client is still as it was read. */
export function isUnchanged(row: ClientRow, read: Client): boolean {
  return isDeepStrictEqual(fromRow(row), read);
}
