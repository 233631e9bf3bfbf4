import type { Migration } from "../migration.ts";

/**
 * The keys of access tokens and flows begin with the time at which their rows end, so the rows that have ended are the first
 * of their table. An index that says the same again would be written with every row for nothing.
 */
export const endsInKeys: Migration = {
  name: "0007-ends-in-keys",
  statements: () => [`drop index access_token_expiry`, `drop index flow_expiry`],
};
