import type { Tables } from "../../store/migrations/migration.ts";
import type { StoredTables } from "../../store/tables/stored-tables.ts";

const baseline: Tables = ({ in_key_order }) => [
  `create table api_key (
    id text primary key,
    hash text not null unique,
    name text not null,
    role text,
    operations text,
    workspaces text,
    created_by_kind text not null,
    created_by_id text not null,
    created_by_name text,
    created_at bigint not null,
    valid_until bigint,
    last_used_at bigint,
    expires_at bigint
  ) ${in_key_order}`,
  "create index api_key_created_by on api_key (created_by_id)",
  "create index api_key_expires_at on api_key (expires_at)",
  `create table operator (
    subject text primary key,
    name text not null,
    role text not null,
    workspaces text,
    acts_for_users bigint not null,
    created_by_kind text not null,
    created_by_id text not null,
    created_by_name text,
    created_at bigint not null
  ) ${in_key_order}`,
  `create table operator_session (
    token_hash text primary key,
    subject text not null,
    use text not null,
    sid text,
    created_at bigint not null,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index operator_session_subject on operator_session (subject)",
  "create index operator_session_expires_at on operator_session (expires_at)",
];

/** API keys, users with a role, and their sessions. */
export const operatorTables: StoredTables = {
  migrations: [
    {
      name: "operators-0001-baseline",
      statements: baseline,
      placement: {
        api_key: "reference",
        operator: "reference",
        operator_session: "reference",
      },
    },
  ],
  expiring: [
    { table: "api_key", key: "id", kind: "others", key_is_expiry: false },
    { table: "operator_session", key: "token_hash", kind: "others", key_is_expiry: false },
  ],
};
