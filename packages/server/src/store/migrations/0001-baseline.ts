import type { Migration, Tables } from "./migration.ts";

/** The schema of the first release. */
export const baseline: Migration = {
  name: "0001-baseline",
  statements: (dialect) => [
    ...bookkeeping(dialect),
    ...clients(dialect),
    ...apis(dialect),
    ...keys(dialect),
    ...tokens(dialect),
    ...flows(dialect),
    ...grants(dialect),
    ...sessions(dialect),
    ...signInFailures(dialect),
  ],
  placement: {
    lease: "local",
    revision: "local",
    running_server: "local",
    signing_secret: "local",
    write_attempt: "local",
    client: "reference",
    client_origin: "reference",
    client_search: "reference",
    api: "reference",
    api_search: "reference",
    json_web_key: "reference",
    access_token: { by: "signature" },
    seen_assertion: { by: "digest" },
    flow: { by: "flow_id" },
    pushed_request: { by: "request_id" },
    authorization_grant: { by: "subject_key" },
    login_session: { by: "sid" },
    session_visit: { by: "sid" },
    logout_request: { by: "logout_id" },
    logout_delivery: { by: "delivery_id" },
    sign_in_failure: { by: "failure_key" },
  },
};

/**
 * What servers need to work together: leases, the number by which caches are cleared, which system secrets the running servers have
 * (by fingerprint) and when each signed last, and one row for each batch of writes on
 * PostgreSQL, inserted in the batch's own transaction: when the connection is lost before the answer, the row says whether the batch
 * was committed.
 */
const bookkeeping: Tables = ({ bytes, in_key_order }) => [
  `create table lease (
    name text primary key,
    holder text not null,
    expires_at bigint not null
  )`,
  `create table revision (
    name text primary key,
    value bigint not null
  )`,
  "insert into revision (name, value) values ('configuration', 0)",
  `create table running_server (
    server_id text primary key,
    fingerprints text not null,
    expires_at bigint not null
  )`,
  `create table signing_secret (
    fingerprint text primary key,
    signed_at bigint not null,
    expires_at bigint not null
  )`,
  `create table write_attempt (
    attempt_id ${bytes} primary key,
    expires_at bigint not null,
    fenced bigint not null,
    made text
  ) ${in_key_order}`,
];

/** Clients, and the origins from which their scripts may call. */
const clients: Tables = ({ in_key_order }) => [
  `create table client (
    client_id text primary key,
    document text not null,
    client_secret_hash text,
    registration_token_hash text,
    client_key bigint not null,
    access_token_epoch bigint not null,
    described_by text,
    expires_at bigint
  )`,
  // Which clients no operator registered, and how: `registration` without an initial access token, or `document`. Their number is
  // limited.
  "create index client_stranger on client (described_by) where described_by is not null",
  // When a client may be removed that no operator registered: null for all others.
  "create index client_expiry on client (expires_at) where expires_at is not null",
  `create table client_origin (
    origin text not null,
    client_id text not null references client (client_id) on delete cascade,
    primary key (origin, client_id)
  )`,
  "create index client_origin_client on client_origin (client_id)",
  "create index client_origin_pattern on client_origin (origin) where origin like '%*%'",
  `create table client_search (
    id text primary key references client (client_id) on delete cascade,
    client_name text not null,
    owner text not null,
    words text not null
  ) ${in_key_order}`,
];

/** The APIs that access tokens are for, by the key of their identifier. */
const apis: Tables = ({ in_key_order }) => [
  `create table api (
    id text primary key,
    identifier_key text not null unique,
    document text not null
  )`,
  `create table api_search (
    id text primary key references api (id) on delete cascade,
    words text not null
  ) ${in_key_order}`,
];

/** Keys, sealed: when each signs from, and the longest life of what it signed. */
const keys: Tables = ({ bytes }) => [
  `create table json_web_key (
    key_set text not null,
    kid text not null,
    position bigint not null,
    signs_from bigint not null,
    longest_lifespan bigint not null,
    sealed ${bytes} not null,
    primary key (key_set, kid)
  )`,
];

/**
 * Access tokens that have a row, and assertions that were presented. Keys of access tokens begin with the time at which their rows
 * expire: expired rows are adjacent, and no index on the expiry is written with every row.
 */
const tokens: Tables = ({ bytes, in_key_order }) => [
  `create table access_token (
    signature ${bytes} primary key,
    client_id text not null,
    client_epoch bigint not null,
    subject text not null,
    scope text not null,
    audience text not null,
    issued_at bigint not null,
    expires_at bigint not null,
    details text,
    sources text
  ) ${in_key_order}`,
  `create table seen_assertion (
    digest ${bytes} primary key,
    expires_at bigint not null
  ) ${in_key_order}`,
  "create index seen_assertion_expiry on seen_assertion (expires_at)",
];

/**
 * Authorizations under way, and pushed requests. Their keys begin with the time at which their rows expire.
 *
 * What a client requested never changes and is the larger part of a flow, so it is sealed once; the answers have a column of their
 * own. Flows do not lie in the order of their key: there SQLite keeps a quarter of a page of each row in place and the rest elsewhere,
 * and a step would write twice as much.
 */
const flows: Tables = ({ bytes, in_key_order }) => [
  `create table flow (
    flow_id ${bytes} primary key,
    version bigint not null,
    stage bigint not null default 0,
    sealed ${bytes} not null,
    answers ${bytes},
    expires_at bigint not null
  )`,
  `create table pushed_request (
    request_id ${bytes} primary key,
    sealed ${bytes} not null,
    used_by ${bytes},
    expires_at bigint not null
  ) ${in_key_order}`,
];

/**
 * What users granted to clients. A grant is placed by `subject_key`, a hash of its subject that its codes and tokens carry, so that
 * the grants of a user are together. The key begins with the id: a grant is found by its id alone, too. Rows stay whole, as flows do.
 */
const grants: Tables = ({ bytes }) => [
  `create table authorization_grant (
    grant_id ${bytes} not null,
    subject_key bigint not null,
    subject text not null,
    sid text not null,
    client_id text not null,
    client_key bigint not null,
    client_epoch bigint not null,
    scope text not null,
    audience text not null,
    granted_at bigint not null,
    expires_at bigint not null,
    revoked_at bigint,
    remembered_until bigint,
    skipped bigint not null,
    generation bigint not null,
    generation_at_ms bigint not null,
    redeemed_at_ms bigint,
    suspects bigint not null,
    cnf text,
    previous_cnf text,
    narrowed_details text,
    previous_details text,
    sealed ${bytes} not null,
    primary key (grant_id, subject_key)
  )`,
  "create index authorization_grant_expiry on authorization_grant (expires_at)",
  "create index authorization_grant_subject on authorization_grant (subject, granted_at)",
  `create index authorization_grant_remembered
    on authorization_grant (subject, client_id, remembered_until) where remembered_until is not null`,
  "create index authorization_grant_client on authorization_grant (client_id)",
];

/** Login sessions, the clients that were visited in each, and logouts with the notifications that they cause. */
const sessions: Tables = ({ bytes, in_key_order }) => [
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

/** Failed guesses, by a hash of whom or where they are counted for. */
const signInFailures: Tables = ({ bytes }) => [
  `create table sign_in_failure (
    failure_key ${bytes} primary key,
    failures bigint not null,
    last_at bigint not null,
    expires_at bigint not null
  )`,
  "create index sign_in_failure_expiry on sign_in_failure (expires_at)",
];
