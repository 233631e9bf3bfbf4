import type { Tables } from "../../store/migrations/migration.ts";
import type { StoredTables } from "../../store/tables/stored-tables.ts";
import { sealedBackchannelRequests } from "./store.ts";

/**
 * Backchannel authentication requests, by ids that begin with the time at which they expire, and the notifications that are sent
 * because of them. A user has a number of slots: each request takes one, so that the key of slots bounds how many requests there are,
 * also when several servers insert at once.
 */
const baseline: Tables = ({ bytes, in_key_order }) => [
  `create table backchannel_request (
    request_id ${bytes} primary key,
    client_id text not null,
    client_key bigint not null,
    addressee text not null,
    subject_key bigint,
    state text not null,
    requested_at bigint not null,
    valid_until bigint not null,
    expires_at bigint not null,
    poll_interval bigint not null,
    polled_at_ms bigint,
    sealed ${bytes} not null
  )`,
  `create table backchannel_slot (
    addressee text not null,
    slot bigint not null,
    request_id ${bytes} not null,
    client_id text not null,
    expires_at bigint not null,
    primary key (addressee, slot)
  )`,
  "create index backchannel_slot_expiry on backchannel_slot (expires_at)",
  `create table backchannel_delivery (
    delivery_id ${bytes} primary key,
    request_id ${bytes} not null,
    kind text not null,
    attempts bigint not null,
    due_at bigint not null,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index backchannel_delivery_due on backchannel_delivery (due_at)",
  "create index backchannel_delivery_expiry on backchannel_delivery (expires_at)",
];

/** Requests, the slots that they take, and notifications. */
export const backchannelTables: StoredTables = {
  migrations: [
    {
      name: "backchannel-0001-baseline",
      statements: baseline,
      placement: {
        backchannel_request: { by: "request_id" },
        backchannel_slot: { by: "addressee" },
        backchannel_delivery: { by: "delivery_id" },
      },
    },
  ],
  expiring: [
    {
      table: "backchannel_request",
      key: "request_id",
      kind: "requests",
      key_is_expiry: true,
      partitioned_for: 600,
    },
    { table: "backchannel_slot", key: "addressee", kind: "requests", key_is_expiry: false },
    { table: "backchannel_delivery", key: "delivery_id", kind: "requests", key_is_expiry: false },
  ],
  sealed: [sealedBackchannelRequests],
};
