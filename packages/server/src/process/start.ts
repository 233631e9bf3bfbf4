import type { Planes } from "../config/check.ts";
import type { TlsListener } from "../config/derived.ts";
import type { Config } from "../config/settings.ts";
import { type Limits, listen, type Listener, type ListenOptions } from "../http/listener/listen.ts";
import type { Context } from "../context/context.ts";
import { prepareServerKeys } from "../grants/keys/prepare-keys.ts";
import { type ServerOptions, waitOptions } from "./server-options.ts";
import { createServer, type Server } from "./server.ts";
import { untilAvailable } from "../store/port/until-available.ts";
import { type TlsPair, validityOf } from "../crypto/tls-pair.ts";
import { clientCertificatesOf, findTlsPair } from "./tls.ts";
import { version } from "../context/version.ts";

type ListenerName = "public" | "admin" | "workspace" | "mtls";

/** The port of each listener; 0 for those that are not open. */
export type Ports = { readonly [Name in ListenerName]: number };

/** How a server starts. */
export interface StartOptions extends ServerOptions {
  /** Set where the listeners are shared with other processes of this server; `ports` are those of the first process. */
  readonly shared?: {
    readonly ports: Ports | undefined;
    /** Whether the others go on listening when this process closes. */
    readonly othersListen: () => boolean;
  };
}

/** Where a server listens. */
export interface Addresses {
  readonly public_url: string | undefined;
  readonly admin_url: string | undefined;
  /** The base URL of the workspace API, without its `/v1`. */
  readonly workspace_url: string | undefined;
  readonly ports: Ports;
}

/** A server that listens. */
export interface RunningServer extends Addresses, Pick<Server, "accounts" | "latchkey"> {
  /** Resolves when there are the keys that settings name, or one could not be created. */
  readonly prepared: Promise<void>;
  /** The metrics of this process, in the text exposition format. */
  readonly metrics: () => string;
  /** Reports not ready, accepts connections for `serve.limits.drain_delay`, finishes the requests in flight, then stops. */
  close(): Promise<void>;
}

/** Starts a server on the addresses of its settings. */
export async function startServer(
  config: Config,
  options: StartOptions = {},
): Promise<RunningServer> {
  const server = await createServer(config, options);
  const { context } = server;
  const listeners: Listener[] = [];
  let prepared: Promise<void> | undefined;
  const close = async (drain_ms: number): Promise<void> => {
    server.drain();
    const timeout_ms = config["serve.limits.shutdown_timeout"] * 1000;
    await Promise.all(listeners.map((listener) => listener.close({ drain_ms, timeout_ms })));
    await prepared;
    await server.close();
  };
  const ports = { public: 0, admin: 0, workspace: 0, mtls: 0 };
  const names = listenersOf(config, options.planes);

  try {
    const pairs = new Map<TlsListener, TlsPair>();
    for (const listener of ["public", "admin"] as const) {
      if (!names.has(listener)) continue;
      const tls = await untilAvailable(
        () => findTlsPair(config, listener, context.store.keys, context.now()),
        waitOptions(config, options, context.log),
      );
      if (tls !== undefined) pairs.set(listener, tls);
    }
    const distinct = new Map([...pairs.values()].map((tls) => [tls.cert, tls]));
    for (const tls of distinct.values()) warnOfValidity(tls, context);
    const openIfNamed = async (name: ListenerName): Promise<string | undefined> => {
      if (!names.has(name)) return undefined;
      const tls = pairs.get(name === "admin" ? "admin" : "public");
      const listener = await listen(listenOptions(name, server, tls, options.shared));
      ports[name] = listener.port;
      listeners.push(listener);
      return listener.url;
    };
    const public_url = await openIfNamed("public");
    const workspace_url = (await openIfNamed("workspace")) ?? public_url;
    const mtls_url = await openIfNamed("mtls");
    const admin_url = await openIfNamed("admin");
    prepared = prepareKeys(server);
    context.log.info("listening", { public_url, admin_url, workspace_url, mtls_url, version });
    return {
      workspace_url,
      accounts: server.accounts,
      latchkey: server.latchkey,
      public_url,
      admin_url,
      ports,
      prepared,
      metrics: () => context.metrics.render(),
      close: () => close(config["serve.limits.drain_delay"] * 1000),
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}

/** The listeners that the settings and the command ask for. */
function listenersOf(config: Config, planes: Planes = "all"): ReadonlySet<ListenerName> {
  const names: ListenerName[] = [];
  if (planes !== "admin") {
    names.push("public");
    if (config["serve.workspace.port"] !== undefined) names.push("workspace");
    if (config["serve.mtls.port"] !== undefined) names.push("mtls");
  }
  if (planes !== "public") names.push("admin");
  return new Set(names);
}

function listenOptions(
  name: ListenerName,
  server: Server,
  tls: TlsPair | undefined,
  shared: StartOptions["shared"],
): ListenOptions {
  const { config, log, server_metrics } = server.context;
  // Browsers ask users for a certificate where a server requests one, so only one listener does.
  const requester = config["serve.mtls.port"] === undefined ? "public" : "mtls";
  const client_certificates = name === requester ? clientCertificatesOf(config) : undefined;
  return {
    handler: server[name === "mtls" ? "public" : name],
    host: config[name === "admin" ? "serve.admin.host" : "serve.public.host"],
    port: config[`serve.${name}.port`] ?? 0,
    setting: `serve.${name}`,
    sharing: shared && { port: shared.ports?.[name] },
    othersListen: shared?.othersListen,
    tls: tls && { ...tls, client_certificates },
    limits: limitsOf(config),
    fast_lane: config["serve.http.fast_lane"],
    log,
    onLimit: (limit) => server_metrics.limit_hits.with({ limit }).add(),
  };
}

/** A server with an expired certificate starts all the same: some callers do not verify it, such as health checks. */
function warnOfValidity(tls: TlsPair, { log, now_ms }: Pick<Context, "log" | "now_ms">): void {
  const { from, until } = validityOf(tls);
  const now = now_ms();
  if (from.getTime() <= now && now <= until.getTime()) return;
  const valid = { valid_from: from.toISOString(), valid_until: until.toISOString() };
  log.warn("the TLS certificate is expired or not valid yet", valid);
}

/** Creates the keys that settings name before the first request needs them. Earlier requests wait for the same keys. */
async function prepareKeys({ context }: Server): Promise<void> {
  try {
    await prepareServerKeys(context);
  } catch (error) {
    context.log.error("signing key not created", { error });
  }
}

/** The limits of connections. */
export function limitsOf(config: Config): Limits {
  return {
    body_bytes: config["serve.limits.body_bytes"],
    header_bytes: config["serve.limits.header_bytes"],
    request_timeout_ms: config["serve.limits.request_timeout"] * 1000,
    idle_timeout_ms: config["serve.limits.idle_timeout"] * 1000,
  };
}
