/** Whom a token is meant for. The `audience` parameter is the contract's; RFC 8707 is its younger cousin. */

/** The audiences asked for, each once: one parameter with spaces between them, or one parameter each. */
export function parseAudience(values: readonly string[]): readonly string[] {
  if (values.length === 0) return [];
  const wanted = values.flatMap((value) => value.split(" "));
  return [...new Set(wanted)].filter((audience) => audience !== "");
}

/**
 * Whether one of the allowed audiences covers the wanted one: it is the same, or the same scheme, host and query with a
 * path at or below the allowed one. What is no URL is read as a path alone.
 */
export function audienceMatches(allowed: readonly string[], wanted: string): boolean {
  if (allowed.includes(wanted)) return true;

  const inner = locate(wanted);
  // A path that climbs could leave the allowed one again when somebody else resolves it.
  if (CLIMBING.test(inner.path)) return false;
  return allowed.some((audience) => {
    const outer = locate(audience);
    return (
      inner.place === outer.place &&
      inner.query === outer.query &&
      `${inner.path}/`.startsWith(`${outer.path}/`)
    );
  });
}

const CLIMBING = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

interface Location {
  readonly place: string;
  /** Without slashes at its end. */
  readonly path: string;
  readonly query: string;
}

function locate(audience: string): Location {
  const url = URL.parse(audience);
  if (url === null) return { place: "", path: withoutSlash(audience), query: "" };
  return {
    place: `${url.protocol}//${url.username}:${url.password}@${url.host}`,
    path: withoutSlash(url.pathname),
    query: `${url.search}${url.hash}`,
  };
}

function withoutSlash(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
