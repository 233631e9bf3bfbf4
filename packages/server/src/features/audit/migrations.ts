import { ORIGIN } from "../../crypto/hash-chain.ts";
import type { Tables } from "../../store/migrations/migration.ts";
import type { StoredTables } from "../../store/tables/stored-tables.ts";
import { recordChange } from "./store/append.ts";

const baseline: Tables = ({ in_key_order }) => [
  `create table audit_entry (
    sequence bigint primary key,
    at_ms bigint not null,
    caller_kind text not null,
    caller_id text not null,
    caller_name text,
    operation text not null,
    address text not null,
    request_id text not null,
    action text not null,
    object_type text not null,
    object_id text not null,
    value_before text,
    value_after text,
    previous_hash text not null,
    hash text not null
  ) ${in_key_order}`,
  "create index audit_entry_object on audit_entry (object_id, object_type, sequence)",
  "create index audit_entry_caller on audit_entry (caller_id, sequence)",
  "create index audit_entry_operation on audit_entry (operation, sequence)",
  "create index audit_entry_time on audit_entry (at_ms)",
  `create table audit_head (
    name text primary key,
    sequence bigint not null,
    hash text not null,
    dropped_sequence bigint not null,
    dropped_hash text not null
  ) ${in_key_order}`,
  `insert into audit_head (name, sequence, hash, dropped_sequence, dropped_hash)
   values ('chain', 0, '${ORIGIN.hash}', 0, '${ORIGIN.hash}')`,
];

/** Who changed what. Entries are dropped from the oldest on, which no single row may be: `job.ts`. */
export const auditTables: StoredTables = {
  migrations: [
    {
      name: "audit-0001-baseline",
      statements: baseline,
      placement: {
        audit_entry: "local",
        audit_head: "local",
      },
    },
  ],
  expiring: [],
  onChange: recordChange,
};
