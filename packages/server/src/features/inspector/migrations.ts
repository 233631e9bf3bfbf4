import type { Tables } from "../../store/migrations/migration.ts";
import type { StoredTables } from "../../store/tables/stored-tables.ts";

/** Flows as the inspector shows them, and their steps, which are placed by their flow. */
const baseline: Tables = ({ bytes, in_key_order }) => [
  `create table inspected_flow (
    flow_id ${bytes} primary key,
    kind text not null,
    client_id text,
    subject text,
    started_at_ms bigint not null,
    updated_at_ms bigint not null,
    changed_at_ms bigint not null,
    settled bigint not null,
    outcome text not null,
    headline text not null,
    fix text,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index inspected_flow_start on inspected_flow (started_at_ms)",
  "create index inspected_flow_change on inspected_flow (changed_at_ms)",
  "create index inspected_flow_client on inspected_flow (client_id, started_at_ms)",
  "create index inspected_flow_subject on inspected_flow (subject, started_at_ms)",
  "create index inspected_flow_expiry on inspected_flow (expires_at)",
  `create table inspected_step (
    flow_id ${bytes} not null,
    step_id ${bytes} not null,
    request_id text not null,
    document text not null,
    expires_at bigint not null,
    primary key (flow_id, step_id)
  ) ${in_key_order}`,
  "create index inspected_step_request on inspected_step (request_id)",
  "create index inspected_step_expiry on inspected_step (expires_at)",
];

/** Observed flows and their steps, which expire. */
export const inspectorTables: StoredTables = {
  migrations: [
    {
      name: "inspector-0001-baseline",
      statements: baseline,
      placement: {
        inspected_flow: { by: "flow_id" },
        inspected_step: { by: "flow_id" },
      },
    },
  ],
  expiring: [
    { table: "inspected_flow", key: "flow_id", kind: "others", key_is_expiry: false },
    { table: "inspected_step", key: "step_id", kind: "others", key_is_expiry: false },
  ],
};
