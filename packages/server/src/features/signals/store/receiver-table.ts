import { type StreamStatus, streamStatuses } from "@latchkey/api";
import type { Sealer } from "../../../crypto/sealed.ts";
import {
  bytes,
  integer,
  oneOf,
  optional as nullable,
  type RowOf,
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
  document: text,
  sealed: bytes,
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

  const fromRow = ({
    document,
    sealed: bytesOfDestination,
    ...row
  }: RowOf<typeof event_receiver.columns>): Receiver => {
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

  const toRow = ({
    name,
    description,
    requested,
    reason,
    updated_at,
    url,
    secrets,
    authorization_header,
    ...row
  }: Receiver): RowOf<typeof event_receiver.columns> => ({
    ...row,
    document: receiverDocuments.write({ name, description, requested, reason, updated_at }),
    sealed: sealed.seal(row.receiver_id, { url, secrets, authorization_header }),
  });

  return { fromRow, toRow };
}
