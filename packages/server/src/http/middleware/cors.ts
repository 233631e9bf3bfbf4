import type { Client } from "../../oauth/client.ts";
import { originListOf, parseOrigins } from "../../oauth/client/cors-origins.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import type { Headers, Response } from "../response.ts";
import type { Request } from "../request.ts";
import type { Match } from "../router.ts";

/** The settings `serve.{public,admin}.cors.*` of one listener. */
export interface CorsSettings {
  /** Whether the origins listed here may call. The origins of clients always may. */
  readonly enabled: boolean;
  readonly allowed_origins: readonly string[];
  readonly allowed_methods: readonly string[];
  readonly allowed_headers: readonly string[];
  readonly exposed_headers: readonly string[];
  readonly allow_credentials: boolean;
  /** Seconds for which a browser may cache a preflight; 0 leaves that to the browser. */
  readonly max_age: number;
}

/** Which origins a listener lets read its responses from a script. */
export interface CorsOptions {
  readonly settings: CorsSettings;
  /** The clients, whose own origins may call the routes that are for them. Left out, the settings alone decide on every route. */
  readonly clients?: CorsClients;
}

/** What the CORS check queries about clients. */
interface CorsClients {
  /** Whether the origin belongs to any client: a preflight does not say which client will call. */
  allow(origin: string): Promise<boolean>;
  /** The client that sent a request, by its credentials, its form or its token. */
  find(request: Request): Promise<CorsClient | undefined>;
}

type CorsClient = Pick<
  Client,
  "allowed_cors_origins" | "redirect_uris" | "token_endpoint_auth_method"
>;

/** Cross-origin resource sharing, as the handler uses it. */
export interface Cors {
  /** The headers that let scripts of allowed origins read the response. */
  headersFor(match: Pick<Match, "cors">, request: Request): MaybePromise<Headers>;
  /** The response to a preflight; undefined when the request is none, or no origin may call. */
  preflight(
    match: Pick<Extract<Match, { kind: "options" }>, "cors" | "allow">,
    request: Request,
  ): Promise<Response> | undefined;
}

/** Builds the cross-origin rules of one listener. */
export function createCors({ settings, clients }: CorsOptions): Cors {
  const { enabled } = settings;
  const origins = parseOrigins(enabled ? settings.allowed_origins : []);
  const headers = corsHeaders(settings);
  const listed = (origin: string): boolean => origins.everyone || origins.includes(origin);
  const headersTo = (origin: string): Headers =>
    origins.includes(origin) || !origins.everyone ? headers.to(origin) : headers.toEveryone;

  return {
    headersFor({ cors }, request) {
      if (cors === "everyone") return openHeaders;
      if (!covers(cors)) return noHeaders;
      const origin = request.headers["origin"];
      // Responses of these paths are never cached, so without CORS settings `Vary` is not needed.
      if (origin === undefined) return enabled ? varies : noHeaders;
      if (listed(origin)) return headersTo(origin);
      if (clients !== undefined) return ofCaller(clients, request, origin);
      return enabled ? varies : noHeaders;
    },

    preflight({ cors, allow }, request) {
      const origin = request.headers["origin"];
      if (origin === undefined || !("access-control-request-method" in request.headers))
        return undefined;
      if (cors === "everyone") return Promise.resolve(preflightResponse(openPreflight(allow)));
      if (!covers(cors) || (!enabled && clients === undefined)) return undefined;
      return preflightFrom(origin);
    },
  };

  function covers(cors: Match["cors"]): boolean {
    return clients === undefined || cors === "clients";
  }

  /** Without a known client the response can only be an error, which the origins of all clients may read. */
  async function ofCaller(known: CorsClients, request: Request, origin: string): Promise<Headers> {
    const client = await known.find(request);
    const isAllowed =
      client === undefined ? await known.allow(origin) : originListOf(client).includes(origin);
    return isAllowed ? headers.to(origin) : varies;
  }

  async function preflightFrom(origin: string): Promise<Response> {
    const isAllowed = listed(origin) || (await clients?.allow(origin)) === true;
    return preflightResponse(isAllowed ? { ...headersTo(origin), ...headers.preflight } : varies);
  }
}

const noHeaders: Headers = {};
const varies: Headers = { Vary: "Origin" };
const openHeaders: Headers = { "Access-Control-Allow-Origin": "*" };

function openPreflight(allow: string): Headers {
  return {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": allow === READ_ONLY ? "GET, HEAD" : "GET, POST, PUT, DELETE",
    "Access-Control-Allow-Headers": "*, Authorization", // Fetch §4.9: the asterisk does not cover it.
  };
}

const READ_ONLY = "GET, HEAD, OPTIONS";

/** The headers that allow an origin to call. */
function corsHeaders(settings: CorsSettings) {
  const exposed: Headers = {
    Vary: "Origin",
    "Access-Control-Expose-Headers": settings.exposed_headers.join(", "),
  };
  const preflight: Headers = {
    "Access-Control-Allow-Methods": settings.allowed_methods.join(", "),
    "Access-Control-Allow-Headers": settings.allowed_headers.join(", "),
  };
  const named: Headers = settings.allow_credentials
    ? { ...exposed, "Access-Control-Allow-Credentials": "true" }
    : exposed;
  return {
    /** `*` is never sent with credentials: every site could then use the cookies of its visitors. */
    toEveryone: { ...exposed, "Access-Control-Allow-Origin": "*" },
    to: (origin: string): Headers => ({ ...named, "Access-Control-Allow-Origin": origin }),
    preflight:
      settings.max_age > 0
        ? { ...preflight, "Access-Control-Max-Age": String(settings.max_age) }
        : preflight,
  };
}

// A refused preflight gets a response as well; the browser takes the missing headers as a refusal.
function preflightResponse(headers: Headers): Response {
  return { status: 204, headers, body: "" };
}
