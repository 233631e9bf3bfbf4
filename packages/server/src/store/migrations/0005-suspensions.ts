import type { Migration } from "./migration.ts";

/** What is disabled, so that its access is refused until it is enabled again. */
export const suspensions: Migration = {
  name: "0005-suspensions",
  statements: ({ in_key_order }) => [
    `create table suspension (
      kind text not null,
      name text not null,
      is_active bigint not null,
      changed_at bigint not null,
      expires_at bigint,
      primary key (kind, name)
    ) ${in_key_order}`,
    "create index suspension_changed_at on suspension (changed_at)",
    "create index suspension_expires_at on suspension (expires_at)",
  ],
  placement: { suspension: "reference" },
};
