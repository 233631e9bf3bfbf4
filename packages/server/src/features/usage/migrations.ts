import type { Tables } from "../../store/migrations/migration.ts";
import type { StoredTables } from "../../store/tables/stored-tables.ts";

/** How often a client made the same request on one day. Rows are placed by their client. */
const baseline: Tables = ({ bytes, in_key_order }) => [
  `create table client_usage (
    client_id text not null,
    usage_id ${bytes} not null,
    request text not null,
    requests bigint not null,
    expires_at bigint not null,
    primary key (client_id, usage_id)
  ) ${in_key_order}`,
  "create index client_usage_expiry on client_usage (expires_at)",
];

export const usageTables: StoredTables = {
  migrations: [
    {
      name: "usage-0001-baseline",
      statements: baseline,
      placement: {
        client_usage: { by: "client_id" },
      },
    },
  ],
  expiring: [{ table: "client_usage", key: "usage_id", kind: "others", key_is_expiry: false }],
};
