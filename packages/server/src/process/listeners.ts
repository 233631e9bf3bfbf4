import { type Client, createClient } from "@latchkey/client";
import { publicUrl } from "../flows/page-urls.ts";
import { showError } from "../flows/error-page.ts";
import { isDevelopment } from "../config/check.ts";
import { isLoopback } from "../config/loopback.ts";
import type { Config } from "../config/settings.ts";
import { consoleRoutes } from "../pages/console.ts";
import type { Context } from "../context/context.ts";
import type { GrantTypes } from "../grants/grant-type.ts";
import { callingClient } from "../grants/calling-client.ts";
import { createApiKeyGuard } from "../http/middleware/api-key.ts";
import { type CorsSettings, createCors, isPublicCorsPath } from "../http/middleware/cors.ts";
import { readOrigins } from "../oauth/cors-origins.ts";
import { createCrossSiteCheck, type CrossSiteCheck } from "../http/middleware/cross-site.ts";
import { createHandler, type Handler, type HandlerOptions } from "../http/handler.ts";
import type { Request } from "../http/endpoint.ts";
import { createHostGuard, type HostGuard } from "../http/middleware/host.ts";
import { toFetch } from "../http/in-process.ts";
import { createRequestLimits } from "../http/middleware/request-limits.ts";
import { createTlsGate, type TlsGate } from "../http/middleware/tls.ts";
import { type Networks, readNetworks } from "../limits/networks.ts";
import { createTracedHandler } from "../http/traced-handler.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { onBehalfOf, pageRoutes } from "../pages/sign-in-pages.ts";
import { adminRoutes, publicRoutes, workspaceRoutes } from "../api/routes.ts";
import { isUnderV1, unansweredUnderV1 } from "../api/workspace/unanswered.ts";

/** The faces of a server, and the SDK that reaches it from within. */
export interface Handlers {
  readonly public: Handler;
  readonly admin: Handler;
  /** The workspace API by itself, for whoever gives it a port of its own. */
  readonly workspace: Handler;
  /** Speaks to this very server, without a socket and past the admin listener's gates. */
  readonly latchkey: Client;
}

/** Puts the routes of each listener behind its gates. */
export function createHandlers(context: Context, grant_types: GrantTypes): Handlers {
  const { config, log, metrics, store } = context;
  const expose_internal_errors = config["oauth2.expose_internal_errors"];
  const shared = {
    keeps_own_log: isUnderV1,
    now_ms: context.now_ms,
    log,
    metrics,
    tls_gate: tlsGate(config, false),
    request_limits: createRequestLimits(config),
    onLimit: (limit: string) => context.server_metrics.limit_hits.with({ limit }).add(),
    refuseExcess: (error: OAuthError, request: Request) =>
      isBrowserPath(request.path) ? showError(error, request, context) : undefined,
    isTrustedProxy: trustedProxies(config),
    expose_internal_errors,
  };
  const makeHandler = handlerMaker(context);
  const latchkey = reachFromWithin(context, grant_types);
  const hasOwnPort = config["serve.workspace.port"] !== undefined;
  const unanswered = unansweredUnderV1(context);
  return {
    latchkey,
    public: makeHandler({
      ...shared,
      plane: "public",
      strict_transport: strictTransport(publicUrl(config), config),
      routes: [
        ...publicRoutes(context, grant_types),
        ...pageRoutes(context, latchkey),
        ...(hasOwnPort ? [] : workspaceRoutes(context, grant_types)),
      ],
      unanswered: hasOwnPort ? undefined : unanswered,
      silence_health: config["serve.public.access_log.disable_for_health"],
      cors: createCors({
        settings: corsSettings(config, "public"),
        covers: isPublicCorsPath,
        clients: {
          allow: (origin) => store.clients.allowsOrigin(origin),
          // A request that passes a limit is refused, and is not read to find out whose it is.
          find: async (request) =>
            shared.request_limits(request) === undefined
              ? callingClient(request, context)
              : undefined,
        },
      }),
    }),
    workspace: makeHandler({
      ...shared,
      plane: "workspace",
      strict_transport: strictTransport(publicUrl(config), config),
      routes: workspaceRoutes(context, grant_types),
      unanswered,
    }),
    admin: makeHandler({
      ...shared,
      plane: "admin",
      strict_transport: strictTransport(config["urls.self.admin"], config),
      tls_gate: tlsGate(config, isLoopback(config["serve.admin.host"])),
      routes: [...adminRoutes(context, grant_types), ...consoleRoutes()],
      silence_health: config["serve.admin.access_log.disable_for_health"],
      api_key_guard: createApiKeyGuard(config["serve.admin.api_keys"]),
      host_guard: adminHostGuard(config),
      cross_site_check: adminCrossSiteCheck(config),
      cors: createCors({ settings: adminCorsSettings(config), covers: () => true }),
    }),
  };
}

/** Paths that browsers are sent to, where a refusal is a page. */
function isBrowserPath(path: string): boolean {
  return path === "/oauth2/auth" || path === "/oauth2/sessions/logout";
}

/** Keys are proof enough; without them, only this machine may call, and no page in its browser. */
function adminHostGuard(config: Config): HostGuard | undefined {
  if (config["serve.admin.api_keys"].length > 0) return undefined;
  const own = URL.parse(config["urls.self.admin"] ?? "")?.hostname;
  return createHostGuard(own === undefined ? [] : [own]);
}

function tlsGate(config: Config, trusts_loopback: boolean): TlsGate | undefined {
  if (!endsTlsInFront(config)) return undefined;
  const allow_termination_from = config["serve.tls.allow_termination_from"];
  return createTlsGate({ allow_termination_from, trusts_loopback });
}

/** RFC 6797. Without includeSubDomains: the issuer may be a domain whose subdomains are not ours. */
function strictTransport(url: string | undefined, config: Config): string | undefined {
  const { protocol, hostname = "" } = URL.parse(url ?? "") ?? {};
  const max_age = config["serve.hsts.max_age"];
  if (protocol !== "https:" || max_age === 0) return undefined;
  return isDevelopment(config) || isLoopback(hostname) ? undefined : `max-age=${max_age}`;
}

function adminCrossSiteCheck(config: Config): CrossSiteCheck {
  const { enabled, allowed_origins } = adminCorsSettings(config);
  const origins = readOrigins(allowed_origins);
  return createCrossSiteCheck({
    own_origin: URL.parse(config["urls.self.admin"] ?? "")?.origin,
    allowsOrigin: (origin) => enabled && (origins.everyone || origins.includes(origin)),
  });
}

/**
 * `*`, which is what `allowed_origins` holds unless somebody sets it, names no origin: without API keys it would hand the
 * admin listener, private keys included, to every page that a browser on this machine opens.
 */
function adminCorsSettings(config: Config): CorsSettings {
  const settings = corsSettings(config, "admin");
  if (config["serve.admin.api_keys"].length > 0) return settings;
  return { ...settings, allowed_origins: settings.allowed_origins.filter((one) => one !== "*") };
}

function reachFromWithin(context: Context, grant_types: GrantTypes): Client {
  const { log, metrics, now_ms } = context;
  const within = handlerMaker(context)({
    log,
    metrics,
    now_ms,
    plane: "within",
    routes: adminRoutes(context, grant_types),
    silent: true,
  });
  const byName: Handler = (incoming) =>
    within({
      ...incoming,
      address: "", // The pages call, not the user; the step before has the address.
      headers: { "x-request-id": onBehalfOf.getStore(), ...incoming.headers },
    });
  return createClient({ admin: "http://latchkey.internal", fetch: toFetch(byName) });
}

/** Without traces a handler is made as it is, and nothing on its way asks for them. */
function handlerMaker({ tracer }: Context): (options: HandlerOptions) => Handler {
  return tracer === undefined ? createHandler : (options) => createTracedHandler(options, tracer);
}

/** The peers that may say where a request comes from: those of the setting, and those that end TLS for us. */
function trustedProxies(config: Config): Networks | undefined {
  const networks = [
    ...config["serve.trusted_proxies"],
    ...config["serve.tls.allow_termination_from"],
  ];
  return networks.length === 0 ? undefined : readNetworks(networks);
}

/** Whether somebody in front of us ends TLS, so that plain requests are expected but not from everyone. */
export function endsTlsInFront(config: Config): boolean {
  return !servesPlainHttp(config) && config["serve.tls.allow_termination_from"].length > 0;
}

/** Whether no TLS is asked for at all: on loopback in development, or where an operator insists. */
export function servesPlainHttp(config: Config): boolean {
  if (config["dangerous-force-http"]) return true;
  return isDevelopment(config) && config["urls.self.issuer"].startsWith("http:");
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
