import type { Migration } from "../migration.ts";

/** What the inspector needs: flows as they looked to whoever looked on, and their steps. */
export const inspector: Migration = {
  name: "0004-inspector",
  statements: ({ bytes, in_key_order }) => [
    `create table inspected_flow (
      flow_id ${bytes} primary key,
      kind text not null,
      client_id text,
      subject text,
      started_at_ms bigint not null,
      updated_at_ms bigint not null,
      settled bigint not null,
      outcome text not null,
      headline text not null,
      fix text,
      changed_at_ms bigint not null,
      expires_at bigint not null
    ) ${in_key_order}`,
    `create index inspected_flow_start on inspected_flow (started_at_ms)`,
    `create index inspected_flow_change on inspected_flow (changed_at_ms)`,
    `create index inspected_flow_client on inspected_flow (client_id, started_at_ms)`,
    `create index inspected_flow_subject on inspected_flow (subject, started_at_ms)`,
    `create index inspected_flow_expiry on inspected_flow (expires_at)`,
    `create table inspected_step (
      step_id ${bytes} primary key,
      request_id text not null,
      document text not null,
      expires_at bigint not null
    ) ${in_key_order}`,
    `create index inspected_step_request on inspected_step (request_id)`,
    `create index inspected_step_expiry on inspected_step (expires_at)`,
  ],
};
