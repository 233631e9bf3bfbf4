import type { Tables } from "../migration.ts";

/** The APIs that access tokens are for, by the key of their identifier. */
export const apis: Tables = ({ in_key_order }) => [
  `create table api (
    id text primary key,
    identifier_key text not null unique,
    document text not null
  )`,
  `create table api_search (
    id text primary key references api (id) on delete cascade,
    words text not null
  ) ${in_key_order}`,
];
