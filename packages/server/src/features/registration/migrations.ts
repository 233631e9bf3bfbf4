import type { Tables } from "../../store/migrations/migration.ts";
import type { StoredTables } from "../../store/tables/stored-tables.ts";

/** The tokens with which clients register themselves, and the row that is locked while clients of strangers are counted. */
const baseline: Tables = () => [
  `create table registration_token (
    token_id text primary key,
    token_hash text not null unique,
    note text not null,
    scope text,
    uses bigint not null,
    max_uses bigint,
    created_at bigint not null,
    expires_at bigint
  )`,
  "create index registration_token_expiry on registration_token (expires_at)",
  "insert into revision (name, value) values ('strangers', 0)",
];

/** Initial access tokens. The clients are in the table of all clients. */
export const registrationTables: StoredTables = {
  migrations: [
    {
      name: "registration-0001-baseline",
      statements: baseline,
      placement: {
        registration_token: "reference",
      },
    },
  ],
  expiring: [
    { table: "registration_token", key: "token_id", kind: "others", key_is_expiry: false },
  ],
};
