import type { Tables } from "../../store/migrations/migration.ts";
import type { StoredTables } from "../../store/tables/stored-tables.ts";

const baseline: Tables = () => [
  `create table authorization_details_type (
    type text primary key,
    document text not null,
    created_at bigint not null,
    updated_at bigint not null
  )`,
];

/** The types of authorization details, as operators registered them. */
export const authorizationDetailsTables: StoredTables = {
  migrations: [
    {
      name: "authorization-details-0001-baseline",
      statements: baseline,
      placement: {
        authorization_details_type: "reference",
      },
    },
  ],
  expiring: [],
};
