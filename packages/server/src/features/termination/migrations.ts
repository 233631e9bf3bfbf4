import type { StoredTables } from "../../store/tables/stored-tables.ts";
import type { Tables } from "../../store/migrations/migration.ts";

/**
 * What everything of was ended, up to which time, with the work that is left: a row for each holder. And the grants that ended before
 * their time, as long as a JWT of them may be presented.
 */
const baseline: Tables = ({ bytes, in_key_order }) => [
  `create table termination (
    kind text not null,
    name text not null,
    subject text,
    ended_before bigint not null,
    counts text not null,
    work text,
    expires_at bigint not null,
    primary key (kind, name)
  )`,
  "create index termination_before on termination (ended_before)",
  "create index termination_expiry on termination (expires_at)",
  "create index termination_work on termination (ended_before) where work is not null",
  `create table ended_grant (
    grant_id ${bytes} primary key,
    ended_at bigint not null,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index ended_grant_at on ended_grant (ended_at)",
  "create index ended_grant_expiry on ended_grant (expires_at)",
];

export const terminationTables: StoredTables = {
  migrations: [
    {
      name: "termination-0001-baseline",
      statements: baseline,
      placement: {
        termination: "reference",
        ended_grant: { by: "grant_id" },
      },
    },
  ],
  expiring: [
    { table: "termination", key: "name", kind: "others", key_is_expiry: false },
    { table: "ended_grant", key: "grant_id", kind: "tokens", key_is_expiry: false },
  ],
};
