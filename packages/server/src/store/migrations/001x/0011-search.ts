import type { Migration } from "../migration.ts";

/**
 * What clients, workspaces, integrations and accounts are found by, beside their documents: a search reads these short rows alone.
 * They start empty; `search-index.ts` adds the rows of what was stored before, or by an older server.
 */
export const search: Migration = {
  name: "0011-search",
  statements: ({ in_key_order }) => [
    `create table client_search (
      id text primary key references client (client_id) on delete cascade,
      client_name text not null,
      owner text not null,
      words text not null
    ) ${in_key_order}`,
    `create table workspace_search (
      id text primary key references workspace (id) on delete cascade,
      words text not null
    ) ${in_key_order}`,
    `create table integration_search (
      id text primary key references integration (id) on delete cascade,
      words text not null
    ) ${in_key_order}`,
    `create table account_search (
      id text primary key references account (username) on delete cascade,
      words text not null
    ) ${in_key_order}`,
  ],
};
