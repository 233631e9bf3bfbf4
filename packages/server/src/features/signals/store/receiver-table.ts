import { type StreamStatus, streamStatuses } from "@latchkey/api";
import type { Sealer } from "../../../crypto/sealed.ts";
import {
  documentText,
  integer,
  oneOf,
  optional as nullable,
  type Replacing,
  type RowOf,
  sealedDocument,
  table,
  text,
  words,
} from "../../../store/database/columns.ts";
import { documents, optional, or, required } from "../../../store/port/documents.ts";
import { sealedDocuments } from "../../../store/port/sealed-documents.ts";
import type { Receiver } from "../rules/receiver.ts";
import { documentContexts, sealedColumn } from "../../../store/tables/sealed-column.ts";

export const event_receiver = table("event_receiver", {
  receiver_id: text,
  method: oneOf<Receiver["method"]>("webhook", "push", "poll"),
  client_id: nullable(text),
  client_key: nullable(integer),
  status: oneOf<StreamStatus>(...streamStatuses),
  kinds: words,
  document: documentText,
  sealed: sealedDocument,
  created_at: integer,
  active_at: integer,
  verified_at: integer,
});

export const sealedDestinations = sealedColumn(event_receiver, {
  column: "sealed",
  key: ["receiver_id"],
  contextsOf: ({ receiver_id }) => documentContexts(receiver_id, "event receiver"),
});

type ReceiverDocument = Pick<
  Receiver,
  "name" | "description" | "requested" | "reason" | "updated_at"
>;

const receiverDocuments = documents<ReceiverDocument>({
  table: "event_receiver",
  fields: {
    name: or(""),
    description: optional("text"),
    requested: or([]),
    reason: optional("text"),
    updated_at: required("number"),
  },
});

type Destination = Pick<Receiver, "url" | "secrets" | "authorization_header">;

const destinationDocuments = documents<Destination>({
  table: "event_receiver",
  fields: { url: optional("text"), secrets: or([]), authorization_header: optional("text") },
});

/** Reads and writes the rows of receivers, whose URL and secrets are sealed. */
export function receiverRows(sealer: Sealer) {
  const sealed = sealedDocuments("event receiver", sealer, destinationDocuments);

  const fromRow = ({ document, sealed: bytesOfDestination, ...row }: ReceiverRow): Receiver => {
    const { name, description, requested, reason, updated_at } = receiverDocuments.read(
      row.receiver_id,
      document,
    );
    const { url, secrets, authorization_header }: Partial<Destination> =
      sealed.open(row.receiver_id, bytesOfDestination) ?? {};
    return {
      ...row,
      name,
      description,
      requested,
      reason,
      updated_at,
      url,
      secrets: secrets ?? [],
      authorization_header,
    };
  };

  const partsOf = (receiver: Receiver) => {
    const { name, description, requested, reason, updated_at, ...rest } = receiver;
    const { url, secrets, authorization_header, ...row } = rest;
    return {
      row,
      described: { name, description, requested, reason, updated_at },
      destination: { url, secrets, authorization_header },
    };
  };

  const toRow = (receiver: Receiver): ReceiverRow => {
    const { row, described, destination } = partsOf(receiver);
    return {
      ...row,
      document: receiverDocuments.write(described),
      sealed: sealed.seal(row.receiver_id, destination),
    };
  };

  /** The row of a receiver in the place of another. */
  const replaceRow = (before: ReceiverRow, receiver: Receiver): ReplacedRow => {
    const { row, described, destination } = partsOf(receiver);
    return {
      ...row,
      document: receiverDocuments.replace(before.document, described),
      sealed: sealed.replace(row.receiver_id, before.sealed, destination),
    };
  };

  return { fromRow, toRow, replaceRow };
}

type ReceiverRow = RowOf<typeof event_receiver.columns>;
type ReplacedRow = RowOf<Replacing<typeof event_receiver.columns>>;
