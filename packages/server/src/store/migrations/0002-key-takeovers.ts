import type { Migration } from "./migration.ts";

/** When it was recorded that a key signs in place of an older one. Of those that are here, it counts as recorded. */
export const keyTakeovers: Migration = {
  name: "0002-key-takeovers",
  statements: () => [
    "alter table json_web_key add column took_over_at bigint",
    "update json_web_key set took_over_at = signs_from",
  ],
};
