import type { Migration } from "../migration.ts";

/** What machines need: clients, keys, access tokens, and the store's own bookkeeping. */
export const machines: Migration = {
  name: "0001-machines",
  statements: ({ bytes, in_key_order }) => [
    `create table client (
      client_id text primary key,
      document text not null,
      client_secret_hash text,
      client_key bigint not null,
      access_token_epoch bigint not null
    )`,
    `create table client_origin (
      origin text not null,
      client_id text not null references client (client_id) on delete cascade,
      primary key (origin, client_id)
    )`,
    `create index client_origin_client on client_origin (client_id)`,
    `create table json_web_key (
      key_set text not null,
      kid text not null,
      position bigint not null,
      sealed ${bytes} not null,
      primary key (key_set, kid)
    )`,
    `create table access_token (
      signature ${bytes} primary key,
      client_id text not null,
      client_epoch bigint not null,
      subject text not null,
      scope text not null,
      audience text not null,
      issued_at bigint not null,
      expires_at bigint not null
    ) ${in_key_order}`,
    `create index access_token_expiry on access_token (expires_at)`,
    `create table seen_assertion (
      digest ${bytes} primary key,
      expires_at bigint not null
    ) ${in_key_order}`,
    `create index seen_assertion_expiry on seen_assertion (expires_at)`,
    `create table lease (
      name text primary key,
      holder text not null,
      expires_at bigint not null
    )`,
    `create table revision (
      name text primary key,
      value bigint not null
    )`,
    `insert into revision (name, value) values ('configuration', 0)`,
  ],
};
