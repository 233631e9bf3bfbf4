import { type AccountBook, createAccountBook } from "../accounts/accounts.ts";
import type { Config } from "../config/settings.ts";
import { createSealer } from "../crypto/sealed.ts";
import { type Limits, listen, type Listener } from "../http/listener/listen.ts";
import { keySets } from "../context/keyring.ts";
import { createServer, type Server, type ServerOptions, waitOptions } from "./server.ts";
import { migrate as migrateDatabase } from "../store/migrations/migrate.ts";
import { openDatabase, openStore } from "../store/open.ts";
import { untilAvailable } from "../store/port/until-available.ts";
import { clientCertificatesOf, findTlsPair } from "./tls.ts";
import { version } from "../context/version.ts";

type ListenerName = "public" | "admin" | "workspace" | "mtls";

/** The ports of the first process, which the others share. */
export type Ports = { readonly [Name in ListenerName]: number };

/** How a server starts. */
interface StartOptions extends ServerOptions {
  /** Set where the listeners are shared with other processes of this server; `ports` are those of the first process. */
  readonly shared?: { readonly ports: Ports | undefined };
}

/** A server that listens. */
export interface RunningServer extends Pick<Server, "accounts" | "latchkey"> {
  readonly public_url: string | undefined;
  readonly admin_url: string | undefined;
  /** The base URL of the workspace API, without its `/v1`. */
  readonly workspace_url: string | undefined;
  readonly ports: Ports;
  /** Resolves when there is a signing key, or none could be created. */
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
  const listeners: Listener[] = [];
  const ports = { public: 0, admin: 0, workspace: 0, mtls: 0 };
  let prepared: Promise<void> | undefined;
  const close = async (drain_ms: number): Promise<void> => {
    server.drain();
    const timeout_ms = config["serve.limits.shutdown_timeout"] * 1000;
    await Promise.all(listeners.map((listener) => listener.close({ drain_ms, timeout_ms })));
    await prepared;
    await server.close();
  };

  const { context } = server;
  const tls = await untilAvailable(
    () => findTlsPair(config, context.store.keys, context.now()),
    waitOptions(config, options, context.log),
  );
  const open = async (name: ListenerName, host: string, port: number): Promise<string> => {
    const listener = await listen({
      handler: server[name === "mtls" ? "public" : name],
      host,
      port,
      setting: `serve.${name}`,
      sharing: shared && { port: shared.ports?.[name] },
      tls: tls && { ...tls, ...(name === requester && { client_certificates }) },
      limits: limitsOf(config),
      fast_lane: config["serve.http.fast_lane"],
      log: context.log,
      onLimit: (limit) => context.server_metrics.limit_hits.with({ limit }).add(),
    });
    ports[name] = listener.port;
    listeners.push(listener);
    return listener.url;
  };
  const { planes = "all", shared } = options;
  const [host, own_port] = [config["serve.public.host"], config["serve.workspace.port"]];
  const mtls_port = config["serve.mtls.port"];
  // Browsers ask users for a certificate where a server requests one, so only one listener does.
  const requester = mtls_port === undefined ? "public" : "mtls";
  const client_certificates = clientCertificatesOf(config);

  try {
    const public_url =
      planes === "admin" ? undefined : await open("public", host, config["serve.public.port"]);
    const workspace_url =
      planes === "admin" || own_port === undefined
        ? public_url
        : await open("workspace", host, own_port);
    const mtls_url =
      planes === "admin" || mtls_port === undefined
        ? undefined
        : await open("mtls", host, mtls_port);
    const admin_url =
      planes === "public"
        ? undefined
        : await open("admin", config["serve.admin.host"], config["serve.admin.port"]);
    prepared = prepareKeys(server);
    context.log.info("listening", {
      public_url,
      admin_url,
      workspace_url,
      mtls_url,
      version,
    });
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

/** Applies pending migrations and returns their names. */
export async function migrate(
  config: Config,
  onProgress?: (done: number, planned: number) => void,
): Promise<{ applied: string[] }> {
  const database = await openDatabase(config.dsn);
  try {
    const now = Math.floor(Date.now() / 1000);
    return { applied: await migrateDatabase(database, now, onProgress) };
  } finally {
    await database.close();
  }
}

/** Opens the accounts of a server, which need not be running, for the duration of `work`. */
export async function withAccounts<T>(
  config: Config,
  work: (accounts: AccountBook) => Promise<T>,
): Promise<T> {
  const now = (): number => Math.floor(Date.now() / 1000);
  const store = await openStore(
    await openDatabase(config.dsn),
    createSealer(config["secrets.system"]),
    now(),
  );
  try {
    return await work(createAccountBook(store.accounts, now));
  } finally {
    await store.close();
  }
}

/** Creates the signing key before the first request needs it. Earlier requests wait for the same key. */
async function prepareKeys({ context }: Server): Promise<void> {
  try {
    await context.keyring.prepare(
      keySets.id_token,
      context.config["oidc.id_token_signed_response_alg"],
    );
  } catch (error) {
    context.log.error("no signing key could be made", { error });
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
