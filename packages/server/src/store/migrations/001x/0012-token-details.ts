import type { Migration } from "../migration.ts";

/** What an access token says beside its scope and audience, as JSON: null for most tokens. */
export const tokenDetails: Migration = {
  name: "0012-token-details",
  statements: () => ["alter table access_token add column details text"],
};
