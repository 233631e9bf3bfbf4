import { unwrap } from "./api-error.ts";
import type { Reply } from "./reply.ts";

/** One page of a list. */
export interface Page {
  /** Page size. */
  readonly limit: number;
  /** Number of items before the page. */
  readonly offset: number;
}

/** Pages in a `Link` header: RFC 8288. */
export type Links = { readonly [Name in Rel]?: Page };

type Rel = "first" | "next" | "previous" | "last";

/**
 * Parses the `Link` header of a list. Other links are ignored.
 *
 * @example
 * ```ts
 * import { parseLink } from "@latchkey/client";
 *
 * const { headers } = await latchkey.call("listOAuth2Clients", { limit: 10 });
 * const { next } = parseLink(headers.get("link"));
 * if (next) console.log(await latchkey.listOAuth2Clients(next));
 * ```
 */
export function parseLink(header: string | null): Links {
  const links: { [Name in Rel]?: Page } = {};
  for (const [, target = "", rel = ""] of (header ?? "").matchAll(LINK)) {
    const page = parsePage(target);
    if (page !== undefined && isRel(rel)) links[rel] = page;
  }
  return links;
}

/**
 * Iterates over all items of a list, page by page. Pages are counted from the beginning of the list: to delete items, or to
 * change what the list is ordered by, read all of it first, with `Array.fromAsync`.
 *
 * @example
 * ```ts
 * import { paginate } from "@latchkey/client";
 *
 * const clients = paginate((page) => latchkey.call("listOAuth2Clients", page));
 * for await (const { client_id } of clients) console.log(client_id);
 * ```
 */
export async function* paginate<Item>(
  list: (page: Partial<Page>) => Promise<Reply<readonly Item[]>>,
  start: Partial<Page> = {},
): AsyncGenerator<Item, void, void> {
  let page: Partial<Page> | undefined = start;
  while (page !== undefined) {
    const reply: Reply<readonly Item[]> = await list(page);
    yield* unwrap(reply);

    const { next } = parseLink(reply.headers.get("link"));
    // A link that does not advance would loop forever.
    page = next && next.offset > (page.offset ?? 0) ? next : undefined;
  }
}

function parsePage(target: string): Page | undefined {
  const query = new URLSearchParams(target.slice(target.indexOf("?") + 1));
  const limit = Number.parseInt(query.get("limit") ?? "", 10);
  const offset = Number.parseInt(query.get("offset") ?? "", 10);
  return Number.isNaN(limit) || Number.isNaN(offset) ? undefined : { limit, offset };
}

function isRel(text: string): text is Rel {
  return ["first", "next", "previous", "last"].includes(text);
}

const LINK = /<([^>]*)>\s*;\s*rel="?(\w+)/g;
