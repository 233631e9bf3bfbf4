import {
  bytes,
  command,
  type Database,
  documents,
  id,
  insertValues,
  integer,
  optional,
  outboxOf,
  readOr,
  type ReportUnreadable,
  required,
  type RowOf,
  sealedDocuments,
  type Sealer,
  table,
  documentContexts,
  sealedColumn,
} from "@latchkey/server/feature/store";
import type { MailDelivery, MailOutbox, StoredMail } from "./port.ts";

export const mail_delivery = table("mail_delivery", {
  delivery_id: id,
  attempts: integer,
  due_at: integer,
  expires_at: integer,
  sealed: bytes,
});

export const sealedMails = sealedColumn(mail_delivery, {
  column: "sealed",
  key: ["delivery_id"],
  contextsOf: ({ delivery_id }) => documentContexts(delivery_id, "mail"),
});

const { columns } = mail_delivery;
const insert = command({
  given: columns,
  sql: `insert into mail_delivery ${insertValues(columns)}`,
});
const outbox = outboxOf(mail_delivery);

const mailDocuments = documents<StoredMail>({
  table: "mail_delivery",
  fields: {
    to: optional("text"),
    template: required("text"),
    subject: required("text"),
    text: required("text"),
    html: required("text"),
  },
});

export function createMailOutbox(
  database: Database,
  sealer: Sealer,
  report: ReportUnreadable,
): MailOutbox {
  const mails = sealedDocuments("mail", sealer, mailDocuments);
  const fromRow = ({ sealed, ...row }: RowOf<typeof columns>): MailDelivery => ({
    ...row,
    mail: readOr(() => mails.open(row.delivery_id, sealed), undefined, report),
  });

  return {
    async add({ mail, ...row }) {
      if (mail === undefined) return;
      const sealed = mails.seal(row.delivery_id, mail);
      await database.write(() => insert({ ...row, sealed }));
    },

    async take(now, until, limit) {
      return (await database.write(() => outbox.take({ now, until, limit }))).map(fromRow);
    },

    async putBack(delivery_id, due_at) {
      await database.write(() => outbox.putBack({ delivery_id, due_at }));
    },

    async finish(delivery_id) {
      await database.write(() => outbox.remove({ delivery_id }));
    },

    async postpone(delivery_id, due_at) {
      await database.write(() => outbox.postpone({ delivery_id, due_at }));
    },
  };
}
