import type { Migration } from "../migration.ts";

/**
 * The requests of devices without a browser. Their ids begin with the time at which they expire, so that expired rows are
 * adjacent. User codes are stored as MACs.
 */
export const deviceAuthorizations: Migration = {
  name: "0015-device-authorizations",
  statements: ({ bytes }) => [
    `create table device_authorization (
       device_id ${bytes} primary key,
       user_code_mac ${bytes} not null,
       client_id text not null,
       client_key bigint not null,
       scope text not null,
       audience text not null,
       state text not null,
       challenge_id ${bytes},
       requested_at bigint not null,
       expires_at bigint not null,
       poll_interval bigint not null,
       polled_at_ms bigint
     )`,
    `create unique index device_authorization_user_code on device_authorization (user_code_mac)`,
  ],
};
