import type { Migration } from "../migration.ts";

/** Where integrations receive webhooks (sealed), the outbox they are sent from, and which integrations the directory lists. */
export const webhooks: Migration = {
  name: "0021-webhooks",
  statements: ({ bytes, in_key_order }) => [
    `alter table integration add column webhook ${bytes}`,
    "alter table integration_search add column listed text not null default 'false'",
    `create table webhook_delivery (
      delivery_id ${bytes} primary key,
      integration_id text not null,
      type text not null,
      body text not null,
      target ${bytes},
      status text not null,
      attempts bigint not null,
      created_at bigint not null,
      last_attempt_at bigint,
      outcome text,
      due_at bigint,
      expires_at bigint not null
    ) ${in_key_order}`,
    "create index webhook_delivery_due on webhook_delivery (due_at) where due_at is not null",
    "create index webhook_delivery_integration on webhook_delivery (integration_id, created_at)",
    "create index webhook_delivery_expiry on webhook_delivery (expires_at)",
  ],
};
