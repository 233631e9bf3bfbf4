import type { StoredTables } from "../../store/tables/stored-tables.ts";
import type { Tables } from "../../store/migrations/migration.ts";

/**
 * The requests of devices without a browser, by ids that begin with the time at which they expire. A user code, stored as a MAC, has a
 * row of its own: it is unique among all requests, wherever they are.
 */
const baseline: Tables = ({ bytes, in_key_order }) => [
  `create table device_authorization (
    device_id ${bytes} primary key,
    client_id text not null,
    client_key bigint not null,
    scope text not null,
    audience text not null,
    authorization_details text,
    authentication text,
    state text not null,
    challenge_id ${bytes},
    requested_at bigint not null,
    expires_at bigint not null,
    poll_interval bigint not null,
    polled_at_ms bigint
  )`,
  `create table device_user_code (
    user_code_mac ${bytes} primary key,
    device_id ${bytes} not null,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index device_user_code_expiry on device_user_code (expires_at)",
];

/** Device authorizations and their user codes. */
export const deviceTables: StoredTables = {
  migrations: [
    {
      name: "device-0001-baseline",
      statements: baseline,
      placement: {
        device_authorization: { by: "device_id" },
        device_user_code: { by: "user_code_mac" },
      },
    },
  ],
  expiring: [
    {
      table: "device_authorization",
      key: "device_id",
      kind: "requests",
      key_is_expiry: true,
      partitioned_for: 600,
    },
    { table: "device_user_code", key: "user_code_mac", kind: "requests", key_is_expiry: false },
  ],
};
