import { allPersonalData, corePersonalData } from "../flows/personal-data.ts";
import { setTimeout } from "node:timers/promises";
import { bracketIpv6, type FlowKind as InspectedKind } from "@latchkey/api";
import { noBrand } from "@latchkey/sign-in";
import type { Planes } from "../config/check.ts";
import { cookieSecrets, isDevelopment, terminatesTls } from "../config/derived.ts";
import type { Config } from "../config/settings.ts";
import type { Context, EndedAccess, FlowKinds, RoleHolders, Users } from "../context/context.ts";
import { type LifespanSources, lifespanSources } from "../context/lifespan-sources.ts";
import { createKeyring } from "../context/keyring.ts";
import { noPeers, type Peers, shareCounts } from "../context/peers.ts";
import { noRequestCounter } from "../context/request-counter.ts";
import { createSignal } from "../context/signal.ts";
import { createSigners } from "../context/signers.ts";
import { createUnknownSecretLog } from "../context/unknown-secrets.ts";
import { type Authorities, readAuthorities } from "../crypto/binding/certificate.ts";
import { presentedKinds } from "../crypto/grant-token.ts";
import { createSealer } from "../crypto/sealed.ts";
import { openSecretVerifier } from "../crypto/secret-checks.ts";
import { createSigner } from "../crypto/signer.ts";
import { type LoadedFeature, tablesOf } from "../feature/load-features.ts";
import { authorizationKind } from "../flows/authorization-kind.ts";
import { signInKind } from "../flows/sign-in-kind.ts";
import type { GrantTypes } from "../grants/grant-type.ts";
import { explanationsOf } from "../api/explanations.ts";
import { noObserver } from "../inspector/observed-request.ts";
import { createAddressRateLimit } from "../limits/address-rate-limit.ts";
import { createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import { readNetworksOf } from "../limits/networks.ts";
import type { DetailsTypes } from "../oauth/authorization-details/details-type.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { createRemoteJwks } from "../outbound/remote-jwks.ts";
import type { Script } from "../store/database/statement.ts";
import { openDatabase, openStore } from "../store/open.ts";
import type { Store } from "../store/port/store.ts";
import { untilAvailable } from "../store/port/until-available.ts";
import { createLog, type Log } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createOutageLog, type OutageLog } from "../telemetry/outage-log.ts";
import { createServerMetrics, type ServerMetrics } from "../telemetry/server-metrics.ts";
import { isTracingConfigured, loadOpenTelemetry } from "../telemetry/tracing.ts";
import { openSigners } from "./open-signers.ts";
import { type ServerOptions, waitOptions } from "./server-options.ts";
import { authoritiesPem } from "./tls.ts";
import { createTracedContext, startTracing } from "./traced-context.ts";

/** What a server is composed of, beside its core. */
interface CreatedParts {
  readonly features: readonly LoadedFeature[];
  readonly grant_types: GrantTypes;
}

/** What is replaced of the parts of features, by their names. */
export type FeatureParts = ReadonlyMap<string, object>;

/** The context, and how it changes with the settings. */
export interface CreatedContext {
  /** Of jobs, and of what features share between requests: its settings are those of now. */
  readonly context: Context;
  /** The context of requests, whose settings stay the same from their beginning to their end. */
  readonly withConfig: (config: Config, parts: FeatureParts) => Context;
  /** Replaces the settings of `context`, and these of the parts of features. */
  readonly useConfig: (config: Config, parts: FeatureParts) => void;
}

/** Opens the database and creates what endpoints and jobs share. */
export async function createContext(
  config: Config,
  { features, grant_types }: CreatedParts,
  options: ServerOptions,
  { isDraining, reloadSettings }: Pick<Context, "isDraining" | "reloadSettings">,
): Promise<CreatedContext> {
  let current = config;
  const configNow = (): Config => current;
  const { now_ms = Date.now, pause = wait, log = createLogFor(config), planes = "all" } = options;
  const { peers = noPeers, wrapOutbound = unchanged, name_servers } = options;
  const now = (): number => Math.floor(now_ms() / 1000);
  // Before the database is opened: an unusable file or a missing package must not leave it open.
  for (const feature of features) await feature.readFiles?.(config);
  const opentelemetry = isTracingConfigured(config["tracing.otlp_endpoint"])
    ? await loadOpenTelemetry()
    : undefined;
  const openedSigners = await openSigners(config.signers, options.signers);
  const metrics = createMetrics({ now });
  const server_metrics = createServerMetrics(metrics);
  const signers = createSigners(openedSigners, server_metrics);
  const store = await openServerStore(config, options, {
    features,
    log,
    server_metrics,
    peers,
    now,
    now_ms,
  }).catch(async (error: unknown) => {
    await signers.close();
    throw error;
  });
  const tracing =
    opentelemetry && (await startTracing(opentelemetry, config, { log, server_metrics }));
  const outbound = wrapOutbound(
    createOutbound({
      development: isDevelopment(config),
      allow: () => current["outbound.allow"],
      ...(name_servers && { name_servers }),
      ...(tracing !== undefined && { headers: tracing.outgoingHeaders }),
    }),
  );
  const signer = createSigner(
    config["secrets.system"],
    createUnknownSecretLog(log, "secrets.system"),
  );
  const token_kinds = [...presentedKinds, ...features.flatMap((one) => one.token_kinds ?? [])];
  const keyring = createKeyring(store.keys, {
    rsa_bits: config["oidc.rsa_bits"],
    now,
    signElsewhere: signers.sign,
  });
  const hasOwnCookieSecrets = config["secrets.cookie"].length > 0;
  const isExempt = readNetworksOf(() => current["limits.rate.exempt"]);
  const share = shareCounts({ peers, now_ms });
  const limitAddresses = (
    name:
      | "limits.rate.authorizations"
      | "limits.rate.pushed_requests"
      | "limits.rate.client_secrets",
  ) => createAddressRateLimit({ name, limitNow: () => current[name], isExempt, share });
  const details = features.find((feature) => feature.detailsTypes !== undefined);
  const lifespansOf = (given: Config): LifespanSources =>
    lifespanSources([...grant_types.values(), ...features], given);
  const context: Context = {
    config,
    admin_url: config["urls.self.admin"] ?? ownAdminUrl(config, planes),
    store,
    keyring,
    signers,
    signer,
    token_kinds,
    authorities: authoritiesOf(config),
    cookie_signer: createSigner(
      cookieSecrets(config),
      createUnknownSecretLog(log, hasOwnCookieSecrets ? "secrets.cookie" : "secrets.system"),
    ),
    verifySecret: openSecretVerifier(
      configNow,
      server_metrics,
      now_ms,
      limitAddresses("limits.rate.client_secrets"),
    ),
    outbound,
    remote_jwks: createRemoteJwks(outbound, now),
    log,
    outages: openOutageLog(log, store, peers),
    metrics,
    server_metrics,
    registration_url: registrationUrlOf(features, config),
    observer: noObserver,
    request_counter: noRequestCounter,
    change_judges: features.flatMap(({ change_judges }) => change_judges ?? []),
    users: noUsers,
    role_holders: noRoleHolders,
    ended_access: nothingEnded,
    personal_data: corePersonalData({ store, now }),
    holdings: store.holdings,
    page_brand: () => noBrand,
    nameOfClient: (kind, client_id) => nameOfClient(kind, client_id, context, features),
    explanations: explanationsOf(
      features,
      Array.from(grant_types.values(), ({ inspector }) => inspector),
    ),
    peers,
    authorization_rate: limitAddresses("limits.rate.authorizations"),
    pushed_request_rate: limitAddresses("limits.rate.pushed_requests"),
    token_hook_limit: createConcurrencyLimit({
      get concurrency() {
        return current["limits.token_hooks.concurrency"];
      },
      waiting_max: 0,
    }),
    grant_types: new Set(grant_types.keys()),
    client_sources: features.flatMap(({ client_source }) => client_source ?? []),
    flow_kinds: flowKindsOf(features),
    detailsTypes: () => details?.detailsTypes?.(core) ?? noTypes,
    foreign_tokens: features.flatMap(({ foreign_tokens }) => foreign_tokens ?? []),
    exchange_targets: features.flatMap(({ exchange_targets }) => exchange_targets ?? []),
    named_subjects: features.flatMap(({ named_subjects }) => named_subjects ?? []),
    lifespans: lifespansOf(config),
    deliveries_due: createSignal(),
    reloadSettings,
    isDraining,
    now,
    now_ms,
    pause,
  };
  const core = tracing === undefined ? context : createTracedContext(context, tracing);
  // Before features are opened, which keep this context.
  Object.defineProperty(core, "config", { get: configNow, enumerable: true });
  const opened = openFeatures(features, core);
  const partOf = (name: string): object => Reflect.get(opened, name) ?? {};
  return {
    context: opened,
    withConfig(given, parts) {
      const replaced = [...parts].map(([name, part]) => ({ [name]: { ...partOf(name), ...part } }));
      const next: Context = Object.assign({ ...opened, config: given }, ...replaced);
      return Object.assign(next, {
        lifespans: lifespansOf(given),
        page_brand: pageBrandOf(features, next),
      });
    },
    useConfig(given, parts) {
      current = given;
      Object.assign(opened, { lifespans: lifespansOf(given) });
      for (const [name, part] of parts) Object.assign(partOf(name), part);
    },
  };
}

/** The context with the parts of features, each under the name of its feature. */
function openFeatures(features: readonly LoadedFeature[], core: Context): Context {
  const taken = features.find(({ name }) => name in core);
  if (taken !== undefined) throw new Error(`A feature cannot be called ${taken.name}.`);
  const parts = features.map((feature) => ({ [feature.name]: feature.open?.(core) }));
  const context: Context = Object.assign(core, ...parts);
  const observing = features.find((feature) => feature.observer !== undefined);
  const counting = features.find((feature) => feature.requestCounter !== undefined);
  const knowing = features.find((feature) => feature.users !== undefined);
  const giving = features.find((feature) => feature.roleHolders !== undefined);
  const ending = features.find((feature) => feature.endedAccess !== undefined);
  const succeeding = features.find((feature) => feature.predecessor !== undefined);
  return Object.assign(context, {
    observer: observing?.observer?.(context) ?? noObserver,
    request_counter: counting?.requestCounter?.(context) ?? noRequestCounter,
    users: knowing?.users?.(context) ?? noUsers,
    ended_access: ending?.endedAccess?.(context) ?? nothingEnded,
    role_holders: giving?.roleHolders?.(context) ?? noRoleHolders,
    predecessor: succeeding?.predecessor?.(context),
    page_brand: pageBrandOf(features, context),
    holdings: [
      ...context.holdings,
      ...features.flatMap((feature) => feature.holdings?.(context) ?? []),
    ],
    personal_data: allPersonalData([
      context.personal_data,
      ...features.flatMap((feature) => feature.personalData?.(context) ?? []),
    ]),
  });
}

function pageBrandOf(features: readonly LoadedFeature[], context: Context): Context["page_brand"] {
  const branding = features.find((feature) => feature.pageBrand !== undefined);
  return () => branding?.pageBrand?.(context) ?? noBrand;
}

/** The operator's page, or that of a feature. */
function registrationUrlOf(features: readonly LoadedFeature[], config: Config): string | undefined {
  const [built_in] = features.flatMap((feature) => feature.registrationUrl?.(config) ?? []);
  return config["urls.registration"] ?? built_in;
}

/** What a client is called: one of a feature, or of the core. */
async function nameOfClient(
  kind: InspectedKind,
  client_id: string,
  context: Context,
  features: readonly LoadedFeature[],
): Promise<string | undefined> {
  for (const feature of features) {
    const name = await feature.nameOfClient?.(kind, client_id, context);
    if (name !== undefined) return name;
  }
  return (await context.store.clients.find(client_id))?.client_name || undefined;
}

const noTypes: DetailsTypes = new Map();

// oxlint-disable-next-line require-yield -- A script that reads nothing.
function* isNeverLast(): Script<boolean> {
  return false;
}

const noRoleHolders: RoleHolders = {
  find: async () => undefined,
  isLastAdministrator: isNeverLast,
};

const nothingEnded: EndedAccess = { find: async () => undefined, finish: async () => undefined };

const noUsers: Users = {
  are_all: false,
  findSubject: async () => undefined,
  findByName: async () => undefined,
};

/** The kinds of flows of the core and of features, by name. */
function flowKindsOf(features: readonly LoadedFeature[]): FlowKinds {
  const kinds = [
    authorizationKind,
    signInKind,
    ...features.flatMap(({ flow_kinds = [] }) => flow_kinds),
  ];
  return new Map(kinds.map((kind) => [kind.kind, kind]));
}

interface StoreDependencies {
  readonly features: readonly LoadedFeature[];
  readonly log: Log;
  readonly server_metrics: ServerMetrics;
  readonly peers: Peers;
  readonly now: () => number;
  readonly now_ms: () => number;
}

const STATEMENT_TIMEOUT = "limits.database.statement_timeout";

/** Waits for the database, applies pending migrations, and closes it again where it cannot be used. */
async function openServerStore(
  config: Config,
  options: ServerOptions,
  { features, log, server_metrics, peers, now, now_ms }: StoreDependencies,
): Promise<Store> {
  const { wrapDatabase = unchanged } = options;
  const opened = await openDatabase(config.dsn, {
    statement_ms: config[STATEMENT_TIMEOUT] * 1000,
    connect_ms: config["limits.database.connect_timeout"] * 1000,
    replicas: config.dsn_replicas,
    onStaleRead: (by) => server_metrics.stale_reads[by].add(),
    sharing: peers.count,
    onConnected: reportConnections(log, server_metrics),
    onUndoFailed: (error) =>
      log.error("a write of unknown outcome could not be reverted", { error }),
    onUnprepared: () => log.warn("the database pooler does not support prepared statements"),
    onTimeout: () => server_metrics.limit_hits.with({ limit: STATEMENT_TIMEOUT }).add(),
  });
  const { usage } = opened;
  if (usage !== undefined) server_metrics.database_connections.usage = usage;
  const database = wrapDatabase(opened);
  const sealer = createSealer(config["secrets.system"]);
  return untilAvailable(
    () =>
      openStore(database, {
        sealer,
        features: tablesOf(features),
        now: now(),
        now_ms,
        onChange: () => peers.broadcast("revision", "raised"),
        onBlocked: (sentence) => log.warn(sentence),
        onUnreadable: (error) => log.error("a stored document cannot be read", { error }),
      }),
    waitOptions(config, options, log),
  ).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
}

/** Counts connections to the database, and logs the host when it is another than before. */
function reportConnections(log: Log, { database_connections }: ServerMetrics) {
  let connectedTo: string | undefined;
  return (address: string): void => {
    database_connections.opened.add();
    if (address !== connectedTo) log.info("connected to the database", { address });
    connectedTo = address;
  };
}

/** Of all processes, the first that notices an outage logs it in full. */
function openOutageLog(log: Log, store: Store, peers: Peers): OutageLog {
  const outages = createOutageLog({
    log,
    ping: () => store.ping(),
    onBegin: () => peers.broadcast("outage", "began"),
  });
  peers.listen((topic, _content) => {
    if (topic === "outage") outages.peerBegan();
  });
  return outages;
}

/** In development the URL of the admin listener may be published: only this machine reaches it. */
function ownAdminUrl(config: Config, planes: Planes): string | undefined {
  if (!isDevelopment(config) || planes === "public") return undefined;
  const scheme = terminatesTls(config, "admin") ? "https" : "http";
  return `${scheme}://${bracketIpv6(config["serve.admin.host"])}:${config["serve.admin.port"]}`;
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

function unchanged<T>(value: T): T {
  return value;
}
