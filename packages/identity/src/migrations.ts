import { brandingTables } from "./branding/migrations.ts";
import { historyTables } from "./history/migrations.ts";
import type { StoredTables, Tables } from "@latchkey/server/feature/store";
import { federationTables } from "./federation/migration.ts";
import { mailTables } from "./mail/migrations.ts";
import { registrationTables } from "./registration/migrations.ts";
import { vaultTables } from "./vault/migration.ts";
import { sealedIdTokens } from "./federation/store/federated-sessions.ts";
import { sealedAttempts } from "./federation/store/federation-attempts.ts";
import { sealedClientSecrets } from "./federation/store/identity-providers.ts";
import { failedSignInTables } from "./failed-sign-ins/migrations.ts";
import { sealedFactors } from "./store/factors.ts";

/**
 * The accounts, the verified addresses of each of which one account can have, what accounts are found by, their factors beside the
 * password, and the browsers in which they are signed in. The address of an account is in both tables: the key of the second makes
 * it unique, also where several servers insert at once.
 */
const baseline: Tables = ({ bytes, in_key_order }) => [
  `create table account (
    username text primary key,
    subject text not null unique,
    password_hash text not null,
    state text not null,
    profile text not null,
    details text not null,
    verified_email text,
    created_at bigint not null
  )`,
  `create table account_email (
    email text primary key,
    username text not null references account (username) on delete cascade
  ) ${in_key_order}`,
  "create index account_email_username on account_email (username)",
  `create table account_search (
    id text primary key references account (username) on delete cascade,
    words text not null
  ) ${in_key_order}`,
  `create table account_factor (
    factor_id text primary key,
    subject text not null references account (subject) on delete cascade,
    kind text not null,
    name text not null,
    sealed ${bytes},
    public_key text,
    counter bigint not null,
    created_at bigint not null,
    last_used_at bigint
  )`,
  "create index account_factor_subject on account_factor (subject)",
  `create table account_recovery_code (
    subject text not null references account (subject) on delete cascade,
    code_hash ${bytes} not null,
    primary key (subject, code_hash)
  ) ${in_key_order}`,
  `create table account_session (
    subject text not null,
    sid text not null,
    device text not null,
    amr text not null,
    signed_in_at bigint not null,
    expires_at bigint not null,
    primary key (subject, sid)
  )`,
  "create index account_session_expiry on account_session (expires_at)",
];

/** The devices on which users signed in, so that failed sign-ins elsewhere do not keep them waiting there. */
const devices: Tables = ({ bytes, in_key_order }) => [
  `create table account_device (
    subject text not null references account (subject) on delete cascade,
    token_hash ${bytes} not null,
    last_used_at bigint not null,
    expires_at bigint not null,
    primary key (subject, token_hash)
  ) ${in_key_order}`,
  "create index account_device_expiry on account_device (expires_at)",
];

/** Accounts do not expire, nor do their factors: an administrator creates and deletes them. Sessions and known devices do. */
export const identityTables: StoredTables = {
  migrations: [
    {
      name: "identity-0001-baseline",
      statements: baseline,
      placement: {
        account: "reference",
        account_email: "reference",
        account_search: "reference",
        account_factor: "reference",
        account_recovery_code: "reference",
        account_session: { by: "subject" },
      },
    },
    ...mailTables.migrations,
    ...registrationTables.migrations,
    {
      name: "identity-0004-federation",
      statements: federationTables,
      placement: {
        identity_provider: "reference",
        linked_identity: "reference",
        account_without_password: "reference",
        federation_attempt: { by: "attempt_id" },
        federated_session: { by: "sid" },
      },
    },
    ...historyTables.migrations,
    {
      name: "identity-0006-familiar-devices",
      statements: devices,
      placement: {
        account_device: { by: "subject" },
      },
    },
    ...brandingTables.migrations,
    ...vaultTables.migrations,
    ...failedSignInTables.migrations,
  ],
  expiring: [
    { table: "account_session", key: "sid", kind: "others", key_is_expiry: false },
    ...historyTables.expiring,
    ...mailTables.expiring,
    ...registrationTables.expiring,
    ...vaultTables.expiring,
    ...failedSignInTables.expiring,
    { table: "federation_attempt", key: "attempt_id", kind: "others", key_is_expiry: false },
    { table: "federated_session", key: "sid", kind: "others", key_is_expiry: false },
    { table: "account_device", key: "token_hash", kind: "others", key_is_expiry: false },
  ],
  sealed: [
    sealedFactors,
    ...(mailTables.sealed ?? []),
    ...(vaultTables.sealed ?? []),
    sealedAttempts,
    sealedIdTokens,
    sealedClientSecrets,
  ],
};
