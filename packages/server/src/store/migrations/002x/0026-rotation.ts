import type { Migration } from "../migration.ts";

/** When a key signs, and the longest life of what it signed. */
export const rotation: Migration = {
  name: "0026-rotation",
  statements: () => [
    "alter table json_web_key add column signs_from bigint not null default 0",
    "alter table json_web_key add column longest_lifespan bigint not null default 0",
  ],
};
