import { setTimeout } from "node:timers/promises";
import { type AccountBook, createAccountBook } from "../accounts/accounts.ts";
import { createSignal } from "../context/signal.ts";
import { isDevelopment, type Planes } from "../config/check.ts";
import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { type Authorities, readAuthorities } from "../crypto/binding/certificate.ts";
import { createSigner } from "../crypto/signer.ts";
import { randomId } from "../crypto/random.ts";
import { createSealer } from "../crypto/sealed.ts";
import { openSecretChecks } from "../crypto/secret-checks.ts";
import { createInspector } from "../inspector/inspector.ts";
import { readObservedRequest } from "../inspector/read-observed-request.ts";
import type { ResponseObserver } from "../http/handler.ts";
import { createHandlers, proxyTerminatesTls, type Handlers, servesPlainHttp } from "./listeners.ts";
import type { GrantType } from "../grants/grant-type.ts";
import { registerGrantTypes } from "../grants/grant-types.ts";
import { startInspections } from "../jobs/inspections.ts";
import { startBackchannelDeliveries } from "../jobs/backchannel-deliveries.ts";
import { startLogoutDeliveries } from "../jobs/logout-deliveries.ts";
import { startWebhookDeliveries } from "../jobs/webhook-deliveries.ts";
import { watchRevision } from "../jobs/revision-watch.ts";
import { startSessionCount } from "../jobs/session-count.ts";
import { startSweeper } from "../jobs/sweeper.ts";
import { createKeyring } from "../context/keyring.ts";
import { storedFlowLifespan } from "../grants/lifespans.ts";
import { createAddressRateLimit } from "../limits/address-rate-limit.ts";
import { readNetworks } from "../limits/networks.ts";
import { createClientDocuments } from "../outbound/client-documents.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import { createRemoteJwks } from "../outbound/remote-jwks.ts";
import { noPeers, type Peers } from "../context/peers.ts";
import { loadStatementIssuers } from "./statement-issuers.ts";
import type { Database } from "../store/database/database.ts";
import { openDatabase, openStore } from "../store/open.ts";
import { untilAvailable, type WaitOptions } from "../store/port/until-available.ts";
import { authoritiesPem } from "./tls.ts";
import { createServerMetrics, type ServerMetrics } from "../telemetry/server-metrics.ts";
import { createLog, type Log } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { isTracingConfigured, loadOpenTelemetry } from "../telemetry/tracing.ts";
import { startTracing, traceContext } from "./tracing.ts";
import {
  createWorkspaceLimits,
  type WorkspaceLimits,
  workspaceLimitSettings,
} from "../workspace/workspace-limits.ts";

/** Dependencies that a caller can replace. */
export interface ServerOptions {
  readonly planes?: Planes;
  readonly log?: Log;
  /** Milliseconds since the epoch. */
  readonly now_ms?: () => number;
  readonly pause?: (ms: number) => Promise<void>;
  /** How long to wait for the database; `limits.database.startup_timeout` when left out. */
  readonly startup_timeout_ms?: number;
  /** Aborts the wait for the database. */
  readonly signal?: AbortSignal;
  /** The other processes of this server; none when left out. */
  readonly peers?: Peers;
  /** Grant types of the embedder's own, beside the built-in ones. */
  readonly grant_types?: readonly GrantType[];
  /** Called with every request and its response, which contain secrets. For tests. */
  readonly onResponse?: ResponseObserver;
  /** Returns the database to use in place of the one of `dsn`. For tests. */
  readonly wrapDatabase?: (database: Database) => Database;
  /** Returns what sends requests to addresses that clients registered. For tests. */
  readonly wrapOutbound?: (outbound: Outbound) => Outbound;
}

/** A server without sockets: its handlers are called with requests. */
export interface Server extends Handlers {
  readonly context: Context;
  /** The accounts of the built-in sign-in pages. */
  readonly accounts: AccountBook;
  /** Reports not ready from now on; requests are still served. */
  drain(): void;
  /** Resolves when the back-channel logouts and backchannel notifications that are due were sent, or failed. */
  settled(): Promise<void>;
  /** Stops the jobs, completes pending writes and closes the database. */
  close(): Promise<void>;
}

/** Creates a server on the database of its settings. */
export async function createServer(config: Config, options: ServerOptions = {}): Promise<Server> {
  let draining = false;
  const grant_types = registerGrantTypes(options.grant_types);
  const context = await createContext(config, options, () => draining);
  const deliveries = [startLogoutDeliveries(context), startBackchannelDeliveries(context)];
  const jobs = [
    watchRevision(context),
    startSweeper(context, randomId()),
    ...deliveries,
    startWebhookDeliveries(context),
    startInspections(context),
    startSessionCount(context),
  ];
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await Promise.all(jobs.map((job) => job.stop()));
    await context.store.close();
    context.log.flush();
  };
  return {
    ...createHandlers(context, grant_types, options.onResponse),
    context,
    accounts: createAccountBook(context.store.accounts, context.now, context.password_queue),
    drain: () => void (draining = true),
    settled: async () => void (await Promise.all(deliveries.map((job) => job.idle()))),
    close: () => (closing ??= close()),
  };
}

async function createContext(
  config: Config,
  options: ServerOptions,
  isDraining: () => boolean,
): Promise<Context> {
  const { now_ms = Date.now, pause = wait, log = createLogFor(config), planes = "all" } = options;
  const { peers = noPeers } = options;
  const now = (): number => Math.floor(now_ms() / 1000);
  const { wrapDatabase = unchanged, wrapOutbound = unchanged } = options;
  // Before the database is opened: an unusable file or a missing package must not leave it open.
  const statement_issuers = loadStatementIssuers(
    config["oauth2.registration.software_statement.issuers"],
  );
  const opentelemetry = isTracingConfigured(config["tracing.otlp_endpoint"])
    ? await loadOpenTelemetry()
    : undefined;
  const opened = await openDatabase(config.dsn, {
    ...databaseTimeouts(config),
    sharing: peers.count,
    onUndoFailed: (error) =>
      log.error("a write of unknown outcome could not be reverted", { error }),
    onUnprepared: () => log.warn("the database pooler does not support prepared statements"),
    onTimeout: () => server_metrics.limit_hits.with({ limit: STATEMENT_TIMEOUT }).add(),
  });
  const database = wrapDatabase(opened);
  const sealer = createSealer(config["secrets.system"]);
  const onChange = (): void => peers.broadcast("revision", "raised");
  const onUnreadable = (error: unknown): void =>
    log.error("a stored document cannot be read", { error });
  const store = await untilAvailable(
    () => openStore(database, sealer, now(), onChange, onUnreadable),
    waitOptions(config, options, log),
  ).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const metrics = createMetrics({ now });
  const server_metrics = createServerMetrics(metrics);
  const tracing =
    opentelemetry && (await startTracing(opentelemetry, config, { log, server_metrics }));
  const outbound = wrapOutbound(
    createOutbound({
      development: isDevelopment(config),
      ...(tracing !== undefined && { headers: tracing.outgoingHeaders }),
    }),
  );
  const signer = createSigner(config["secrets.system"]);
  const isExempt = readNetworks(config["limits.rate.exempt"]);
  const context: Context = {
    config,
    admin_url: config["urls.self.admin"] ?? ownAdminUrl(config, planes),
    store,
    keyring: createKeyring(store.keys, { alg: "RS256", rsa_bits: config["oidc.rsa_bits"] }),
    signer,
    authorities: authoritiesOf(config),
    cookie_signer: createSigner(cookieSecrets(config)),
    ...openSecretChecks(config, server_metrics, now_ms),
    outbound,
    remote_jwks: createRemoteJwks(outbound, now),
    client_documents: createClientDocuments({
      config,
      outbound,
      clients: store.clients,
      server_metrics,
      kept_for: storedFlowLifespan(config),
      now,
      now_ms,
    }),
    log,
    metrics,
    server_metrics,
    inspector: createInspector({
      lifespan: config["inspector.lifespan"],
      flows_per_second: config["inspector.flows_per_second"],
      now_ms,
      read: (observed) => readObservedRequest(observed, signer),
      onUnreadable: (error) => log.warn("a request could not be inspected", { error }),
      onSkipped: () => server_metrics.steps_not_inspected.add(),
    }),
    peers,
    authorization_rate: createAddressRateLimit(config["limits.rate.authorizations"], isExempt),
    pushed_request_rate: createAddressRateLimit(config["limits.rate.pushed_requests"], isExempt),
    registration_rate: createAddressRateLimit(config["limits.rate.registrations"], isExempt),
    statement_issuers,
    workspace_limits: openWorkspaceLimits(config, server_metrics, peers, now_ms),
    deliveries_due: createSignal(),
    isDraining,
    now,
    now_ms,
    pause,
  };
  return tracing === undefined ? context : traceContext(context, tracing);
}

function unchanged<T>(value: T): T {
  return value;
}

/** How a starting server waits for its database. */
export function waitOptions(config: Config, options: ServerOptions, log: Log): WaitOptions {
  const { signal, startup_timeout_ms } = options;
  return {
    timeout_ms: startup_timeout_ms ?? config["limits.database.startup_timeout"] * 1000,
    signal,
    onWait: (error) => log.warn("the database is not available, waiting for it", { error }),
  };
}

function databaseTimeouts(config: Config) {
  return {
    statement_ms: config[STATEMENT_TIMEOUT] * 1000,
    connect_ms: config["limits.database.connect_timeout"] * 1000,
  };
}

const STATEMENT_TIMEOUT = "limits.database.statement_timeout";

/** A request that one process admits is counted by all of them. */
function openWorkspaceLimits(
  config: Config,
  server_metrics: ServerMetrics,
  peers: Peers,
  now_ms: () => number,
): WorkspaceLimits {
  const options = {
    per_client: config[workspaceLimitSettings.clients],
    per_address: config[workspaceLimitSettings.addresses],
    failures: config[workspaceLimitSettings.failures],
  };
  const limits = createWorkspaceLimits(options, {
    tell: (one) => peers.broadcast("workspace_limits", one),
    onHit: (limit) => server_metrics.limit_hits.with({ limit }).add(),
  });
  peers.listen((topic, one) => {
    if (topic === "workspace_limits") limits.hear(one, now_ms());
  });
  return limits;
}

/** In development the URL of the admin listener may be published: only this machine reaches it. */
function ownAdminUrl(config: Config, planes: Planes): string | undefined {
  if (!isDevelopment(config) || planes === "public") return undefined;
  const scheme = servesPlainHttp(config) || proxyTerminatesTls(config) ? "http" : "https";
  const host = config["serve.admin.host"];
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${config["serve.admin.port"]}`;
}

function authoritiesOf(config: Config): Authorities | undefined {
  const pem = authoritiesPem(config);
  return pem === undefined ? undefined : readAuthorities(pem);
}

async function wait(ms: number): Promise<void> {
  await setTimeout(ms);
}

function createLogFor(config: Config): Log {
  return createLog({
    level: config["log.level"],
    format: config["log.format"],
    leak_sensitive_values: config["log.leak_sensitive_values"],
  });
}

function cookieSecrets(config: Config): readonly string[] {
  const own = config["secrets.cookie"];
  return own.length > 0 ? own : config["secrets.system"]; // Keys are derived per purpose, so cookies and tokens never share one.
}
