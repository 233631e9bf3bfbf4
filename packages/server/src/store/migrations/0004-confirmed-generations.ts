import type { Migration } from "./migration.ts";

/** Which generation of a grant had its tokens repeated: a rotation that another server doubts is then not undone. */
export const confirmedGenerations: Migration = {
  name: "0004-confirmed-generations",
  statements: () => ["alter table authorization_grant add column confirmed_generation bigint"],
};
