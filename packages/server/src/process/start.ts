import type { Planes } from "../config/check.ts";
import type { TlsListener } from "../config/derived.ts";
import type { Config } from "../config/settings.ts";
import { type Limits, listen, type Listener, type ListenOptions } from "../http/listener/listen.ts";
import type { Handler } from "../http/handler.ts";
import type { Context } from "../context/context.ts";
import { prepareServerKeys } from "../grants/prepare-keys.ts";
import { type ServerOptions, waitOptions } from "./server-options.ts";
import { createServer, type Server } from "./server.ts";
import { untilAvailable } from "../store/port/until-available.ts";
import { type TlsPair, validityOf } from "../crypto/tls-pair.ts";
import { clientCertificatesOf, findTlsPair } from "./tls.ts";
import { version } from "../context/version.ts";

type CoreListener = "public" | "admin" | "mtls";

/** The port of each listener, those of features by feature; 0 for those of the core that are not open. */
export type Ports = { readonly [Name in CoreListener]: number } & Readonly<Record<string, number>>;

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
  /** The base URL of each API of a feature that may have a port of its own, by feature. */
  readonly api_urls: Readonly<Record<string, string>>;
  readonly ports: Ports;
}

/** A server that listens. */
export interface RunningServer
  extends Addresses, Pick<Server, "context" | "latchkey" | "prepareReload" | "reloadSettings"> {
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
  const ports: Ports & Record<string, number> = { public: 0, admin: 0, mtls: 0 };
  const openings = listenersOf(server, options.planes);

  try {
    const pairs = new Map<TlsListener, TlsPair>();
    for (const listener of ["public", "admin"] as const) {
      if (!openings.has(listener)) continue;
      const tls = await untilAvailable(
        () => findTlsPair(config, listener, context.store.keys, context.now()),
        waitOptions(config, options, context.log),
      );
      if (tls !== undefined) pairs.set(listener, tls);
    }
    const distinct = new Map([...pairs.values()].map((tls) => [tls.cert, tls]));
    for (const tls of distinct.values()) warnOfValidity(tls, context);
    const openIfNamed = async (name: string): Promise<string | undefined> => {
      const opening = openings.get(name);
      if (opening === undefined) return undefined;
      const tls = pairs.get(name === "admin" ? "admin" : "public");
      const listener = await listen(listenOptions(name, opening, context, tls, options.shared));
      ports[name] = listener.port;
      listeners.push(listener);
      return listener.url;
    };
    const public_url = await openIfNamed("public");
    const api_urls: Record<string, string> = {};
    for (const name of server.apis.keys()) {
      const url = (await openIfNamed(name)) ?? public_url;
      if (url !== undefined) api_urls[name] = url;
    }
    const mtls_url = await openIfNamed("mtls");
    const admin_url = await openIfNamed("admin");
    prepared = prepareKeys(server);
    const ofApis = Object.entries(api_urls).map(([name, url]) => [`${name}_url`, url]);
    const urls = { public_url, admin_url, ...Object.fromEntries(ofApis), mtls_url };
    context.log.info("listening", { ...urls, version });
    return {
      api_urls,
      context,
      latchkey: server.latchkey,
      prepareReload: server.prepareReload,
      reloadSettings: server.reloadSettings,
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

/** What a listener serves, and where. */
interface Opening {
  readonly handler: Handler;
  readonly port: number;
}

/** The listeners that the settings and the command ask for. */
function listenersOf(server: Server, planes: Planes = "all"): ReadonlyMap<string, Opening> {
  const { config } = server.context;
  const wanted = new Map<
    string,
    { readonly handler: Handler; readonly port: number | undefined }
  >();
  if (planes !== "admin") {
    wanted.set("public", { handler: server.public, port: config["serve.public.port"] });
    for (const [name, api] of server.apis) wanted.set(name, api);
    wanted.set("mtls", { handler: server.public, port: config["serve.mtls.port"] });
  }
  if (planes !== "public")
    wanted.set("admin", { handler: server.admin, port: config["serve.admin.port"] });
  const open = [...wanted].flatMap(([name, { handler, port }]) =>
    port === undefined ? [] : ([[name, { handler, port }]] as const),
  );
  return new Map(open);
}

function listenOptions(
  name: string,
  opening: Opening,
  context: Context,
  tls: TlsPair | undefined,
  shared: StartOptions["shared"],
): ListenOptions {
  const { config, log, server_metrics } = context;
  // Browsers ask users for a certificate where a server requests one, so only one listener does.
  const requester = config["serve.mtls.port"] === undefined ? "public" : "mtls";
  const client_certificates = name === requester ? clientCertificatesOf(config) : undefined;
  return {
    ...opening,
    host: config[name === "admin" ? "serve.admin.host" : "serve.public.host"],
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
