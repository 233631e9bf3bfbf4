import {
  coreOperations,
  corePages,
  mayChange,
  type Operation,
  referencePages,
} from "@latchkey/api";
import { getAccess } from "./admin/access.ts";
import { actingOnClient } from "./admin/client-rights.ts";
import { explainOAuth2Client } from "./admin/client-explanation.ts";
import * as clientSecrets from "./admin/client-secret.ts";
import { conditional } from "./conditional.ts";
import * as apis from "./admin/apis.ts";
import * as clientChanges from "./admin/client-changes.ts";
import * as clients from "./admin/clients.ts";
import * as consentRequests from "./admin/consent-requests.ts";
import * as consentSessions from "./admin/consent-sessions.ts";
import { isInstanceAlive, isInstanceReady } from "./admin/health.ts";
import { introspectOAuth2Token } from "./introspection/admin.ts";
import * as keys from "./admin/keys/keys.ts";
import { getSystemSecrets } from "./admin/keys/system-secrets.ts";
import * as signers from "./admin/keys/signers.ts";
import * as signingKeys from "./admin/keys/signing-keys.ts";
import * as loginRequests from "./admin/login-requests.ts";
import { revokeAuthenticationSession } from "./admin/login-sessions.ts";
import * as logoutRequests from "./admin/logout-requests.ts";
import { prometheus } from "./admin/metrics.ts";
import { checkOutboundUrls } from "./admin/outbound.ts";
import { reloadSettings } from "./admin/settings.ts";
import { showReference } from "./admin/reference.ts";
import { deleteOAuth2Token, flushInactiveOAuth2Tokens } from "./admin/tokens.ts";
import { getVersion } from "./admin/version.ts";
import type { Context } from "../context/context.ts";
import type { Request } from "../http/request.ts";
import type { Headers } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import type { GrantTypes } from "../grants/grant-type.ts";
import { createPageErrorRenderer } from "../flows/page-error-renderer.ts";
import { createJsonErrorRenderer, type ErrorRenderer } from "../http/failure.ts";
import { thenOrCall } from "../maybe-promise.ts";
import { metadataPaths } from "../openid/urls.ts";
import { observerOf } from "./observe.ts";
import { oauthAuth } from "./public/authorize.ts";
import { introspectForApi } from "./introspection/public.ts";
import { createDiscoveryEndpoint, type DiscoveredFeature } from "./public/discovery.ts";
import { wellKnown } from "./public/jwks.ts";
import { pushAuthorizationRequest } from "./public/par.ts";
import { disconnectUser } from "./public/logout.ts";
import type { Dialect, DialectEndpoint } from "./dialects/dialect.ts";
import { hydraV1 } from "./dialects/hydra-v1.ts";
import { hydraV2 } from "./dialects/hydra-v2.ts";
import { revokeOAuth2Token } from "./public/revoke.ts";
import { createTokenEndpoint } from "./public/token.ts";
import { userinfo } from "./public/userinfo.ts";

/** What a server is composed of, beside the core. */
export interface ServerParts {
  readonly grant_types: GrantTypes;
  readonly features: readonly ServedFeature[];
}

/** The operations of a feature, and the endpoint of each. */
interface ServedFeature extends DiscoveredFeature {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly pages?: Readonly<Record<string, Operation>>;
  /** Of the feature that serves the built-in pages. */
  readonly pageRoutes?: unknown;
  readonly own_api?: { readonly operations: Readonly<Record<string, Operation>> };
  readonly endpoints: Readonly<Record<string, DialectEndpoint>>;
}

type CoreOperationId = keyof typeof coreOperations;

/** The endpoint of each operation of the core. One that is left out does not compile. */
function endpointsOf({ grant_types, features }: ServerParts): {
  readonly [Id in CoreOperationId]: DialectEndpoint;
} {
  const discover = createDiscoveryEndpoint(grant_types, features);
  return {
    ...fixedEndpoints,
    oauth2Token: createTokenEndpoint(grant_types),
    discoverOpenIDConfiguration: discover,
    discoverOAuth2AuthorizationServer: discover,
  };
}

type OfGrantTypes =
  | "oauth2Token"
  | "discoverOpenIDConfiguration"
  | "discoverOAuth2AuthorizationServer";

const fixedEndpoints: { readonly [Id in Exclude<CoreOperationId, OfGrantTypes>]: DialectEndpoint } =
  {
    ...apis,
    ...clients,
    ...clientChanges,
    ...keys,
    ...signers,
    ...signingKeys,
    getSystemSecrets,
    reloadSettings,
    checkOutboundUrls,
    ...loginRequests,
    ...consentRequests,
    ...logoutRequests,
    ...consentSessions,
    explainOAuth2Client,
    ...clientSecrets,
    revokeAuthenticationSession,
    oauthAuth,
    pushAuthorizationRequest,
    revokeOAuth2Token,
    userinfo,
    disconnectUser,
    wellKnown,
    introspectOAuth2Token,
    deleteOAuth2Token,
    flushInactiveOAuth2Tokens,
    isInstanceAlive,
    isInstanceReady,
    prometheus,
    getVersion,
    getAccess,
  };

/** Routes of the public listener. */
export function publicRoutes(context: Context, parts: ServerParts): readonly Route[] {
  const isPublic = ({ tag, also_public }: Operation): boolean =>
    tag === "public" || also_public !== undefined;
  const tables = [coreOperations, ...parts.features.map(({ operations }) => operations)];
  for (const [id, { also_public }] of tables.flatMap((table) => Object.entries<Operation>(table)))
    // Its endpoint of the admin listener would not authenticate them.
    if (also_public?.authentication && !(id in publicEndpoints))
      throw new Error(`No endpoint of the public listener is given for ${id}.`);
  return routesOf({ ...hydraV1, endpoints: publicEndpoints }, isPublic, context, parts).map(
    (route) => (route.name in publicEndpoints ? { ...route, access: "open" } : route),
  );
}

/** The endpoints of admin operations that the public listener serves to callers who authenticate in another way. */
const publicEndpoints: Readonly<Partial<Record<string, DialectEndpoint>>> = {
  introspectOAuth2Token: introspectForApi,
};

/** Routes of the admin listener: all operations, so that one base URL is enough, and those of Hydra v2 under `/admin`. */
export function adminRoutes(context: Context, parts: ServerParts): readonly Route[] {
  const served = servedBy(parts.features);
  return [
    ...routesOf(hydraV1, () => true, context, parts),
    ...routesOf(hydraV2, ({ under_admin }) => under_admin, context, parts),
    ...Object.values(referencePages).map((page) => referenceRoute(page, served, context)),
  ];
}

/** The ids of the operations and pages of a server. */
export function servedBy(features: readonly ServedFeature[]): ReadonlySet<string> {
  const hasPages = features.some(({ pageRoutes }) => pageRoutes !== undefined);
  const tables = [
    coreOperations,
    corePages,
    ...features.flatMap(({ operations: table, pages = {}, own_api }) => [
      table,
      hasPages ? pages : {},
      own_api?.operations ?? {},
    ]),
  ];
  return new Set(tables.flatMap((table) => Object.keys(table)));
}

function referenceRoute(page: Operation, served: ReadonlySet<string>, context: Context): Route {
  return {
    ...page,
    name: page.path,
    error_renderer: jsonErrorRenderer(context),
    answer: (request: Request) => showReference(request, served),
  };
}

function jsonErrorRenderer({ config }: Context): ErrorRenderer {
  return createJsonErrorRenderer({
    expose_internal_errors: config["oauth2.expose_internal_errors"],
  });
}

function routesOf(
  dialect: Dialect,
  serves: (operation: Operation) => boolean,
  context: Context,
  parts: ServerParts,
): readonly Route[] {
  const { features, grant_types } = parts;
  const core: ServedFeature = { operations: coreOperations, endpoints: endpointsOf(parts) };
  const served = [core, ...features].flatMap((one) =>
    Object.entries(one.operations)
      .filter(([id, row]) => serves(row) && (one.isServed?.(id, context.config) ?? true))
      .map(([id, row]) => [id, row, one.endpoints[id]] as const),
  );
  const [json, page] = [jsonErrorRenderer(context), createPageErrorRenderer(context)];
  return served.flatMap(([name, operation, common]) => {
    const { method, body, also_by_post, opened_in_browser } = operation;
    const endpoint = dialect.endpoints[name] ?? common;
    if (endpoint === undefined) throw new Error(`No endpoint is given for ${name}.`);
    const called: Route["answer"] = (request) => endpoint(request, context, dialect);
    const answered = conditional(operation, called);
    const answer = operation.acts_on === "client" ? actingOnClient(answered, context) : answered;
    const route: Route = {
      ...operation,
      name,
      probe: dialect.prefix === "" ? operation.probe : null, // They ask at the paths of Hydra v1.
      reads_form: body === "form" || also_by_post === true,
      may_change: mayChange(operation),
      error_renderer: opened_in_browser ? page : json,
      answer: method === "GET" ? withHeaders(dialect.read_headers, answer) : answer,
      observe: observerOf(operation, context, grant_types),
    };
    const methods = also_by_post ? [method, "POST" as const] : [method];
    const paths = pathsOf(operation, context);
    return paths.flatMap((one) =>
      methods.map((another) => ({ ...route, path: `${dialect.prefix}${one}`, method: another })),
    );
  });
}

/** The same responses with further headers, which replace others of the same name. */
function withHeaders(more: Headers | undefined, answer: Route["answer"]): Route["answer"] {
  if (more === undefined) return answer;
  return (request) =>
    thenOrCall(answer(request), (response) => ({
      ...response,
      headers: { ...response.headers, ...more },
    }));
}

/** The path of the contract, and others at which clients look for the same. */
function pathsOf(
  { path, also_at = [], located_by_issuer }: Operation,
  { config }: Context,
): readonly string[] {
  return located_by_issuer ? metadataPaths(path, config["urls.self.issuer"]) : [path, ...also_at];
}
