import type { Migration } from "../migration.ts";

/**
 * Backchannel authentication requests, and the notifications that are sent because of them. Ids of requests begin with the time
 * at which they expire, so that expired rows are adjacent. A user has a number of slots: each pending request takes one, so that
 * the unique index bounds how many there are, also when several servers insert at once.
 */
export const backchannelRequests: Migration = {
  name: "0022-backchannel-requests",
  statements: ({ bytes, in_key_order }) => [
    `create table backchannel_request (
       request_id ${bytes} primary key,
       client_id text not null,
       client_key bigint not null,
       addressee text not null,
       slot bigint,
       state text not null,
       requested_at bigint not null,
       valid_until bigint not null,
       expires_at bigint not null,
       poll_interval bigint not null,
       polled_at_ms bigint,
       sealed ${bytes} not null
     )`,
    "create unique index backchannel_request_slot on backchannel_request (addressee, slot)",
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
  ],
};
