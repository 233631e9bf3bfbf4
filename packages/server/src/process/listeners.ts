import { type Client, createClient } from "@latchkey/client";
import { publicUrl } from "../flows/page-urls.ts";
import { isDevelopment } from "../config/derived.ts";
import { isLoopback } from "../config/loopback.ts";
import type { Config } from "../config/settings.ts";
import { consoleRoutes } from "../pages/console.ts";
import type { Context } from "../context/context.ts";
import type { GrantTypes } from "../grants/grant-type.ts";
import { failureOf } from "../context/failure-of.ts";
import { createJsonPlane, type Plane } from "../http/failure.ts";
import { callingClient } from "../grants/calling-client.ts";
import { createApiKeyCheck } from "../http/middleware/api-key.ts";
import { type CorsSettings, createCors, isPublicCorsPath } from "../http/middleware/cors.ts";
import { parseOrigins } from "../oauth/client/cors-origins.ts";
import { createCrossSiteCheck, type CrossSiteCheck } from "../http/middleware/cross-site.ts";
import {
  createHandler,
  type Handler,
  type HandlerOptions,
  type ResponseObserver,
} from "../http/handler.ts";
import { createHostCheck, type HostCheck } from "../http/middleware/host.ts";
import { toFetch } from "../http/in-process.ts";
import type { Route } from "../http/router.ts";
import { certificateFromHeader } from "../http/middleware/client-certificate.ts";
import { createRequestLimits } from "../http/middleware/request-limits.ts";
import { createTlsCheck, type TlsCheck } from "../http/middleware/tls.ts";
import { type Networks, readNetworks } from "../limits/networks.ts";
import { createTracedHandler } from "../http/traced-handler.ts";
import { currentRequestId, pageRoutes } from "../pages/sign-in-pages.ts";
import { createAdminPathPlane, createPublicPathPlane } from "../pages/unknown-paths.ts";
import { adminRoutes, publicRoutes, workspaceRoutes } from "../api/routes.ts";
import { createWorkspacePlane, isUnderV1 } from "../api/workspace/plane.ts";

/** The listeners of a server, and an SDK client that calls it in process. */
export interface Handlers {
  readonly public: Handler;
  readonly admin: Handler;
  /** The workspace API alone, for `serve.workspace.port`. */
  readonly workspace: Handler;
  /** Calls the admin API of this server without a socket and without the admin listener's checks. */
  readonly latchkey: Client;
}

/** Builds the handler of each listener from its routes and checks. */
export function createHandlers(
  context: Context,
  grant_types: GrantTypes,
  onResponse?: ResponseObserver,
): Handlers {
  const { config, log, metrics, store } = context;
  const json = createJsonPlane({
    expose_internal_errors: config["oauth2.expose_internal_errors"],
  });
  const shared = {
    failureOf,
    onResponse,
    now_ms: context.now_ms,
    log,
    metrics,
    checkTls: tlsCheck(config, false),
    checkLimits: createRequestLimits(config),
    onLimit: (limit: string) => context.server_metrics.limit_hits.with({ limit }).add(),
    isTrustedProxy: trustedProxies(config),
    certificateOf: certificateSource(config),
  };
  const makeHandler = handlerMaker(context);
  const latchkey = createInProcessClient(context, grant_types, onResponse);
  const hasOwnPort = config["serve.workspace.port"] !== undefined;
  const routes = listenerRoutes(context, grant_types, latchkey);
  const workspace = createWorkspacePlane(context);
  const workspaceOr = (plane: Plane) => (path: string) => (isUnderV1(path) ? workspace : plane);
  const publicPaths = createPublicPathPlane(context, json);
  const adminPaths = createAdminPathPlane(json);
  return {
    latchkey,
    public: makeHandler({
      ...shared,
      listener: "public",
      strict_transport: strictTransport(publicUrl(config), config),
      routes: routes.public,
      planeOf: hasOwnPort ? () => publicPaths : workspaceOr(publicPaths),
      silence_health: config["serve.public.access_log.disable_for_health"],
      cors: createCors({
        settings: publicCorsSettings(config),
        covers: isPublicCorsPath,
        clients: {
          allow: (origin) => store.clients.allowsOrigin(origin),
          // A request over a limit is refused, so it is not parsed to find the client.
          find: async (request) =>
            shared.checkLimits(request) === undefined ? callingClient(request, context) : undefined,
        },
      }),
    }),
    workspace: makeHandler({
      ...shared,
      listener: "workspace",
      strict_transport: strictTransport(publicUrl(config), config),
      routes: routes.workspace,
      planeOf: workspaceOr(json),
    }),
    admin: makeHandler({
      ...shared,
      listener: "admin",
      strict_transport: strictTransport(config["urls.self.admin"], config),
      checkTls: tlsCheck(config, isLoopback(config["serve.admin.host"])),
      routes: routes.admin,
      planeOf: () => adminPaths,
      silence_health: config["serve.admin.access_log.disable_for_health"],
      authenticateApiKey: createApiKeyCheck(config["serve.admin.api_keys"]),
      checkHost: adminHostCheck(config),
      checkCrossSite: adminCrossSiteCheck(config),
      cors: createCors({ settings: adminCorsSettings(config), covers: () => true }),
    }),
  };
}

/** The routes of each listener. */
export function listenerRoutes(
  context: Context,
  grant_types: GrantTypes,
  latchkey: Client,
): Readonly<Record<"public" | "workspace" | "admin", readonly Route[]>> {
  const hasOwnPort = context.config["serve.workspace.port"] !== undefined;
  const workspace = workspaceRoutes(context, grant_types);
  return {
    public: [
      ...publicRoutes(context, grant_types),
      ...pageRoutes(context, latchkey),
      ...(hasOwnPort ? [] : workspace),
    ],
    workspace,
    admin: [...adminRoutes(context, grant_types), ...consoleRoutes()],
  };
}

/** Without API keys only this machine may call, and no web page that its browser shows. */
function adminHostCheck(config: Config): HostCheck | undefined {
  if (config["serve.admin.api_keys"].length > 0) return undefined;
  const own = URL.parse(config["urls.self.admin"] ?? "")?.hostname;
  return createHostCheck(own === undefined ? [] : [own]);
}

function tlsCheck(config: Config, trusts_loopback: boolean): TlsCheck | undefined {
  if (!proxyTerminatesTls(config)) return undefined;
  const allow_termination_from = config["serve.tls.allow_termination_from"];
  return createTlsCheck({ allow_termination_from, trusts_loopback });
}

/** RFC 6797. Without includeSubDomains: subdomains of the issuer's host may belong to other services. */
function strictTransport(url: string | undefined, config: Config): string | undefined {
  const { protocol, hostname = "" } = URL.parse(url ?? "") ?? {};
  const max_age = config["serve.hsts.max_age"];
  if (protocol !== "https:" || max_age === 0) return undefined;
  return isDevelopment(config) || isLoopback(hostname) ? undefined : `max-age=${max_age}`;
}

function adminCrossSiteCheck(config: Config): CrossSiteCheck {
  const { enabled, allowed_origins } = adminCorsSettings(config);
  const origins = parseOrigins(allowed_origins);
  return createCrossSiteCheck({
    own_origin: URL.parse(config["urls.self.admin"] ?? "")?.origin,
    allowsOrigin: (origin) => enabled && (origins.everyone || origins.includes(origin)),
  });
}

/**
 * Without API keys, `*` (the default of `allowed_origins`) allows no origin: otherwise every web page in a browser on this
 * machine could use the admin API and read private keys.
 */
function adminCorsSettings(config: Config): CorsSettings {
  const settings = corsSettings(config, "admin");
  if (config["serve.admin.api_keys"].length > 0) return settings;
  return { ...settings, allowed_origins: settings.allowed_origins.filter((one) => one !== "*") };
}

function createInProcessClient(
  context: Context,
  grant_types: GrantTypes,
  onResponse: ResponseObserver | undefined,
): Client {
  const { log, metrics, now_ms } = context;
  const within = handlerMaker(context)({
    log,
    metrics,
    now_ms,
    listener: "within",
    failureOf,
    onResponse,
    routes: adminRoutes(context, grant_types),
    silent: true,
  });
  const withRequestId: Handler = (incoming) =>
    within({
      ...incoming,
      address: "", // The pages call, not the user, whose address is in the request to the page.
      headers: { "x-request-id": currentRequestId.getStore(), ...incoming.headers },
    });
  return createClient({ admin: "http://latchkey.internal", fetch: toFetch(withRequestId) });
}

/** Without tracing the plain handler is used, so that requests pay nothing for it. */
function handlerMaker({ tracer }: Context): (options: HandlerOptions) => Handler {
  return tracer === undefined ? createHandler : (options) => createTracedHandler(options, tracer);
}

/** The proxies whose forwarded headers are believed: those of the setting, and those that terminate TLS. */
function trustedProxies(config: Config): Networks | undefined {
  const networks = [
    ...config["serve.trusted_proxies"],
    ...config["serve.tls.allow_termination_from"],
  ];
  return networks.length === 0 ? undefined : readNetworks(networks);
}

/** Where TLS client certificates come from. A header counts only where no certificate of a connection does, and the reverse. */
function certificateSource(config: Config): HandlerOptions["certificateOf"] {
  switch (config["serve.mtls.certificates"]) {
    case "off":
      return undefined;
    case "tls":
      return ({ certificate }) => certificate;
    case "header":
      return certificateFromHeader({
        name: config["serve.mtls.header.name"],
        format: config["serve.mtls.header.format"],
        is_chain_verified: config["serve.mtls.header.chain_verified"],
        isTrustedProxy: trustedProxies(config) ?? (() => false),
      });
  }
}

/** Whether a proxy terminates TLS, so that plain requests are accepted from it. */
export function proxyTerminatesTls(config: Config): boolean {
  return !servesPlainHttp(config) && config["serve.tls.allow_termination_from"].length > 0;
}

/** Whether TLS is not required: with an http issuer in development, or with `dangerous-force-http`. */
export function servesPlainHttp(config: Config): boolean {
  if (config["dangerous-force-http"]) return true;
  return isDevelopment(config) && config["urls.self.issuer"].startsWith("http:");
}

/** RFC 9449 §4.1, §8.2: adds the headers of DPoP, without which scripts could not use it, to those that an operator listed. */
function publicCorsSettings(config: Config): CorsSettings {
  const settings = corsSettings(config, "public");
  return {
    ...settings,
    allowed_headers: withAll(settings.allowed_headers, ["DPoP"]),
    exposed_headers: withAll(settings.exposed_headers, ["DPoP-Nonce", "WWW-Authenticate"]),
  };
}

function withAll(listed: readonly string[], added: readonly string[]): readonly string[] {
  const known = new Set(listed.map((name) => name.toLowerCase()));
  return [...listed, ...added.filter((name) => !known.has(name.toLowerCase()))];
}

function corsSettings(config: Config, plane: "public" | "admin"): CorsSettings {
  return {
    enabled: config[`serve.${plane}.cors.enabled`],
    allowed_origins: config[`serve.${plane}.cors.allowed_origins`],
    allowed_methods: config[`serve.${plane}.cors.allowed_methods`],
    allowed_headers: config[`serve.${plane}.cors.allowed_headers`],
    exposed_headers: config[`serve.${plane}.cors.exposed_headers`],
    allow_credentials: config[`serve.${plane}.cors.allow_credentials`],
    max_age: config[`serve.${plane}.cors.max_age`],
  };
}
