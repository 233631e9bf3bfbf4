import type { Migration } from "../migration.ts";

/** The key that the tokens of a grant's generation are bound to, and the one of the generation before, as JSON: mostly null. */
export const boundTokens: Migration = {
  name: "0020-bound-tokens",
  statements: () => [
    "alter table authorization_grant add column cnf text",
    "alter table authorization_grant add column previous_cnf text",
  ],
};
