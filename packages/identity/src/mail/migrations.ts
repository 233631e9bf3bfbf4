import type { StoredTables, Tables } from "@latchkey/server/feature/store";
import { sealedMails } from "./store/mail-outbox.ts";
import { sealedCodes } from "./store/one-time-codes.ts";
import { sealedLinks } from "./store/one-time-links.ts";

/** Mails that are to be sent; links and codes that can be used once. What they hold is sealed, and links are found by hashes. */
const mail: Tables = ({ bytes, in_key_order }) => [
  `create table mail_delivery (
    delivery_id ${bytes} primary key,
    attempts bigint not null,
    due_at bigint not null,
    expires_at bigint not null,
    sealed ${bytes} not null
  ) ${in_key_order}`,
  "create index mail_delivery_due on mail_delivery (due_at)",
  "create index mail_delivery_expiry on mail_delivery (expires_at)",
  `create table one_time_link (
    token_hash ${bytes} primary key,
    purpose text not null,
    expires_at bigint not null,
    sealed ${bytes} not null
  )`,
  "create index one_time_link_expiry on one_time_link (expires_at)",
  `create table one_time_code (
    code_id ${bytes} primary key,
    purpose text not null,
    tries_left bigint not null,
    expires_at bigint not null,
    sealed ${bytes} not null
  )`,
  "create index one_time_code_expiry on one_time_code (expires_at)",
];

export const mailTables: StoredTables = {
  migrations: [
    {
      name: "identity-0002-mail",
      statements: mail,
      placement: {
        mail_delivery: { by: "delivery_id" },
        one_time_link: { by: "token_hash" },
        one_time_code: { by: "code_id" },
      },
    },
  ],
  expiring: [
    { table: "mail_delivery", key: "delivery_id", kind: "others", key_is_expiry: false },
    { table: "one_time_link", key: "token_hash", kind: "others", key_is_expiry: false },
    { table: "one_time_code", key: "code_id", kind: "others", key_is_expiry: false },
  ],
  sealed: [sealedMails, sealedLinks, sealedCodes],
};
