import type { Migration } from "../migration.ts";

/** The APIs that access tokens are for, by the key of their identifier, and what they are found by. */
export const apis: Migration = {
  name: "0018-apis",
  statements: ({ in_key_order }) => [
    `create table api (
      id text primary key,
      identifier_key text not null unique,
      document text not null
    )`,
    `create table api_search (
      id text primary key references api (id) on delete cascade,
      words text not null
    ) ${in_key_order}`,
  ],
};
