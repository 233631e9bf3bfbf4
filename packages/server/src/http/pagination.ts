import type { Headers } from "./response.ts";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

/** A part of a list. */
interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The page that a query asks for. A value that is no number means the default. */
export function readPage(query: URLSearchParams): Page {
  const limit = readCount(query.get("limit")) || DEFAULT_LIMIT;
  const offset = readCount(query.get("offset"));
  return {
    limit: Math.min(limit, MAX_LIMIT),
    offset: Math.min(offset, Number.MAX_SAFE_INTEGER), // Past the end of every list.
  };
}

/** The `Link` (RFC 8288) and `X-Total-Count` headers of a page, also of an empty one. `path` is that of the list. */
export function pageHeaders(
  path: string,
  query: URLSearchParams,
  page: Page,
  total: number,
): Headers {
  const { limit, offset } = page;
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const links = [linkTo("first", 0)];
  if (offset + limit < total) links.push(linkTo("next", offset + limit));
  if (offset > 0) links.push(linkTo("previous", Math.max(0, Math.min(offset - limit, last))));
  links.push(linkTo("last", last));
  return { Link: links.join(","), "X-Total-Count": String(total) };

  function linkTo(rel: string, target: number): string {
    const parameters = new URLSearchParams(query);
    parameters.set("limit", String(limit));
    parameters.set("offset", String(target));
    parameters.sort();
    return `<${path}?${parameters.toString()}>; rel="${rel}"`;
  }
}

/** The filters of a list, by parameter. An absent or empty parameter filters nothing. */
export function readFilter<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): { readonly [Filter in Name]?: string } | undefined {
  const given = names.flatMap((name) => {
    const value = query.get(name) ?? "";
    return value.trim() === "" ? [] : [[name, value] as const];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys come from `names`.
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Record<Name, string>);
}

function readCount(text: string | null): number {
  return text !== null && /^\d+$/.test(text) ? Number(text) : 0;
}
