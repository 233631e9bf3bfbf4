/** The `audience` parameter: the resource servers a token is for. It predates the `resource` parameter of RFC 8707. */

/** The requested audiences, without duplicates: one parameter with spaces between them, or one parameter for each. */
export function parseAudience(values: readonly string[]): readonly string[] {
  if (values.length === 0) return [];
  const requested = values.flatMap((value) => value.split(" "));
  return [...new Set(requested)].filter((audience) => audience !== "");
}

/**
 * Whether one of the allowed audiences covers the requested one: they are equal, or have the same scheme, host and query,
 * and the requested path is the allowed one or below it. An audience that is not a URL is compared as a path.
 */
export function audienceMatches(allowed: readonly string[], requested: string): boolean {
  if (allowed.includes(requested)) return true;

  const inner = parseLocation(requested);
  // A resource server may resolve dot segments, and the path could then leave the allowed one.
  if (DOT_SEGMENT.test(inner.path)) return false;
  return allowed.some((audience) => {
    const outer = parseLocation(audience);
    return (
      inner.origin === outer.origin &&
      inner.query === outer.query &&
      `${inner.path}/`.startsWith(`${outer.path}/`)
    );
  });
}

const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

interface Location {
  /** Scheme, user, password and host. */
  readonly origin: string;
  /** Without trailing slashes. */
  readonly path: string;
  /** With the fragment. */
  readonly query: string;
}

function parseLocation(audience: string): Location {
  const url = URL.parse(audience);
  if (url === null) return { origin: "", path: withoutTrailingSlashes(audience), query: "" };
  return {
    origin: `${url.protocol}//${url.username}:${url.password}@${url.host}`,
    path: withoutTrailingSlashes(url.pathname),
    query: `${url.search}${url.hash}`,
  };
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
