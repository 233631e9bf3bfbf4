import type { Tables } from "../../store/migrations/migration.ts";
import type { StoredTables } from "../../store/tables/stored-tables.ts";

const baseline: Tables = ({ bytes, in_key_order }) => [
  `create table trusted_issuer (
    id text primary key,
    issuer text not null,
    subject text not null,
    digest ${bytes} not null unique,
    document text not null,
    created_at bigint not null,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index trusted_issuer_subject on trusted_issuer (issuer, subject)",
  "create index trusted_issuer_expires_at on trusted_issuer (expires_at)",
];

/** The issuers whose assertions are accepted, until their trust ends. */
export const trustedIssuerTables: StoredTables = {
  migrations: [
    {
      name: "trusted-issuers-0001-baseline",
      statements: baseline,
      placement: {
        trusted_issuer: "reference",
      },
    },
  ],
  expiring: [{ table: "trusted_issuer", key: "id", kind: "others", key_is_expiry: false }],
};
