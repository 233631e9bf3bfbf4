import type { Tables } from "../migration.ts";

/** The accounts of the built-in sign-in pages, and failed sign-ins, by a hash of the account or of the address. */
export const accounts: Tables = ({ bytes, in_key_order }) => [
  `create table account (
    username text primary key,
    subject text not null unique,
    password_hash text not null,
    profile text not null,
    created_at bigint not null
  )`,
  `create table account_search (
    id text primary key references account (username) on delete cascade,
    words text not null
  ) ${in_key_order}`,
  `create table sign_in_failure (
    failure_key ${bytes} primary key,
    failures bigint not null,
    last_at bigint not null,
    expires_at bigint not null
  )`,
  "create index sign_in_failure_expiry on sign_in_failure (expires_at)",
];
