import type { StoredTables, Tables } from "@latchkey/server/feature/store";

/**
 * What the other server issued, by digests of it, and what the import remembers. A row of `taken_record` says that a record was
 * carried, and how it looked: one that was deleted or changed here since is not written again.
 */
const baseline: Tables = ({ bytes, in_key_order }) => [
  `create table taken_token (
    token_key ${bytes} primary key,
    token_use text not null,
    grant_id ${bytes},
    subject_key bigint,
    generation bigint,
    issued_at bigint not null,
    narrowing text,
    row_signature ${bytes},
    client_id text,
    forgotten bigint not null,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index taken_token_expiry on taken_token (expires_at)",
  `create table taken_handle (
    handle_key ${bytes} primary key,
    handle_use text not null,
    target_id text,
    request_url text not null,
    csrf text,
    forgotten bigint not null,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index taken_handle_expiry on taken_handle (expires_at)",
  `create table taken_assertion (
    digest ${bytes} primary key,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index taken_assertion_expiry on taken_assertion (expires_at)",
  `create table taken_subject (
    subject text not null,
    client_id text not null,
    identifier text not null,
    primary key (subject, client_id)
  )`,
  `create table taken_record (
    record_key ${bytes} primary key,
    kind text not null,
    source_key text not null,
    fingerprint text not null,
    state text not null,
    mark text,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index taken_record_expiry on taken_record (expires_at)",
  `create table takeover (
    takeover_id text primary key,
    source text not null,
    hydra bigint,
    began_at bigint not null,
    ended_at bigint,
    last_expires_at bigint not null
  )`,
  `create table takeover_progress (
    takeover_id text not null references takeover (takeover_id) on delete cascade,
    kind text not null,
    position text,
    carried bigint not null,
    left_out text not null,
    ended_at bigint,
    primary key (takeover_id, kind)
  )`,
];

export const takeoverTables: StoredTables = {
  migrations: [
    {
      name: "takeover-0001-baseline",
      statements: baseline,
      placement: {
        taken_token: { by: "token_key" },
        taken_handle: { by: "handle_key" },
        taken_assertion: { by: "digest" },
        taken_subject: "reference",
        taken_record: { by: "record_key" },
        takeover: "local",
        takeover_progress: "local",
      },
    },
    {
      name: "takeover-0002-following",
      statements: () => [
        "alter table takeover add column followed_at bigint",
        "alter table takeover add column failing_since bigint",
      ],
    },
  ],
  expiring: [
    { table: "taken_token", key: "token_key", kind: "tokens", key_is_expiry: false },
    { table: "taken_handle", key: "handle_key", kind: "requests", key_is_expiry: false },
    { table: "taken_assertion", key: "digest", kind: "tokens", key_is_expiry: false },
    { table: "taken_record", key: "record_key", kind: "others", key_is_expiry: false },
  ],
};
