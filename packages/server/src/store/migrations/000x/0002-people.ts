import type { Migration } from "../migration.ts";

/** What people need: flows through the browser, grants, sessions, logouts, accounts. */
export const people: Migration = {
  name: "0002-people",
  statements: ({ bytes, in_key_order }) => [
    `create table flow (
      flow_id ${bytes} primary key,
      version bigint not null,
      sealed ${bytes} not null,
      expires_at bigint not null
    ) ${in_key_order}`,
    `create index flow_expiry on flow (expires_at)`,
    `create table authorization_grant (
      grant_id ${bytes} primary key,
      client_id text not null,
      client_key bigint not null,
      client_epoch bigint not null,
      subject text not null,
      sid text not null,
      scope text not null,
      audience text not null,
      generation bigint not null,
      generation_at_ms bigint not null,
      redeemed_at_ms bigint,
      suspects bigint not null,
      granted_at bigint not null,
      expires_at bigint not null,
      revoked_at bigint,
      remembered_until bigint,
      skipped bigint not null,
      sealed ${bytes} not null
    ) ${in_key_order}`,
    `create index authorization_grant_expiry on authorization_grant (expires_at)`,
    `create index authorization_grant_subject on authorization_grant (subject, granted_at)`,
    `create index authorization_grant_remembered
      on authorization_grant (subject, client_id, remembered_until) where remembered_until is not null`,
    `create index authorization_grant_client on authorization_grant (client_id)`,
    `create table session_visit (
      sid text not null,
      client_id text not null,
      client_key bigint not null,
      id_token_subject text not null,
      expires_at bigint not null,
      primary key (sid, client_id)
    )`,
    `create index session_visit_expiry on session_visit (expires_at)`,
    `create table login_session (
      sid text primary key,
      subject text not null,
      authenticated_at bigint not null,
      expires_at bigint not null
    )`,
    `create index login_session_subject on login_session (subject)`,
    `create index login_session_expiry on login_session (expires_at)`,
    `create table logout_request (
      logout_id ${bytes} primary key,
      version bigint not null,
      sealed ${bytes} not null,
      expires_at bigint not null
    ) ${in_key_order}`,
    `create index logout_request_expiry on logout_request (expires_at)`,
    `create table logout_delivery (
      delivery_id ${bytes} primary key,
      client_id text not null,
      client_key bigint not null,
      sid text not null,
      attempts bigint not null,
      due_at bigint not null,
      expires_at bigint not null
    ) ${in_key_order}`,
    `create index logout_delivery_due on logout_delivery (due_at)`,
    `create index logout_delivery_expiry on logout_delivery (expires_at)`,
    `create table account (
      username text primary key,
      subject text not null unique,
      password_hash text not null,
      profile text not null,
      created_at bigint not null
    )`,
  ],
};
