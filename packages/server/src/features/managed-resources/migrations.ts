import type { Tables } from "../../store/migrations/migration.ts";
import type { StoredTables } from "../../store/tables/stored-tables.ts";

const baseline: Tables = ({ in_key_order }) => [
  `create table managed_resource (
    kind text not null,
    id text not null,
    owner text not null,
    desired_digest text,
    applied_digest text,
    updated_at bigint not null,
    primary key (kind, id)
  ) ${in_key_order}`,
];

/** The labels of resources that files describe. One lasts until its owner releases it: also while its resource is missing. */
export const managedResourceTables: StoredTables = {
  migrations: [
    {
      name: "managed-resources-0001-baseline",
      statements: baseline,
      placement: {
        managed_resource: "reference",
      },
    },
  ],
  expiring: [],
};
