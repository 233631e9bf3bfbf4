import type { Counter, Family, Histogram, Metrics } from "./metrics.ts";

/** The metrics of the server. Labels are bound once, so that counting a request is one addition. */
export interface ServerMetrics {
  /** By `grant_type`. */
  readonly access_tokens_issued: (grant_type: string) => Counter;
  readonly refresh_tokens_issued: Counter;
  readonly id_tokens_issued: Counter;
  /** How many browsers are logged in, as last counted. */
  readonly login_sessions: { count: number };
  /** The keys that sign, by set and algorithm: replaced whenever they are looked at. */
  readonly signing_keys: { read: () => readonly SigningKeyGauges[] };
  /** The connections to PostgreSQL: how they are used, and how many were opened. */
  readonly database_connections: {
    usage: () => Readonly<Record<"in_use" | "idle" | "waiting", number>>;
    readonly opened: Counter;
  };
  /** Reads that a replica may answer, by what answered them. */
  readonly stale_reads: { readonly primary: Counter; readonly replica: Counter };
  readonly introspections: { readonly active: Counter; readonly inactive: Counter };
  readonly tokens_revoked: Counter;
  readonly rows_swept: Counter;
  /** Stored values that older system secrets sealed, as last counted, and how many were sealed again. */
  readonly sealed_values: { old: number; readonly resealed: Counter };
  /** The partitions of tables, as this server read them last. */
  readonly partitions: PartitionMetrics;
  readonly steps_not_inspected: Counter;
  readonly logout_deliveries: { readonly delivered: Counter; readonly failed: Counter };
  /** How long token hooks took: `hook` is the name of the setting, `outcome` what was decided. */
  readonly token_hooks: Family<"hook" | "outcome", Histogram>;
  /** How long calls of signers took, by the name of the signer. */
  readonly signer_calls: Family<"signer" | "operation" | "outcome", Histogram>;
  /** By the name of the setting, for every limit that rejected something. */
  readonly limit_hits: Family<"limit", Counter>;
  readonly spans: { readonly delivered: Counter; readonly dropped: Counter };
}

/** What is measured of the keys of one set and algorithm. */
export interface SigningKeyGauges {
  readonly set: string;
  readonly alg: string;
  readonly announced: number;
  readonly signing: number;
  readonly retired: number;
  /** For how long the key that signs has done so, in seconds; undefined where that is not known. */
  readonly age: number | undefined;
  /** In how many seconds the next key signs; undefined where none is announced, and none is planned. Negative where it is late. */
  readonly next: number | undefined;
}

/**
 * Defines every metric of the server that is no metric of its process. The page lists them in the order in which they are
 * defined.
 */
export function createServerMetrics(metrics: Metrics): ServerMetrics {
  requestDurations(metrics);
  errorResponses(metrics);
  requestFailures(metrics);
  const count = (name: string, help: string): Counter => metrics.counter(name, help, []).with({});
  return {
    access_tokens_issued: accessTokensIssued(metrics),
    introspections: introspections(metrics),
    logout_deliveries: logoutDeliveries(metrics),
    token_hooks: metrics.histogram(
      "latchkey_token_hook_duration_seconds",
      "How long token hooks took to decide, repeated calls included, by hook (token_hook, refresh_token_hook) and outcome: unchanged, replaced for other claims, denied, or failed.",
      ["hook", "outcome"],
      buckets,
    ),
    signer_calls: metrics.histogram(
      "latchkey_signer_duration_seconds",
      "How long signers took, by signer, operation (sign, or list for its keys) and outcome: done or failed.",
      ["signer", "operation", "outcome"],
      buckets,
    ),
    spans: spans(metrics),
    limit_hits: metrics.counter(
      "latchkey_limit_hits_total",
      "Requests that a limit turned away, by the setting that holds it.",
      ["limit"],
    ),
    login_sessions: loginSessions(metrics),
    signing_keys: signingKeys(metrics),
    sealed_values: sealedValues(metrics),
    database_connections: databaseConnections(metrics),
    stale_reads: staleReads(metrics),
    refresh_tokens_issued: count("latchkey_refresh_tokens_issued_total", "Refresh tokens issued."),
    id_tokens_issued: count("latchkey_id_tokens_issued_total", "ID tokens issued."),
    tokens_revoked: count(
      "latchkey_tokens_revoked_total",
      "Tokens that their clients revoked; unknown ones do not count.",
    ),
    steps_not_inspected: count(
      "latchkey_inspector_skipped_total",
      "Steps that the inspector did not look at, because there were too many or their flow is not observed.",
    ),
    rows_swept: count(
      "latchkey_rows_swept_total",
      "Expired rows that the built-in clean-up of this server removed.",
    ),
    partitions: partitions(metrics),
  };
}

function accessTokensIssued(metrics: Metrics): ServerMetrics["access_tokens_issued"] {
  const issued = metrics.counter(
    "latchkey_access_tokens_issued_total",
    "Access tokens issued, by the grant they were issued for: implicit straight from the authorization endpoint, workspace in pairs of the workspace API.",
    ["grant_type"],
  );
  const byGrant = new Map<string, Counter>();
  return (grant_type) => {
    let counter = byGrant.get(grant_type);
    if (counter === undefined) byGrant.set(grant_type, (counter = issued.with({ grant_type })));
    return counter;
  };
}

function introspections(metrics: Metrics): ServerMetrics["introspections"] {
  const family = metrics.counter(
    "latchkey_introspections_total",
    "Tokens introspected, by whether they were active.",
    ["active"],
  );
  return { active: family.with({ active: "true" }), inactive: family.with({ active: "false" }) };
}

function logoutDeliveries(metrics: Metrics): ServerMetrics["logout_deliveries"] {
  const family = metrics.counter(
    "latchkey_logout_deliveries_total",
    "Attempts to notify a client over the back channel that a session ended: delivered or failed.",
    ["outcome"],
  );
  return {
    delivered: family.with({ outcome: "delivered" }),
    failed: family.with({ outcome: "failed" }),
  };
}

function spans(metrics: Metrics): ServerMetrics["spans"] {
  const family = metrics.counter(
    "latchkey_spans_total",
    "Spans of traces: delivered to the collector, or dropped because it would not have them or could not be reached.",
    ["outcome"],
  );
  return {
    delivered: family.with({ outcome: "delivered" }),
    dropped: family.with({ outcome: "dropped" }),
  };
}

function loginSessions(metrics: Metrics): ServerMetrics["login_sessions"] {
  const login_sessions = { count: 0 };
  metrics.gauge(
    "latchkey_login_sessions",
    "Browsers that are logged in and remembered, counted every 15 s and as far as 100,000.",
    () => login_sessions.count,
  );
  return login_sessions;
}

function signingKeys(metrics: Metrics): ServerMetrics["signing_keys"] {
  const signing_keys: ServerMetrics["signing_keys"] = { read: () => [] };
  metrics.gauges(
    "latchkey_signing_keys",
    "Keys of the sets that the server signs with, by what they do: announced, signing, or retired, which only verify.",
    ["set", "alg", "state"],
    () =>
      signing_keys.read().flatMap((key) =>
        (["announced", "signing", "retired"] as const).map((state) => ({
          labels: { set: key.set, alg: key.alg, state },
          value: key[state],
        })),
      ),
  );
  const defineSeconds = (name: string, help: string, field: "age" | "next"): void =>
    metrics.gauges(name, help, ["set", "alg"], () =>
      signing_keys
        .read()
        .flatMap(({ set, alg, [field]: value }) =>
          value === undefined ? [] : [{ labels: { set, alg }, value }],
        ),
    );
  defineSeconds(
    "latchkey_signing_key_age_seconds",
    "For how long the key that signs has done so; absent where that is not known.",
    "age",
  );
  defineSeconds(
    "latchkey_next_signing_key_seconds",
    "In how many seconds the next key signs, announced or planned by the schedule; negative where it is late, absent where there is none.",
    "next",
  );
  return signing_keys;
}

function sealedValues(metrics: Metrics): ServerMetrics["sealed_values"] {
  const resealed = metrics
    .counter(
      "latchkey_values_resealed_total",
      "Stored values that this server sealed again with the newest system secret.",
      [],
    )
    .with({});
  const sealed_values = { old: 0, resealed };
  metrics.gauge(
    "latchkey_values_sealed_with_old_secrets",
    "Stored values that are still to be sealed again with the newest system secret, as far as they were counted.",
    () => sealed_values.old,
  );
  return sealed_values;
}

/** How many partitions were made and dropped, and how they are. */
interface PartitionMetrics {
  readonly made: Counter;
  readonly dropped: Counter;
  readonly postponed: Counter;
  /** Of the table with the fewest windows ahead, and of that with the oldest window that is over. */
  layout: { readonly ahead: number; readonly overdue: number };
}

function partitions(metrics: Metrics): PartitionMetrics {
  const family = metrics.counter(
    "latchkey_partitions_total",
    "Partitions of tables that this server made ahead or dropped with all their rows, and attempts that were postponed, for example because another session held a lock.",
    ["outcome"],
  );
  const kept: PartitionMetrics = {
    made: family.with({ outcome: "made" }),
    dropped: family.with({ outcome: "dropped" }),
    postponed: family.with({ outcome: "postponed" }),
    layout: { ahead: 0, overdue: 0 },
  };
  metrics.gauge(
    "latchkey_partition_windows_ahead",
    "Windows that are there for rows to come, of the partitioned table with the fewest; 0 without partitions.",
    () => kept.layout.ahead,
  );
  metrics.gauge(
    "latchkey_partition_overdue_seconds",
    "How long ago the oldest window that is not dropped yet was over.",
    () => kept.layout.overdue,
  );
  return kept;
}

/** `usage` is replaced when the database is opened. */
function databaseConnections(metrics: Metrics): ServerMetrics["database_connections"] {
  const connections = {
    usage: () => ({ in_use: 0, idle: 0, waiting: 0 }),
    opened: metrics
      .counter(
        "latchkey_database_connections_opened_total",
        "Connections to PostgreSQL that were opened: at the start, for more requests at once, and in place of lost ones.",
        [],
      )
      .with({}),
  };
  const gauge = (use: "in_use" | "idle" | "waiting", help: string): void =>
    metrics.gauge(`latchkey_database_connections_${use}`, help, () => connections.usage()[use]);
  gauge("in_use", "Connections to PostgreSQL that run a statement or a transaction.");
  gauge("idle", "Connections to PostgreSQL that are open and not in use.");
  gauge("waiting", "Calls that wait for a connection to PostgreSQL.");
  return connections;
}

function staleReads(metrics: Metrics): ServerMetrics["stale_reads"] {
  const family = metrics.counter(
    "latchkey_database_stale_reads_total",
    "Reads that a replica of dsn_replicas may answer, by what answered them (served_by): replica, or primary where none could.",
    ["served_by"],
  );
  return {
    primary: family.with({ served_by: "primary" }),
    replica: family.with({ served_by: "replica" }),
  };
}

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long requests took; one histogram for all listeners. */
export function requestDurations(
  metrics: Metrics,
): Family<"plane" | "method" | "route" | "status", Histogram> {
  return metrics.histogram(
    "latchkey_http_request_duration_seconds",
    "How long requests took to answer, from the last byte of the request to the answer being ready. The route is a pattern, or unknown; the plane is public, admin, workspace, or within for our own pages.",
    ["plane", "method", "route", "status"],
    buckets,
  );
}

/** How often responses had each error code. */
export function errorResponses(metrics: Metrics): Family<"error", Counter> {
  return metrics.counter(
    "latchkey_refusals_total",
    "Requests that were refused, by the error code of the response: other for codes that a login or consent app made up.",
    ["error"],
  );
}

/** Requests that failed on the server's side. */
export function requestFailures(metrics: Metrics): Family<"cause", Counter> {
  return metrics.counter(
    "latchkey_request_failures_total",
    "Requests that the server failed to answer, by cause: bug for an unexpected error (500), database where the database was unavailable (503), client_keys where the keys of a client could not be fetched or used (503), signer where a signer did not sign (503).",
    ["cause"],
  );
}
