import type { Operation } from "@latchkey/api";
import type { MaybePromise } from "../maybe-promise.ts";
import type { Request } from "./request.ts";
import type { Response } from "./response.ts";
import type { ErrorRenderer } from "./failure.ts";
import { matches, parsePattern, readNames, type PathPattern } from "./path-pattern.ts";

/** One operation and the method and path that lead to it. Logs and metrics contain this path, never the one that was sent. */
export interface Route extends Pick<
  Operation,
  | "method"
  | "path"
  | "access"
  | "role"
  | "workspaces"
  | "acts_on"
  | "cors"
  | "stores_before_authentication"
  | "probe"
> {
  readonly name: string;
  /** Whether it reads a form, which may then be sent as multipart/form-data too. */
  readonly reads_form?: boolean;
  /** Whether it may change what operators and users hold. */
  readonly may_change?: boolean;
  /** Renders the errors of this route. */
  readonly error_renderer: ErrorRenderer;
  /** The endpoint with its context bound. */
  readonly answer: (request: Request) => MaybePromise<Response>;
  /** Called with every response of the endpoint, and with the error that was rendered if it threw. Must not throw. */
  readonly observe?: ((request: Request, response: Response) => void) | undefined;
}

/** The result of matching a method and a path. */
export type Match = Matched &
  (
    | Found
    | { readonly kind: "options"; readonly allow: string }
    | { readonly kind: "wrong_method"; readonly allow: string }
    /** There is a route whose path differs by slashes at its start or end; `path` is that path. */
    | { readonly kind: "other_slashes"; readonly path: string }
    | { readonly kind: "malformed" }
    | { readonly kind: "unknown"; readonly pattern: "unknown" }
  );

/** What the routes of one path have in common. */
interface Matched {
  /** The path of the route. */
  readonly pattern: string;
  readonly cors: Route["cors"];
  readonly probe: Route["probe"];
}

interface Found {
  readonly kind: "found";
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The routes of one path, by method. */
interface Resource {
  readonly pattern: PathPattern;
  readonly matched: Matched;
  readonly methods: Map<string, Matched & Found>;
}

/** Builds the lookup from method and path to route. A path without names costs one map lookup. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match {
  const resources = gather(routes);
  const plain = new Map(
    resources
      .filter(({ pattern }) => pattern.name_count === 0)
      .map((one) => [one.pattern.path, one]),
  );
  // `/keys/{set}` and `/keys/import` may both exist: patterns with fewer names are tried first.
  const patterned = resources
    .filter(({ pattern }) => pattern.name_count > 0)
    .sort((one, other) => one.pattern.name_count - other.pattern.name_count);

  return (method, path) => {
    const resource = plain.get(path) ?? find(path);
    if (resource !== undefined) return choose(resource, method, path);

    for (const otherPath of withOtherSlashes(path)) {
      const other = plain.get(otherPath) ?? find(otherPath);
      if (other === undefined) continue;
      return { ...other.matched, kind: "other_slashes", path: otherPath };
    }
    return unknown;
  };

  /** A resource whose path has names. */
  function find(path: string): Resource | undefined {
    const sent = path.split("/");
    return patterned.find(({ pattern }) => matches(pattern, sent));
  }
}

/**
 * The path with one slash at its start, and that with or without one at its end. A base URL that ends with a
 * slash puts two at the start. Two in the middle stay: a name between them was empty, and without it another
 * resource would be meant.
 */
function withOtherSlashes(path: string): readonly string[] {
  const single = path.replace(/^\/+/, "/");
  return [single, single.endsWith("/") ? single.slice(0, -1) : `${single}/`];
}

const unknown: Match = { kind: "unknown", pattern: "unknown", cors: "none", probe: null };

function gather(routes: readonly Route[]): Resource[] {
  const resources = new Map<string, Resource>();
  for (const route of routes) {
    const { method, path, cors, probe } = route;
    const resource = resources.get(path) ?? {
      pattern: parsePattern(path),
      matched: { pattern: path, cors, probe },
      methods: new Map(),
    };
    if (resource.methods.has(method)) throw new Error(`Two routes answer ${method} ${path}.`);
    if (resource.matched.cors !== cors) throw new Error(`The routes of ${path} differ in CORS.`);
    if (resource.matched.probe !== probe)
      throw new Error(`The routes of ${path} differ in probes.`);
    resource.methods.set(method, { ...resource.matched, kind: "found", route, params: {} });
    resources.set(path, resource);
  }
  for (const { methods } of resources.values()) {
    const get = methods.get("GET");
    if (get !== undefined) methods.set("HEAD", get); // RFC 9110 §9.3.2
  }
  return [...resources.values()];
}

function choose({ pattern, matched, methods }: Resource, method: string, path: string): Match {
  const found = methods.get(method);
  if (found === undefined) {
    const allow = [...methods.keys(), "OPTIONS"].sort().join(", ");
    const kind = method === "OPTIONS" ? "options" : "wrong_method";
    return { ...matched, kind, allow };
  }
  if (pattern.name_count === 0) return found;
  const params = readNames(pattern, path.split("/"));
  return params === undefined ? { ...matched, kind: "malformed" } : { ...found, params };
}
