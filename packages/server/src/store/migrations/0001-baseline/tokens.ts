import type { Tables } from "../migration.ts";

/**
 * Access tokens that have a row, and assertions that were presented. Keys of access tokens begin with the time at which their rows
 * expire: expired rows are adjacent, and no index on the expiry is written with every row.
 */
export const tokens: Tables = ({ bytes, in_key_order }) => [
  `create table access_token (
    signature ${bytes} primary key,
    client_id text not null,
    client_epoch bigint not null,
    subject text not null,
    scope text not null,
    audience text not null,
    issued_at bigint not null,
    expires_at bigint not null,
    details text,
    source text
  ) ${in_key_order}`,
  `create table seen_assertion (
    digest ${bytes} primary key,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index seen_assertion_expiry on seen_assertion (expires_at)",
];
