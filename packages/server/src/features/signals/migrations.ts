import type { Tables } from "../../store/migrations/migration.ts";
import type { StoredTables } from "../../store/tables/stored-tables.ts";
import { sealedDestinations } from "./store/receiver-table.ts";

/**
 * Receivers of webhooks and streams of clients, the events for each, the subjects that a stream is not about, and for which
 * streams an account that is being deleted had granted tokens.
 */
const baseline: Tables = ({ bytes, in_key_order }) => [
  `create table event_receiver (
    receiver_id text primary key,
    method text not null,
    client_id text unique references client (client_id) on delete cascade,
    client_key bigint,
    status text not null,
    kinds text not null,
    document text not null,
    sealed ${bytes} not null,
    created_at bigint not null,
    active_at bigint not null,
    verified_at bigint not null
  )`,
  `create table event_delivery (
    delivery_id ${bytes} primary key,
    receiver_id text not null references event_receiver (receiver_id) on delete cascade,
    kind text not null,
    subject text,
    content text not null,
    status text not null,
    attempts bigint not null,
    created_at bigint not null,
    last_attempt_at bigint,
    outcome text,
    due_at bigint,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index event_delivery_due on event_delivery (due_at) where due_at is not null",
  "create index event_delivery_receiver on event_delivery (receiver_id, delivery_id)",
  "create index event_delivery_pending on event_delivery (receiver_id, delivery_id) where status = 'pending'",
  `create index event_delivery_of_user on event_delivery (receiver_id, subject, delivery_id)
    where due_at is not null and subject is not null`,
  "create index event_delivery_expiry on event_delivery (expires_at)",
  `create table event_removed_subject (
    receiver_id text not null references event_receiver (receiver_id) on delete cascade,
    digest ${bytes} not null,
    primary key (receiver_id, digest)
  ) ${in_key_order}`,
  `create table event_known_user (
    receiver_id text not null references event_receiver (receiver_id) on delete cascade,
    subject text not null,
    id_token_subject text,
    expires_at bigint not null,
    primary key (receiver_id, subject)
  )`,
  "create index event_known_user_subject on event_known_user (subject)",
  "create index event_known_user_expiry on event_known_user (expires_at)",
];

export const signalsTables: Pick<StoredTables, "migrations" | "expiring" | "sealed"> = {
  migrations: [
    {
      name: "signals-0001-baseline",
      statements: baseline,
      placement: {
        event_receiver: "reference",
        // Statements compare its rows with one another: the events of a user are sent in their order.
        event_delivery: "local",
        event_removed_subject: "reference",
        event_known_user: "reference",
      },
    },
  ],
  expiring: [
    { table: "event_delivery", key: "delivery_id", kind: "others", key_is_expiry: false },
    { table: "event_known_user", key: "subject", kind: "others", key_is_expiry: false },
  ],
  sealed: [sealedDestinations],
};
