import type { Tables } from "@latchkey/server/feature/store";

/**
 * The providers, who is linked with whom, and what lies between the steps. `account_without_password` has the hash that such an
 * account was created with, which no password matches: one that has another by now has a password.
 */
export const federationTables: Tables = ({ bytes, in_key_order }) => [
  `create table identity_provider (
    provider_id text primary key,
    document text not null,
    sealed ${bytes},
    created_at bigint not null,
    updated_at bigint not null
  )`,
  `create table linked_identity (
    provider_id text not null references identity_provider (provider_id) on delete cascade,
    provider_subject text not null,
    subject text not null references account (subject) on delete cascade,
    label text not null,
    linked_at bigint not null,
    last_used_at bigint not null,
    primary key (provider_id, provider_subject)
  )`,
  "create unique index linked_identity_subject on linked_identity (subject, provider_id)",
  `create table account_without_password (
    subject text primary key references account (subject) on delete cascade,
    password_hash text not null
  ) ${in_key_order}`,
  `create table federation_attempt (
    attempt_id ${bytes} primary key,
    state_hash ${bytes} not null,
    sealed ${bytes} not null,
    expires_at bigint not null
  )`,
  "create index federation_attempt_expiry on federation_attempt (expires_at)",
  `create table federated_session (
    sid text primary key,
    subject text not null,
    provider_id text not null,
    sealed ${bytes},
    expires_at bigint not null
  )`,
  "create index federated_session_expiry on federated_session (expires_at)",
];
