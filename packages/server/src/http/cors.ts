import type { Soon } from "../soon.ts";
import type { Headers } from "./answer.ts";
import { readOrigins } from "./cors-origins.ts";
import type { Answer, Request } from "./endpoint.ts";

/** The settings `serve.{public,admin}.cors.*` of one listener. */
export interface CorsSettings {
  readonly enabled: boolean;
  readonly allowed_origins: readonly string[];
  readonly allowed_methods: readonly string[];
  readonly allowed_headers: readonly string[];
  readonly exposed_headers: readonly string[];
  readonly allow_credentials: boolean;
  /** Seconds a browser may remember a preflight; 0 leaves that to the browser. */
  readonly max_age: number;
}

/** Whom a listener lets read its answers from a script. */
export interface CorsOptions {
  readonly settings: CorsSettings;
  /** Whether the settings apply to this route. */
  readonly covers: (pattern: string) => boolean;
  /** Whether any client at all lists the origin: a preflight does not say which client will call. */
  readonly allowsOrigin?: (origin: string) => Promise<boolean>;
  /** The client a request comes from, by its credentials, its form or its token. */
  readonly clientOf?: FindClient;
}

type FindClient = (
  request: Request,
) => Promise<{ readonly allowed_cors_origins: readonly string[] } | undefined>;

/** What the handler asks about scripts from other origins. */
export interface Cors {
  /** The headers an answer needs so that the right scripts can read it. */
  headersFor(pattern: string, request: Request): Soon<Headers>;
  /** The answer to a preflight; undefined when the request is none, or nobody may call across origins. */
  preflight(pattern: string, request: Request): Promise<Answer> | undefined;
}

const publicPaths = new Set(["/oauth2/token", "/oauth2/revoke", "/userinfo"]);
const openPaths = new Set(["/.well-known/openid-configuration", "/.well-known/jwks.json"]);

/** The routes of the public listener that scripts may call. A browser goes to the others itself. */
export function isPublicCorsPath(pattern: string): boolean {
  return publicPaths.has(pattern);
}

/** Builds the cross-origin rules of one listener. Metadata and public keys are open to every script, always. */
export function createCors(options: CorsOptions): Cors {
  const { settings, covers, allowsOrigin, clientOf } = options;
  const origins = readOrigins(settings.allowed_origins);
  const grants = createGrants(settings);
  const listed = (origin: string): boolean => origins.everyone || origins.includes(origin);
  const grantTo = (origin: string): Headers =>
    origins.includes(origin) || !origins.everyone ? grants.to(origin) : grants.everyone;

  return {
    headersFor(pattern, request) {
      if (openPaths.has(pattern)) return openHeaders;
      if (!settings.enabled || !covers(pattern)) return noHeaders;
      const origin = request.headers["origin"];
      if (origin === undefined) return varies;
      if (listed(origin)) return grantTo(origin);
      return clientOf === undefined ? varies : ofCaller(clientOf, request, origin);
    },

    preflight(pattern, request) {
      const origin = request.headers["origin"];
      if (origin === undefined || !("access-control-request-method" in request.headers))
        return undefined;
      if (openPaths.has(pattern)) return Promise.resolve(preflightAnswer(openPreflight));
      if (!settings.enabled || !covers(pattern)) return undefined;
      return preflightFrom(origin);
    },
  };

  async function ofCaller(find: FindClient, request: Request, origin: string): Promise<Headers> {
    const allowed = (await find(request))?.allowed_cors_origins ?? [];
    return allowed.includes(origin) ? grants.to(origin) : varies;
  }

  async function preflightFrom(origin: string): Promise<Answer> {
    const allowed = listed(origin) || (await allowsOrigin?.(origin)) === true;
    return preflightAnswer(allowed ? { ...grantTo(origin), ...grants.preflight } : varies);
  }
}

const noHeaders: Headers = {};
const varies: Headers = { Vary: "Origin" };
const openHeaders: Headers = { "Access-Control-Allow-Origin": "*" };
const openPreflight: Headers = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": "*",
};

function createGrants(settings: CorsSettings) {
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
    /** `*` never comes with credentials: that would lend every site the cookies of whoever visits it. */
    everyone: { ...exposed, "Access-Control-Allow-Origin": "*" },
    to: (origin: string): Headers => ({ ...named, "Access-Control-Allow-Origin": origin }),
    preflight:
      settings.max_age > 0
        ? { ...preflight, "Access-Control-Max-Age": String(settings.max_age) }
        : preflight,
  };
}

// A refused preflight is answered all the same; the browser reads the refusal from what is missing.
function preflightAnswer(headers: Headers): Answer {
  return { status: 204, headers, body: "" };
}
