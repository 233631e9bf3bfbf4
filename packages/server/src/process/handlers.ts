import { type Client, createClient } from "@latchkey/client";
import { type OwnApi, ownRoutes } from "../api/own-api.ts";
import { adminCaller, publicCaller, withCauses, withCausesWithin } from "../api/causes.ts";
import { adminRoutes, publicRoutes, servedBy } from "../api/routes.ts";
import { requiresAuthentication } from "../config/derived.ts";
import type { LoadedFeature } from "../feature/load-features.ts";
import type { Context } from "../context/context.ts";
import { failureOf } from "../context/failure-of.ts";
import { basePaths, publicUrl } from "../flows/page-urls.ts";
import { callingClient } from "../grants/calling-client.ts";
import type { GrantTypes } from "../grants/grant-type.ts";
import { createJsonErrorRenderer } from "../http/failure.ts";
import {
  createHandler,
  type Handler,
  type HandlerOptions,
  type ResponseObserver,
} from "../http/handler.ts";
import { toFetch } from "../http/in-process.ts";
import { createAuthentication } from "../http/middleware/authentication.ts";
import { createCors } from "../http/middleware/cors.ts";
import { createRequestLimits } from "../http/middleware/request-limits.ts";
import type { Route } from "../http/router.ts";
import { createTracedHandler } from "../http/traced-handler.ts";
import { consoleRoutes } from "../pages/console.ts";
import { currentCause } from "../http/cause.ts";
import { pageRoutes } from "../pages/built-in-pages.ts";
import { createAdminErrorRenderer, createPublicErrorRenderer } from "../pages/unrouted-requests.ts";
import {
  adminCorsSettings,
  adminCrossSiteCheck,
  adminHostCheck,
  certificateSource,
  publicCorsSettings,
  strictTransport,
  tlsCheck,
  trustedProxyCheck,
} from "./listener-checks.ts";

/** The handlers of a server's listeners, and an SDK client that calls it in process. */
export interface Handlers {
  readonly public: Handler;
  readonly admin: Handler;
  /** The APIs of features that may have a port of their own, each alone, by feature. */
  readonly apis: ReadonlyMap<
    string,
    { readonly handler: Handler; readonly port: number | undefined }
  >;
  /** Calls the admin API of this server without a socket and without the admin listener's checks. */
  readonly latchkey: Client;
  /** What that client sends its requests to. */
  readonly within: Handler;
}

/** What a server is composed of, beside its core. */
interface ServerParts {
  readonly features: readonly LoadedFeature[];
  readonly grant_types: GrantTypes;
}

/** Builds the handler of each listener from its routes and checks. */
export function createHandlers(
  context: Context,
  parts: ServerParts,
  onResponse?: ResponseObserver,
): Handlers {
  const { config, log, metrics, outages, store } = context;
  const { features } = parts;
  const json = createJsonErrorRenderer({
    expose_internal_errors: config["oauth2.expose_internal_errors"],
  });
  const shared = {
    failureOf,
    onResponse,
    now_ms: context.now_ms,
    log,
    metrics,
    outages,
    checkTls: tlsCheck(config, "public"),
    checkLimits: createRequestLimits(config),
    onLimit: (limit: string) => context.server_metrics.limit_hits.with({ limit }).add(),
    isTrustedProxy: trustedProxyCheck(config, "public"),
    certificateOf: certificateSource(config),
  };
  const makeHandler = handlerMaker(context);
  const within = createInProcessHandler(context, parts, onResponse);
  const latchkey = createInProcessClient(within);
  const routes = listenerRoutes(context, parts, latchkey);
  const publicErrors = createPublicErrorRenderer(context, features, json);
  const apis = features.flatMap(({ name, own_api }) => (own_api ? [{ name, api: own_api }] : []));
  const errorsIn = (served: readonly OwnApi[]) => {
    const renderers = served.map((api) => ({
      api,
      errors: createPublicErrorRenderer(context, features, api.createErrorRenderer(context)),
    }));
    return (path: string) => renderers.find(({ api }) => api.owns(path))?.errors ?? publicErrors;
  };
  const adminErrors = createAdminErrorRenderer(json);
  return {
    latchkey,
    within,
    public: makeHandler({
      ...shared,
      listener: "public",
      base_paths: basePaths(config),
      strict_transport: strictTransport(publicUrl(config), config),
      routes: withCauses(routes.public, publicCaller),
      errorRendererOf: errorsIn(publicApis(features, context)),
      silence_health: config["serve.public.access_log.disable_for_health"],
      cors: createCors({
        settings: publicCorsSettings(config),
        clients: {
          allow: (origin) => store.clients.allowsOrigin(origin),
          // A request over a limit is refused, so it is not parsed to find the client.
          find: async (request) =>
            shared.checkLimits(request, { stores_before_authentication: false }) === undefined
              ? callingClient(request, context)
              : undefined,
        },
      }),
    }),
    apis: new Map(
      apis.map(({ name, api }) => [
        name,
        {
          port: api.portOf(config),
          handler: makeHandler({
            ...shared,
            listener: name,
            base_paths: basePaths(config),
            strict_transport: strictTransport(publicUrl(config), config),
            routes: withCauses(ownRoutes(api, context, parts.grant_types), publicCaller),
            errorRendererOf: errorsIn([api]),
          }),
        },
      ]),
    ),
    admin: makeHandler({
      ...shared,
      listener: "admin",
      strict_transport: strictTransport(config["urls.self.admin"], config),
      checkTls: tlsCheck(config, "admin"),
      isTrustedProxy: trustedProxyCheck(config, "admin"),
      routes: withCauses(routes.admin, adminCaller),
      errorRendererOf: () => adminErrors,
      silence_health: config["serve.admin.access_log.disable_for_health"],
      authenticate: createAuthentication({
        keys: config["serve.admin.api_keys"],
        sources: features.flatMap((feature) => feature.findCaller?.(context) ?? []),
        is_required: requiresAuthentication(config),
      }),
      checkHost: adminHostCheck(config),
      checkCrossSite: adminCrossSiteCheck(config),
      cors: createCors({ settings: adminCorsSettings(config) }),
    }),
  };
}

/** The routes of each listener. */
export function listenerRoutes(
  context: Context,
  parts: ServerParts,
  latchkey: Client,
): Readonly<Record<"public" | "admin", readonly Route[]>> {
  return {
    public: [
      ...publicRoutes(context, parts),
      ...pageRoutes(context, parts.features, latchkey),
      ...publicApis(parts.features, context).flatMap((api) =>
        ownRoutes(api, context, parts.grant_types),
      ),
    ],
    admin: [...adminRoutes(context, parts), ...consoleRoutes(servedBy(parts.features))],
  };
}

/** The APIs of features that the public listener serves: those without a port of their own. */
function publicApis(features: readonly LoadedFeature[], { config }: Context): readonly OwnApi[] {
  return features.flatMap(({ own_api }) =>
    own_api === undefined || own_api.portOf(config) !== undefined ? [] : [own_api],
  );
}

/** An SDK client that calls the admin API of this server. */
export function createInProcessClient(within: Handler): Client {
  return createClient({ admin: "http://latchkey.internal", fetch: toFetch(within) });
}

function createInProcessHandler(
  context: Context,
  parts: ServerParts,
  onResponse: ResponseObserver | undefined,
): Handler {
  const { log, metrics, outages, now_ms } = context;
  const within = handlerMaker(context)({
    log,
    metrics,
    outages,
    now_ms,
    listener: "within",
    failureOf,
    onResponse,
    routes: withCausesWithin(adminRoutes(context, parts)),
    silent: true,
  });
  return (incoming) =>
    within({
      ...incoming,
      address: "", // The pages call, not the user, whose address is in the request to the page.
      // Requests of a page have the id of the request to the page.
      headers: { "x-request-id": currentCause().request_id || undefined, ...incoming.headers },
    });
}

/** Without tracing the plain handler is used, so that requests pay nothing for it. */
function handlerMaker({ tracer }: Context): (options: HandlerOptions) => Handler {
  return tracer === undefined ? createHandler : (options) => createTracedHandler(options, tracer);
}
