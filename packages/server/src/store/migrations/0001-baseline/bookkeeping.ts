import type { Tables } from "../migration.ts";

/**
 * What servers need to work together: leases, the number by which caches are cleared, which system secrets the running servers have
 * (by fingerprint) and when each signed last, and one row for each batch of writes on
 * PostgreSQL, inserted in the batch's own transaction: when the connection is lost before the answer, the row says whether the batch
 * was committed.
 */
export const bookkeeping: Tables = ({ bytes, in_key_order }) => [
  `create table lease (
    name text primary key,
    holder text not null,
    expires_at bigint not null
  )`,
  `create table revision (
    name text primary key,
    value bigint not null
  )`,
  "insert into revision (name, value) values ('configuration', 0)",
  `create table running_server (
    server_id text primary key,
    fingerprints text not null,
    expires_at bigint not null
  )`,
  `create table signing_secret (
    fingerprint text primary key,
    signed_at bigint not null,
    expires_at bigint not null
  )`,
  `create table write_attempt (
    attempt_id ${bytes} primary key,
    expires_at bigint not null,
    fenced bigint not null,
    made text
  ) ${in_key_order}`,
];
