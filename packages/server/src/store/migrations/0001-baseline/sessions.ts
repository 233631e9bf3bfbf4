import type { Tables } from "../migration.ts";

/** Login sessions, the clients that were visited in each, and logouts with the notifications that they cause. */
export const sessions: Tables = ({ bytes, in_key_order }) => [
  `create table login_session (
    sid text primary key,
    subject text not null,
    acr text,
    authenticated_at bigint not null,
    expires_at bigint not null
  )`,
  "create index login_session_subject on login_session (subject)",
  "create index login_session_expiry on login_session (expires_at)",
  `create table session_visit (
    sid text not null,
    client_id text not null,
    client_key bigint not null,
    id_token_subject text not null,
    expires_at bigint not null,
    primary key (sid, client_id)
  )`,
  "create index session_visit_expiry on session_visit (expires_at)",
  `create table logout_request (
    logout_id ${bytes} primary key,
    version bigint not null,
    sealed ${bytes} not null,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index logout_request_expiry on logout_request (expires_at)",
  `create table logout_delivery (
    delivery_id ${bytes} primary key,
    client_id text not null,
    client_key bigint not null,
    sid text not null,
    attempts bigint not null,
    due_at bigint not null,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index logout_delivery_due on logout_delivery (due_at)",
  "create index logout_delivery_expiry on logout_delivery (expires_at)",
];
