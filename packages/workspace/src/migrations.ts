import type { StoredTables, Tables } from "@latchkey/server/feature/store";
import { sealedWebhookTargets } from "./store/integration-table.ts";
import { sealedDeliveryTargets } from "./store/webhook-deliveries.ts";
import { sealedWorkspaceGrants } from "./store/workspace-grants.ts";

/** Workspaces and their members, integrations, what is installed, the grants of integrations, and the webhooks that they receive. */
const baseline: Tables = ({ bytes, in_key_order }) => [
  `create table workspace (
    id text primary key,
    document text not null
  )`,
  `create table workspace_search (
    id text primary key references workspace (id) on delete cascade,
    words text not null
  ) ${in_key_order}`,
  `create table workspace_member (
    workspace_id text not null references workspace (id) on delete cascade,
    user_id text not null,
    subject text not null,
    document text not null,
    primary key (workspace_id, user_id),
    unique (workspace_id, subject)
  )`,
  "create index workspace_member_subject on workspace_member (subject)",
  `create table integration (
    id text primary key,
    client_id text not null unique,
    document text not null,
    webhook ${bytes}
  )`,
  `create table integration_search (
    id text primary key references integration (id) on delete cascade,
    words text not null,
    listed text not null default 'false'
  ) ${in_key_order}`,
  `create table installation (
    bot_id text primary key,
    integration_id text not null references integration (id) on delete cascade,
    workspace_id text not null references workspace (id) on delete cascade,
    owner_user_id text not null,
    status text not null,
    document text not null,
    unique (integration_id, workspace_id, owner_user_id)
  )`,
  "create index installation_workspace on installation (workspace_id, owner_user_id)",
  `create table workspace_grant (
    grant_id ${bytes} primary key,
    integration_id text not null,
    bot_id text,
    generation bigint not null,
    generation_at_ms bigint not null,
    exchanged_at_ms bigint,
    failures bigint not null,
    created_at bigint not null,
    expires_at bigint not null,
    revoked_at bigint,
    sealed ${bytes} not null
  ) ${in_key_order}`,
  "create index workspace_grant_integration on workspace_grant (integration_id)",
  "create index workspace_grant_bot on workspace_grant (bot_id)",
  "create index workspace_grant_expiry on workspace_grant (expires_at)",
  `create table webhook_delivery (
    delivery_id ${bytes} primary key,
    integration_id text not null,
    type text not null,
    body text not null,
    target ${bytes},
    status text not null,
    attempts bigint not null,
    created_at bigint not null,
    last_attempt_at bigint,
    outcome text,
    due_at bigint,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index webhook_delivery_due on webhook_delivery (due_at) where due_at is not null",
  "create index webhook_delivery_integration on webhook_delivery (integration_id, created_at)",
  "create index webhook_delivery_expiry on webhook_delivery (expires_at)",
];

export const workspaceTables: StoredTables = {
  migrations: [
    {
      name: "workspace-0001-baseline",
      statements: baseline,
      placement: {
        workspace: "reference",
        workspace_search: "reference",
        workspace_member: "reference",
        integration: "reference",
        integration_search: "reference",
        installation: "reference",
        workspace_grant: { by: "grant_id" },
        webhook_delivery: { by: "delivery_id" },
      },
    },
  ],
  expiring: [
    { table: "workspace_grant", key: "grant_id", kind: "tokens", key_is_expiry: false },
    { table: "webhook_delivery", key: "delivery_id", kind: "others", key_is_expiry: false },
  ],
  sealed: [sealedWorkspaceGrants, sealedWebhookTargets, sealedDeliveryTargets],
};
