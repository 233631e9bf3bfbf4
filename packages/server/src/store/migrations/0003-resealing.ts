import type { Migration } from "./migration.ts";

/** How far stored values are sealed with the newest system secret: a row for each secret that was the newest. */
export const resealing: Migration = {
  name: "0003-resealing",
  statements: () => [
    `create table resealing (
      newest text primary key,
      version bigint not null,
      document text not null,
      expires_at bigint not null
    )`,
    "create index resealing_expiry on resealing (expires_at)",
  ],
  placement: { resealing: "local" },
};
