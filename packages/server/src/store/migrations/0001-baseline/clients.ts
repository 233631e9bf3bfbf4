import type { Tables } from "../migration.ts";

/** Clients, and the origins from which their scripts may call. */
export const clients: Tables = ({ in_key_order }) => [
  `create table client (
    client_id text primary key,
    document text not null,
    client_secret_hash text,
    registration_token_hash text,
    client_key bigint not null,
    access_token_epoch bigint not null,
    described_by text,
    expires_at bigint
  )`,
  // Which clients no operator registered, and how: `registration` without an initial access token, or `document`. Their number is
  // limited.
  "create index client_stranger on client (described_by) where described_by is not null",
  // When a client may be removed that no operator registered: null for all others.
  "create index client_expiry on client (expires_at) where expires_at is not null",
  `create table client_origin (
    origin text not null,
    client_id text not null references client (client_id) on delete cascade,
    primary key (origin, client_id)
  )`,
  "create index client_origin_client on client_origin (client_id)",
  "create index client_origin_pattern on client_origin (origin) where origin like '%*%'",
  `create table client_search (
    id text primary key references client (client_id) on delete cascade,
    client_name text not null,
    owner text not null,
    words text not null
  ) ${in_key_order}`,
];
